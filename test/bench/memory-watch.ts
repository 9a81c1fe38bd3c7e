const MEGABYTE = 1_024 * 1_024;

/** Samples the resident memory. The kernel's own maximum would include the parent's memory at the time of the fork. */
export class MemoryWatch {
  readonly #before = process.memoryUsage.rss();
  #most = this.#before;
  readonly #timer: NodeJS.Timeout;

  /** @param step ms between two samples. */
  constructor(step = 50) {
    this.#timer = setInterval(() => {
      this.#most = Math.max(this.#most, process.memoryUsage.rss());
    }, step);
  }

  /** Megabytes between the maximum and the beginning. */
  end(): number {
    clearInterval(this.#timer);
    return (this.#most - this.#before) / MEGABYTE;
  }
}
