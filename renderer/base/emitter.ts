/** Delivers events of one part of the page to its listeners. */
export class Emitter<Value = void> {
  readonly #listeners = new Set<(value: Value) => void>();

  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  readonly emit = (value: Value): void => {
    for (const listener of this.#listeners) listener(value);
  };

  readonly subscribe = (listener: (value: Value) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}
