/** Stores values by key, and keeps only those that were used last. */
export class Latest<T> {
  readonly #kept: number;
  readonly #values = new Map<string, T>();

  /** @param kept the number of values that are kept. */
  constructor(kept: number) {
    this.#kept = kept;
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  /** The value of a key; undefined if it is not kept. */
  find(key: string): T | undefined {
    const value = this.#values.get(key);
    return value === undefined ? undefined : this.get(key, () => value);
  }

  /** The value of a key. It is computed if it is not kept. */
  get(key: string, make: () => T): T {
    const value = this.#values.get(key) ?? make();
    // The value that was just used moves to the end. So the first value is always the one to drop.
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#kept && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }
}
