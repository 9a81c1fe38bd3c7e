import { EVENTS, type EventName, type EventPayload } from "../../shared/contract/contract.ts";

/** @param to the number of the one window that it is for; undefined: for all. */
type Listener = (name: EventName, payload: unknown, to: number | undefined) => void;

/** Carries the core's events to every host that shows a page. Payloads are checked before they leave. */
export class EventBus {
  readonly #listeners = new Set<Listener>();

  /** @param to the number of the one window that it is for; without it, it is for all. */
  emit<N extends EventName>(name: N, payload: EventPayload<N>, to?: number): void {
    const checked = EVENTS[name].parse(payload);
    for (const listener of this.#listeners) listener(name, checked, to);
  }

  /** @returns the listener's removal. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
