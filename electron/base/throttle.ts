/** Calls through at most once per `step` ms, and never drops the last call. */
export class Throttle {
  readonly #step: number;
  readonly #act: () => void;
  #timer: NodeJS.Timeout | null = null;

  constructor(step: number, act: () => void) {
    this.#step = step;
    this.#act = act;
  }

  now(): void {
    this.stop();
    this.#act();
  }

  soon(): void {
    this.#timer ??= setTimeout(() => this.now(), this.#step);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
