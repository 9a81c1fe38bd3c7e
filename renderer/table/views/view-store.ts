import type { HostApi } from "../../../shared/contract/contract.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { Emitter } from "../../base/emitter.ts";
import { pause } from "../../base/pause.ts";
import { tableStateName } from "../../../shared/features/windows/window-names.ts";
import type { TableState } from "./saved-state.ts";
import { DEFAULT_VIEW, readViewState, type ViewState } from "./view-state.ts";

/** The views of every profile's tables in this window: in memory from the start, and saved shortly after each change. */
export interface ViewStore {
  readonly get: (profileId: string, resource: Resource) => ViewState;
  /** Changes a view. Subscribers are notified when what `prefetch` starts has arrived, or after a timeout; null: at once. */
  readonly update: (
    profileId: string,
    resource: Resource,
    change: (view: ViewState) => ViewState,
    prefetch?: (before: ViewState, after: ViewState) => Promise<void> | null,
  ) => void;
  /** The saved state of a table: null if there is none, undefined while its last change is still to be saved. */
  readonly remembered: (profileId: string, resource: Resource) => string | null | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  /** Like `subscribe`, but notified at once: for what echoes a key press. */
  readonly subscribeAtOnce: (listener: () => void) => () => void;
  /** Saves pending changes now, for a window that is about to start from them. */
  readonly flush: () => Promise<void>;
}

/** The key of a view: the profile's id and the resource's name; neither contains a space. */
type ViewKey = `${string} ${Resource}`;

/** Dragging a column's edge makes many changes and one save; ms. */
const SAVE_DELAY = 400;
/** The longest that subscribers wait for prefetched rows; ms. */
const TIMEOUT = 60;

/** @param states the saved states; an unreadable one starts afresh. @param number of the window that the page is in. */
export function createViewStore(host: HostApi, states: readonly TableState[], number: number): ViewStore {
  const { views, texts } = readStates(states);
  const { emit, subscribe } = new Emitter();
  const immediate = new Emitter();
  const saves = new DelayedSaves<ViewKey>(SAVE_DELAY);
  const get = (profileId: string, resource: Resource): ViewState =>
    views.get(`${profileId} ${resource}`) ?? DEFAULT_VIEW;

  window.addEventListener("pagehide", () => void saves.flush());
  host.onProfiles(({ profiles }) => {
    // The sample data's profile has the same id when it is created again, and must start without any memory.
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
      // The request is under way before anything renders.
      const answer = prefetch?.(now, next);
      immediate.emit();
      if (answer) void Promise.race([answer, pause(TIMEOUT)]).then(emit, emit);
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
  readonly timer: number;
}

/** Saves of named values, each some time after the last change of its value. */
export class DelayedSaves<Key> {
  readonly #waiting = new Map<Key, Waiting>();
  readonly #delay: number;

  constructor(delay: number) {
    this.#delay = delay;
  }

  has(key: Key): boolean {
    return this.#waiting.has(key);
  }

  /** Saves after the delay; a save of the same key that still waits is replaced. */
  schedule(key: Key, save: () => Promise<unknown>): void {
    this.cancel(key);
    const run = (): Promise<unknown> => {
      this.cancel(key);
      return save();
    };
    this.#waiting.set(key, { save: run, timer: window.setTimeout(() => void run(), this.#delay) });
  }

  cancel(key: Key): void {
    clearTimeout(this.#waiting.get(key)?.timer);
    this.#waiting.delete(key);
  }

  async flush(): Promise<void> {
    await Promise.all([...this.#waiting.values()].map(({ save }) => save()));
  }
}
