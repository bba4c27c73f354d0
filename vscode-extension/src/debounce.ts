/** One call after a pause in many. */
export class Debounce {
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly pause: number,
    private readonly call: () => void,
  ) {}

  /** Calls after the pause, counted from now. */
  touch(): void {
    this.cancel();
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.call();
    }, this.pause);
  }

  /** Calls now what waits to be called. */
  flush(): void {
    if (this.timer !== undefined) {
      this.cancel();
      this.call();
    }
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }
}
