/**
 * When a server that ended by itself is started again: after a quarter of a second, then 1, 4 and 16 seconds, and not again after the fifth end
 * within three minutes. A server that ran for three minutes has a clean record.
 */

const WINDOW_MS = 180_000;
const FIRST_MS = 250;
const ENDS = 5;

export class Backoff {
  private ends: number[] = [];

  /** Milliseconds to wait after an end at `now`; undefined when it is not to be started again. */
  next(now: number): number | undefined {
    this.ends = this.ends.filter((end) => now - end < WINDOW_MS);
    this.ends.push(now);
    return this.ends.length >= ENDS ? undefined : FIRST_MS * 4 ** (this.ends.length - 1);
  }

  reset(): void {
    this.ends = [];
  }
}
