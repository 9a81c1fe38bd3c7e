import type { HostApi } from "../../../shared/contract/contract.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { pause } from "../../base/pause.ts";
import { tableStateName } from "../../../shared/contract/window-names.ts";
import { DelayedSaves } from "./delayed-saves.ts";
import type { TableState } from "./table-states.ts";
import { DEFAULT_VIEW, readViewState, type ViewState } from "./view-state.ts";

/**
 * The views of every profile's tables: in memory, and saved shortly after each change. Views belong to one profile,
 * because the locations and types they filter by do. All are loaded at start-up, so switching profiles shows the right
 * one in the first frame. Each window remembers its own.
 */
export interface ViewStore {
  readonly get: (profileId: string, resource: Resource) => ViewState;
  /**
   * Changes a view.
   * @param prefetch starts fetching what the change needs. Subscribers are notified when that has arrived, or after a
   * timeout, so that a table renders once, with its new rows. Null: there is nothing to wait for.
   */
  readonly update: (
    profileId: string,
    resource: Resource,
    change: (view: ViewState) => ViewState,
    prefetch?: (before: ViewState, after: ViewState) => Promise<void> | null,
  ) => void;
  /** The saved state of a table: null where there is none, undefined while its last change is still to be saved. */
  readonly remembered: (profileId: string, resource: Resource) => string | null | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  /** Like `subscribe`, but notified at once: for what echoes a key press. */
  readonly subscribeAtOnce: (listener: () => void) => () => void;
  /** Saves pending changes now, for a window that is about to start from them. */
  readonly flush: () => Promise<void>;
}

/** What a view is kept under: the profile's id and the resource's name; neither contains a space. */
type ViewKey = `${string} ${Resource}`;

/** Dragging a column's edge makes many changes and one save; ms. */
const SAVE_DELAY = 400;
/** The longest that subscribers wait for prefetched rows; ms. */
const TIMEOUT = 60;

/**
 * @param states the saved states; one that cannot be read starts afresh.
 * @param number of the window that the page is in.
 */
export function createViewStore(host: HostApi, states: readonly TableState[], number: number): ViewStore {
  const { views, texts } = readStates(states);
  const listeners = new Set<() => void>();
  const immediate = new Set<() => void>();
  const saves = new DelayedSaves<ViewKey>(SAVE_DELAY);
  const get = (profileId: string, resource: Resource): ViewState =>
    views.get(`${profileId} ${resource}`) ?? DEFAULT_VIEW;
  const emit = (): void => listeners.forEach((listener) => listener());

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
      for (const listener of immediate) listener();
      if (answer) void Promise.race([answer, pause(TIMEOUT)]).then(emit, emit);
      else emit();
    },
    subscribe: (listener) => subscribeTo(listeners, listener),
    subscribeAtOnce: (listener) => subscribeTo(immediate, listener),
    remembered: (profileId, resource) => {
      const key: ViewKey = `${profileId} ${resource}`;
      return saves.has(key) ? undefined : (texts.get(key) ?? null);
    },
    flush: () => saves.flush(),
  };
}

/** The views by their keys, and the texts they were read from. */
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

function subscribeTo(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
