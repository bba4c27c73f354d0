/**
 * Work that begins again when what it goes by has changed: only an answer on the latest grounds counts.
 *
 * In a remote window the settings of the machine arrive some time after the extension was started. What was begun
 * without them is given up, whatever it was at, and begun again with them.
 */

export class Latest<T> {
  private grounds = new AbortController();
  private readonly running = new WeakMap<AbortSignal, Promise<T>>();
  private ended = false;

  /** What `work` answers on grounds that still hold when it does. Its signal tells it that they no longer hold. */
  async answer(work: (signal: AbortSignal) => Promise<T>, again: () => void): Promise<T> {
    for (;;) {
      const { signal } = this.grounds;
      try {
        const answer = await work(signal);
        if (!signal.aborted) {
          return answer;
        }
      } catch (error) {
        if (!signal.aborted) {
          throw error;
        }
      }
      if (this.ended) {
        throw signal.reason;
      }
      again();
    }
  }

  /** What `work` gives. Those who ask on the same grounds while it runs share it. */
  shared(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const there = this.running.get(signal);
    if (there !== undefined) {
      return there;
    }
    const begun = work().finally(() => this.running.delete(signal));
    this.running.set(signal, begun);
    return begun;
  }

  /** The grounds have changed. */
  startOver(): void {
    this.grounds.abort();
    if (!this.ended) {
      this.grounds = new AbortController();
    }
  }

  /** Gives up what runs, for good. */
  end(): void {
    this.ended = true;
    this.grounds.abort();
  }
}
