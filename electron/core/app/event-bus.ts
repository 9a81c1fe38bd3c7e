import { EVENTS, type EventName, type EventPayload } from "../../../shared/contract.ts";

type Listener = (name: EventName, payload: unknown) => void;

/** Carries the core's events to every host that shows a page. Payloads are checked before they leave. */
export class EventBus {
  readonly #listeners = new Set<Listener>();

  emit<N extends EventName>(name: N, payload: EventPayload<N>): void {
    const checked = EVENTS[name].parse(payload);
    for (const listener of this.#listeners) listener(name, checked);
  }

  /** @returns the listener's removal. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
