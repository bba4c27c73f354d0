/**
 * Lists of lenses, and the lenses of them that are resolved, reach the editor in an order that it can take.
 *
 * The editor resolves the lenses in view some time after it got their list. If it has the next list when an answer for
 * a lens of the old one comes, it takes that answer into the new list and throws the commands of the old one away: a
 * click on such a lens does nothing, `…` stays, and nothing mends it before yet another list comes. So a list is held
 * back until what was asked of the one before is answered, and a lens that is asked about after its list was replaced
 * is held back until the editor withdraws the question, as it then does. Both end after a while in any case.
 */

const LIST_PATIENCE_MS = 10_000;
const LENS_PATIENCE_MS = 1_500;

/** As the editor's cancellation token has it. */
export interface Withdrawal {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): { dispose(): unknown };
}

interface Listed {
  readonly document: string;
  readonly number: number;
}

export class LensTurns {
  private readonly resolving = new Set<Promise<unknown>>();
  private readonly listed = new WeakMap<object, Listed>();
  private readonly latest = new Map<string, number>();
  private lists = 0;

  /** The lenses of `document` that are in `answer`, once no lens is being resolved. */
  async list<T extends object>(
    document: string,
    answer: T[] | null | undefined | PromiseLike<T[] | null | undefined>,
    withdrawal: Withdrawal,
  ): Promise<T[] | null | undefined> {
    const lenses = await answer;
    for (const end = Date.now() + LIST_PATIENCE_MS; this.resolving.size > 0 && Date.now() < end; ) {
      await Promise.race([Promise.allSettled(this.resolving), pause(end - Date.now())]);
      await pause(0); // what was resolved leaves for the editor first
    }
    if (!withdrawal.isCancellationRequested) {
      this.lists += 1;
      this.latest.set(document, this.lists);
      for (const lens of lenses ?? []) {
        this.listed.set(lens, { document, number: this.lists });
      }
    }
    return lenses;
  }

  /** `answer`, which is about `lens`. A document that is shown twice has two lists in use, and nothing is held back. */
  async resolve<T>(
    lens: object,
    answer: T | PromiseLike<T>,
    withdrawal: Withdrawal,
    isShownTwice: (document: string) => boolean,
  ): Promise<T> {
    const turn = Promise.resolve(answer);
    this.resolving.add(turn);
    try {
      await turn;
    } finally {
      this.resolving.delete(turn);
    }
    const of = this.listed.get(lens);
    if (of !== undefined && this.latest.get(of.document) !== of.number && !isShownTwice(of.document)) {
      await withdrawn(withdrawal);
    }
    return turn;
  }
}

function withdrawn(withdrawal: Withdrawal): Promise<void> {
  return new Promise((resolve) => {
    if (withdrawal.isCancellationRequested) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      listener.dispose();
      resolve();
    };
    const timer = setTimeout(end, LENS_PATIENCE_MS);
    const listener = withdrawal.onCancellationRequested(end);
  });
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)));
}
