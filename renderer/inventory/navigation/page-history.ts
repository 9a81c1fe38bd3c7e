import type { RouterHistory } from "@tanstack/react-router";
import { RESOURCES, type Resource } from "../../../shared/domain/resource-names.ts";
import type { ViewState } from "../views/view-state.ts";
import type { ViewStore } from "../views/view-store.ts";

/** Whether there is something to go back or forward to. */
export interface Reach {
  readonly back: boolean;
  readonly forward: boolean;
}

/** The page's one history: screens, records that were opened, and what the tables were filtered by. */
export interface PageHistory {
  readonly reach: () => Reach;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A table as it was at one entry of the history. */
interface Step {
  readonly profileId: string;
  readonly resource: Resource;
  readonly view: ViewState;
  /** Which filter's change made the entry or was the last to go into it; null for an entry of another kind. */
  readonly changed: string | null;
  /** When that was, in ms. */
  readonly at: number;
}

/** Changes of one filter are one entry while they come within this many ms of each other: typing, dragging a handle. */
const SAME_CHANGE = 2_000;
/** Entries whose filters are remembered; older ones leave the filters as they are. */
const KEPT = 200;

/**
 * Makes every change of a table's filters, search or view an entry of the page's history, and takes it back or brings
 * it again when that entry is returned to. Order and columns are no entries; they come back with the view they belong to.
 * @param profileOf the profile that is open.
 */
export function followFilters(
  views: ViewStore,
  history: RouterHistory,
  profileOf: () => string | null,
  clock: () => number = () => performance.now(),
): PageHistory {
  const steps = new Map<string, Step>();
  const listeners = new Set<() => void>();
  let last = indexOf(history);
  let reach: Reach = { back: last > 0, forward: false };
  /** What the entry that is about to be made is of. */
  let making: string | null = null;

  const current = (): Pick<Step, "profileId" | "resource" | "view"> | null => {
    const profileId = profileOf();
    const resource = RESOURCES.find((name) => history.location.pathname === `/${name}`);
    return profileId !== null && resource
      ? { profileId, resource, view: views.get(profileId, resource) }
      : null;
  };
  const remember = (changed: string | null): void => {
    const now = current();
    if (!now) return;
    const key = keyOf(history);
    steps.delete(key);
    steps.set(key, { ...now, changed, at: clock() });
    const [oldest] = steps.keys();
    if (steps.size > KEPT && oldest !== undefined) steps.delete(oldest);
  };

  // At once: who goes back right after a key finds that key in the entry they leave.
  views.subscribeAtOnce(() => {
    const now = current();
    if (!now) return;
    const step = steps.get(keyOf(history));
    if (!step || step.profileId !== now.profileId || step.resource !== now.resource) return remember(null);
    const changed = changeBetween(step.view, now.view);
    // Another order or other columns: the entry's own from now on.
    if (changed === null) return void steps.set(keyOf(history), { ...step, view: now.view });
    const inOne = changed === step.changed && clock() - step.at < SAME_CHANGE;
    if (inOne && !takesAway(step.view, now.view)) return remember(changed);
    making = changed;
    history.push(history.location.href);
    making = null;
  });

  history.subscribe(({ action: { type } }) => {
    const index = indexOf(history);
    if (type === "PUSH") last = index;
    else last = Math.max(last, index);
    if (type === "PUSH" || type === "REPLACE") remember(making);
    else {
      const step = steps.get(keyOf(history));
      const now = current();
      if (!step || !now || step.profileId !== now.profileId || step.resource !== now.resource) remember(null);
      else views.update(step.profileId, step.resource, (view) => restored(view, step.view));
    }
    reach = { back: index > 0, forward: index < last };
    for (const listener of listeners) listener();
  });

  remember(null);
  return {
    reach: () => reach,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Which of the filters two states of a table differ in: the view, the search, one chip by its id; null in none. */
function changeBetween(before: ViewState, after: ViewState): string | null {
  if (before.viewId !== after.viewId) return "view";
  const ids = new Set([...before.chips, ...after.chips].map(({ id }) => id));
  const text = (view: ViewState, id: string): string =>
    JSON.stringify(view.chips.find((chip) => chip.id === id) ?? null);
  const chips = [...ids].filter((id) => text(before, id) !== text(after, id));
  const search = before.search !== after.search;
  if (search && chips.length > 0) return "several";
  if (search) return "search";
  if (chips.length > 1) return "several";
  return chips.length === 1 ? `chip ${chips[0]}` : null;
}

/** Whether a filter went or was switched off: what is taken back, and never part of the change that made it. */
function takesAway(before: ViewState, after: ViewState): boolean {
  const on = ({ chips }: ViewState): number => chips.filter(({ enabled }) => enabled).length;
  return on(after) < on(before);
}

/** The table with the filters of another time; with all that its view was where that was another one. */
function restored(now: ViewState, then: ViewState): ViewState {
  if (changeBetween(now, then) === null) return now;
  return now.viewId === then.viewId ? { ...now, search: then.search, chips: then.chips } : then;
}

function keyOf({ location }: RouterHistory): string {
  return location.state.key ?? "";
}

function indexOf({ location }: RouterHistory): number {
  return location.state["__TSR_index"];
}
