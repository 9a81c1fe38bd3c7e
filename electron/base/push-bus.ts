import { PUSHES, type PushName, type PushPayload } from "../../shared/contract/contract.ts";

/** A listener of pushes. @param to the number of the only window that receives the push; undefined for all windows. */
type Listener = (name: PushName, payload: unknown, to: number | undefined) => void;

/** Carries the core's pushes to every host that shows a page. Payloads are checked when they are emitted. */
export class PushBus {
  readonly #listeners = new Set<Listener>();

  /** Emits a push. @param to the number of the only window that receives the push; undefined for all windows. */
  emit<N extends PushName>(name: N, payload: PushPayload<N>, to?: number): void {
    const checked = PUSHES[name].parse(payload);
    for (const listener of this.#listeners) listener(name, checked, to);
  }

  /** Calls a function with each push of the given name. @returns a function that unsubscribes it. */
  on<N extends PushName>(wanted: N, act: (payload: PushPayload<N>) => void): () => void {
    return this.subscribe((name, payload) => {
      if (name === wanted) act(payload as PushPayload<N>);
    });
  }

  /** Calls a function with every push. @returns a function that unsubscribes it. */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
