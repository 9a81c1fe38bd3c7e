const MEGABYTE = 1_024 * 1_024;

/** Looks at the resident memory now and then: the kernel's own maximum includes what the parent had at the fork. */
export class MemoryWatch {
  readonly #before = process.memoryUsage.rss();
  #most = this.#before;
  readonly #timer: NodeJS.Timeout;

  /** @param step ms between two looks. */
  constructor(step = 50) {
    this.#timer = setInterval(() => {
      this.#most = Math.max(this.#most, process.memoryUsage.rss());
    }, step);
  }

  /** Megabytes that the most was above the beginning. */
  end(): number {
    clearInterval(this.#timer);
    return (this.#most - this.#before) / MEGABYTE;
  }
}
