import { clock, type Timer } from "../../base/clock.ts";
import type { HostApi } from "../../../shared/contract/contract.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { Emitter } from "../../base/emitter.ts";
import { tableStateName } from "../../../shared/features/windows/window-names.ts";
import type { TableState } from "./saved-state.ts";
import { DEFAULT_VIEW, readViewState, type ViewState } from "./view-state.ts";

/** The views of every profile's tables in this window. They are in memory, and saved shortly after each change. */
export interface ViewStore {
  readonly get: (profileId: string, resource: Resource) => ViewState;
  /**
   * Changes a view. Subscribers are notified when the request of `prefetch` ends, after a timeout at the latest; at
   * once if it returns null.
   */
  readonly update: (
    profileId: string,
    resource: Resource,
    change: (view: ViewState) => ViewState,
    prefetch?: (before: ViewState, after: ViewState) => Promise<void> | null,
  ) => void;
  /** The saved state of a table; null if there is none, undefined until its last change is saved. */
  readonly remembered: (profileId: string, resource: Resource) => string | null | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  /** Like `subscribe`, but notified at once, for the field that the user types in. */
  readonly subscribeAtOnce: (listener: () => void) => () => void;
  /** Saves pending changes now, for a new window that starts from them. */
  readonly flush: () => Promise<void>;
}

/** The key of a view: the profile's id and the resource's name; neither contains a space. */
type ViewKey = `${string} ${Resource}`;

/** Ms before a change is saved, so that dragging a column's edge saves once. */
const SAVE_DELAY_MS = 400;
/** The longest that subscribers wait for prefetched rows, in ms. */
const PREFETCH_TIMEOUT_MS = 60;

/** @param states the saved states; an unreadable one gives the default. @param number of the page's window. */
export function createViewStore(host: HostApi, states: readonly TableState[], number: number): ViewStore {
  const { views, texts } = readStates(states);
  const { emit, subscribe } = new Emitter();
  const immediate = new Emitter();
  const saves = new DelayedSaves<ViewKey>(SAVE_DELAY_MS);
  const get = (profileId: string, resource: Resource): ViewState =>
    views.get(`${profileId} ${resource}`) ?? DEFAULT_VIEW;

  window.addEventListener("pagehide", () => void saves.flush());
  host.onProfiles(({ profiles }) => {
    // The profile of the sample data keeps its id when it is created again, but must start with default views.
    const known = new Set(profiles.map(({ profileId }) => profileId));
    for (const key of views.keys()) {
      if (known.has(key.slice(0, key.indexOf(" ")))) continue;
      views.delete(key);
      texts.delete(key);
      saves.cancel(key);
    }
  });

  return {
    get,
    update: (profileId, resource, change, prefetch) => {
      const now = get(profileId, resource);
      const next = change(now);
      if (next === now) return;
      const key: ViewKey = `${profileId} ${resource}`;
      views.set(key, next);
      saves.schedule(key, () => {
        const value = JSON.stringify(get(profileId, resource));
        texts.set(key, value);
        return host.saveUiState({ profileId, name: tableStateName(number, resource), value });
      });
      // The request starts before anything renders.
      const answer = prefetch?.(now, next);
      immediate.emit();
      if (answer) void Promise.race([answer, clock.wait(PREFETCH_TIMEOUT_MS)]).then(emit, emit);
      else emit();
    },
    subscribe,
    subscribeAtOnce: immediate.subscribe,
    remembered: (profileId, resource) => {
      const key: ViewKey = `${profileId} ${resource}`;
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
  for (const { profileId, resource, text } of states) {
    views.set(`${profileId} ${resource}`, readViewState(resource, text));
    texts.set(`${profileId} ${resource}`, text);
  }
  return { views, texts };
}

interface Waiting {
  readonly save: () => Promise<unknown>;
  readonly timer: Timer;
}

/** Saves values under keys, each some time after its last change. */
export class DelayedSaves<Key> {
  readonly #waiting = new Map<Key, Waiting>();
  readonly #delay: number;

  constructor(delay: number) {
    this.#delay = delay;
  }

  has(key: Key): boolean {
    return this.#waiting.has(key);
  }

  /** Saves after the delay. It replaces a waiting save of the same key. */
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
