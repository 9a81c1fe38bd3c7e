/** An event of a service. Services that are made later add functions, which run after the event. */
export class Hook<Args extends readonly unknown[]> {
  readonly #functions: ((...args: Args) => Promise<void> | void)[] = [];

  add(act: (...args: Args) => Promise<void> | void): void {
    this.#functions.push(act);
  }

  /** Calls the functions in the order in which they were added, and awaits each. @throws the first failure. */
  readonly run = async (...args: Args): Promise<void> => {
    for (const act of this.#functions) await act(...args);
  };
}
