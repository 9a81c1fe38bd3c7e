import type { HostApi } from "../../../shared/contract/contract.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { pause } from "../../base/pause.ts";
import { tableStateName } from "../../../shared/contract/window-names.ts";
import type { TableState } from "./table-states.ts";
import { DEFAULT_VIEW, readViewState, type ViewState } from "./view-state.ts";

/**
 * The three tables' views of every profile, in memory at once and saved shortly after each change. Each profile has
 * views of its own, since what they filter by (locations, types) is its company's; all are loaded at the start, so
 * that a switch shows the right one with its first frame. Each window remembers its own.
 */
export interface ViewStore {
  readonly get: (profileId: string, resource: Resource) => ViewState;
  /**
   * Changes a view.
   * @param awaited what the change asks for, if anything: those who listen are told when it is here, so that a table
   * renders once, with the rows of what it shows, and not before and after it; or when it takes long.
   */
  readonly update: (
    profileId: string,
    resource: Resource,
    change: (view: ViewState) => ViewState,
    awaited?: (before: ViewState, after: ViewState) => Promise<void> | null,
  ) => void;
  /** What is remembered of a table: null where nothing is, undefined while its last change is still to be saved. */
  readonly remembered: (profileId: string, resource: Resource) => string | null | undefined;
  readonly subscribe: (listener: () => void) => () => void;
  /** For what echoes a key: told of each change in the moment in which it is made. */
  readonly subscribeAtOnce: (listener: () => void) => () => void;
  /** Saves at once what would be saved shortly: for a window that is to begin with it. */
  readonly flush: () => Promise<void>;
}

/** What a view is kept under: the profile's id and the resource's name, which both have no space. */
type ViewKey = `${string} ${Resource}`;

/** A drag of a column's edge is many changes and one save. */
const SAVE_DELAY = 400;
/** Ms for which a change waits for what it asked for. */
const TIMEOUT = 60;

/**
 * @param states what was remembered; what cannot be read starts afresh.
 * @param number of the window that the page is in.
 */
export function createViewStore(host: HostApi, states: readonly TableState[], number: number): ViewStore {
  const views = new Map<ViewKey, ViewState>();
  const texts = new Map<ViewKey, string | null>();
  for (const { profileId, resource, text } of states) {
    views.set(`${profileId} ${resource}`, readViewState(resource, text));
    texts.set(`${profileId} ${resource}`, text);
  }
  const listeners = new Set<() => void>();
  const immediate = new Set<() => void>();
  const saves = new Map<ViewKey, { readonly save: () => Promise<unknown>; readonly timer: number }>();
  const get = (profileId: string, resource: Resource): ViewState =>
    views.get(`${profileId} ${resource}`) ?? DEFAULT_VIEW;
  const unschedule = (key: ViewKey): void => {
    clearTimeout(saves.get(key)?.timer);
    saves.delete(key);
  };

  const emit = (): void => {
    for (const listener of listeners) listener();
  };

  const flush = async (): Promise<void> => {
    await Promise.all([...saves.values()].map(({ save }) => save()));
  };

  window.addEventListener("pagehide", () => void flush());
  host.onProfiles(({ profiles }) => {
    // The sample data's profile has the same id when it is made again, and begins without any memory.
    const known = new Set(profiles.map(({ profileId }) => profileId));
    for (const key of views.keys()) {
      if (known.has(key.slice(0, key.indexOf(" ")))) continue;
      views.delete(key);
      texts.delete(key);
      unschedule(key);
    }
  });

  return {
    get,
    update: (profileId, resource, change, awaited) => {
      const now = get(profileId, resource);
      const next = change(now);
      if (next === now) return;
      const key: ViewKey = `${profileId} ${resource}`;
      views.set(key, next);
      unschedule(key);
      const save = (): Promise<unknown> => {
        unschedule(key);
        const value = JSON.stringify(get(profileId, resource));
        texts.set(key, value);
        return host.saveUiState({ profileId, name: tableStateName(number, resource), value });
      };
      saves.set(key, { save, timer: window.setTimeout(() => void save(), SAVE_DELAY) });
      // What is asked for is under way before anything is rendered.
      const answer = awaited?.(now, next);
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
    flush,
  };
}

function subscribeTo(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
