/** A cache of values by key, which keeps the last used ones. */
export class Latest<T> {
  readonly #kept: number;
  readonly #values = new Map<string, T>();

  /** @param kept the number of values to keep. */
  constructor(kept: number) {
    this.#kept = kept;
  }

  has(key: string): boolean {
    return this.#values.has(key);
  }

  /** The value of a key; undefined if it is not cached. */
  find(key: string): T | undefined {
    const value = this.#values.get(key);
    return value === undefined ? undefined : this.get(key, () => value);
  }

  /** The value of a key, computed if it is not cached. */
  get(key: string, make: () => T): T {
    const value = this.#values.get(key) ?? make();
    // The last used value moves to the end, so that the first value is dropped.
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#kept && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }
}
