/** Values by their keys, of which the ones that were wanted last are kept. */
export class Latest<T> {
  readonly #kept: number;
  readonly #values = new Map<string, T>();

  /** @param kept how many. */
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

  /** The value of a key, made if it is not kept. */
  get(key: string, make: () => T): T {
    const value = this.#values.get(key) ?? make();
    // The latest value last, so that the first one is dropped.
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#kept && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }
}
