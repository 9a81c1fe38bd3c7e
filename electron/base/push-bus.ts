import { PUSHES, type PushName, type PushPayload } from "../../shared/contract/contract.ts";

/** @param to the number of the one window that it is for; undefined: for all. */
type Listener = (name: PushName, payload: unknown, to: number | undefined) => void;

/** Carries the core's events to every host that shows a page. Payloads are checked before they leave. */
export class PushBus {
  readonly #listeners = new Set<Listener>();

  /** @param to the number of the one window that it is for; without it, it is for all. */
  emit<N extends PushName>(name: N, payload: PushPayload<N>, to?: number): void {
    const checked = PUSHES[name].parse(payload);
    for (const listener of this.#listeners) listener(name, checked, to);
  }

  /** @returns the listener's removal. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
