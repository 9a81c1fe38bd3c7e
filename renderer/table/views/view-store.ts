import { clock, type Timer } from "../../base/clock.ts";
import type { HostApi } from "../../../shared/contract/contract.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { Emitter } from "../../base/emitter.ts";
import { tableStateName } from "../../../shared/features/windows/window-names.ts";
import type { TableState } from "./saved-state.ts";
import { DEFAULT_VIEW, readViewState, type ViewState } from "./view-state.ts";

/**
 * The views of every connection's tables in this window. They are kept in memory, and saved shortly after each change.
 */
export interface ViewStore {
  readonly get: (connectionId: string, resource: Resource) => ViewState;
  /**
   * Changes a view. Subscribers are notified when the request of `prefetch` ends, or after a timeout. If `prefetch`
   * returns null, they are notified at once.
   */
  readonly update: (
    connectionId: string,
    resource: Resource,
    change: (view: ViewState) => ViewState,
    prefetch?: (before: ViewState, after: ViewState) => Promise<void> | null,
  ) => void;
  /** The saved state of a table. Null if no state is saved; undefined until the last change is saved. */
  readonly remembered: (connectionId: string, resource: Resource) => string | null | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  /** Like `subscribe`, but the listener is called at once. It is for the field in which the user types. */
  readonly subscribeAtOnce: (listener: () => void) => () => void;
  /** Saves pending changes now, because a new window starts from the saved state. */
  readonly flush: () => Promise<void>;
}

/** The key of a view: the connection's id and the resource's name; neither contains a space. */
type ViewKey = `${string} ${Resource}`;

/** Ms before a change is saved. So dragging a column's edge saves only once. */
const SAVE_DELAY_MS = 400;
/** The most ms for which subscribers wait for prefetched rows. */
const PREFETCH_TIMEOUT_MS = 60;

/**
 * Makes the store of views. @param states the saved states; an unreadable state is replaced by the default. @param
 * number the number of the page's window.
 */
export function createViewStore(host: HostApi, states: readonly TableState[], number: number): ViewStore {
  const { views, texts } = readStates(states);
  const { emit, subscribe } = new Emitter();
  const immediate = new Emitter();
  const saves = new DelayedSaves<ViewKey>(SAVE_DELAY_MS);
  const get = (connectionId: string, resource: Resource): ViewState =>
    views.get(`${connectionId} ${resource}`) ?? DEFAULT_VIEW;

  window.addEventListener("pagehide", () => void saves.flush());
  host.onConnections(({ connections }) => {
    // A new sample connection has the same id as the former sample connection, but must start with default views.
    const known = new Set(connections.map(({ connectionId }) => connectionId));
    for (const key of views.keys()) {
      if (known.has(key.slice(0, key.indexOf(" ")))) continue;
      views.delete(key);
      texts.delete(key);
      saves.cancel(key);
    }
  });

  return {
    get,
    update: (connectionId, resource, change, prefetch) => {
      const now = get(connectionId, resource);
      const next = change(now);
      if (next === now) return;
      const key: ViewKey = `${connectionId} ${resource}`;
      views.set(key, next);
      saves.schedule(key, () => {
        const value = JSON.stringify(get(connectionId, resource));
        texts.set(key, value);
        return host.saveUiState({ connectionId, name: tableStateName(number, resource), value });
      });
      // The request starts before anything renders.
      const answer = prefetch?.(now, next);
      immediate.emit();
      if (answer) void Promise.race([answer, clock.wait(PREFETCH_TIMEOUT_MS)]).then(emit, emit);
      else emit();
    },
    subscribe,
    subscribeAtOnce: immediate.subscribe,
    remembered: (connectionId, resource) => {
      const key: ViewKey = `${connectionId} ${resource}`;
      return saves.has(key) ? undefined : (texts.get(key) ?? null);
    },
    flush: () => saves.flush(),
  };
}

function readStates(states: readonly TableState[]): {
  readonly views: Map<ViewKey, ViewState>;
  readonly texts: Map<ViewKey, string | null>;
} {
  const views = new Map<ViewKey, ViewState>();
  const texts = new Map<ViewKey, string | null>();
  for (const { connectionId, resource, text } of states) {
    views.set(`${connectionId} ${resource}`, readViewState(resource, text));
    texts.set(`${connectionId} ${resource}`, text);
  }
  return { views, texts };
}

interface Waiting {
  readonly save: () => Promise<unknown>;
  readonly timer: Timer;
}

/** Saves values under keys. Each value is saved some time after its last change. */
export class DelayedSaves<Key> {
  readonly #waiting = new Map<Key, Waiting>();
  readonly #delay: number;

  constructor(delay: number) {
    this.#delay = delay;
  }

  has(key: Key): boolean {
    return this.#waiting.has(key);
  }

  /** Saves after the delay, instead of a waiting save with the same key. */
  schedule(key: Key, save: () => Promise<unknown>): void {
    this.cancel(key);
    const run = (): Promise<unknown> => {
      this.cancel(key);
      return save();
    };
    this.#waiting.set(key, { save: run, timer: clock.after(this.#delay, () => void run()) });
  }

  cancel(key: Key): void {
    this.#waiting.get(key)?.timer.stop();
    this.#waiting.delete(key);
  }

  async flush(): Promise<void> {
    await Promise.all([...this.#waiting.values()].map(({ save }) => save()));
  }
}
