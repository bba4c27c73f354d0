/**
 * A list of lenses waits for the lenses that are being resolved.
 *
 * The editor resolves the lenses in view some time after it got their list. If the next list comes while it waits for
 * them, it takes what is then answered for the old list into the new one, and throws the commands of the old one away:
 * a click on such a lens does nothing, and nothing mends it before yet another list comes. So a list is held back
 * until what was asked of the one before is answered, for two seconds at most.
 */

const PATIENCE_MS = 2_000;

export class LensTurns {
  private readonly resolving = new Set<Promise<unknown>>();

  /** `answer`, noted while it is awaited. */
  async resolve<T>(answer: T | PromiseLike<T>): Promise<T> {
    const turn = Promise.resolve(answer);
    this.resolving.add(turn);
    try {
      return await turn;
    } finally {
      this.resolving.delete(turn);
    }
  }

  /** `answer`, once no lens is being resolved. */
  async list<T>(answer: T | PromiseLike<T>): Promise<T> {
    const found = await answer;
    for (const end = Date.now() + PATIENCE_MS; this.resolving.size > 0 && Date.now() < end; ) {
      await Promise.race([Promise.allSettled(this.resolving), pause(end - Date.now())]);
      await pause(0); // what was resolved leaves for the editor first
    }
    return found;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
