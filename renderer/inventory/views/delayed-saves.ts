/** A save that waits for its delay to pass. */
interface Waiting {
  readonly save: () => Promise<unknown>;
  readonly timer: number;
}

/** Saves of named values, each some time after the last change of its value. */
export class DelayedSaves<Key> {
  readonly #waiting = new Map<Key, Waiting>();
  readonly #delay: number;

  /** @param delay in ms. */
  constructor(delay: number) {
    this.#delay = delay;
  }

  /** Whether a change is still to be saved. */
  has(key: Key): boolean {
    return this.#waiting.has(key);
  }

  /** Saves after the delay; a save of the same key that still waits is replaced. */
  schedule(key: Key, save: () => Promise<unknown>): void {
    this.cancel(key);
    const run = (): Promise<unknown> => {
      this.cancel(key);
      return save();
    };
    this.#waiting.set(key, { save: run, timer: window.setTimeout(() => void run(), this.#delay) });
  }

  cancel(key: Key): void {
    clearTimeout(this.#waiting.get(key)?.timer);
    this.#waiting.delete(key);
  }

  /** Saves at once whatever waits. */
  async flush(): Promise<void> {
    await Promise.all([...this.#waiting.values()].map(({ save }) => save()));
  }
}
