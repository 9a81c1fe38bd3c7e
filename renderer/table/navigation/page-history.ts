import type { RouterHistory } from "@tanstack/react-router";
import { clock } from "../../base/clock.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import { Emitter } from "../../base/emitter.ts";
import type { ViewState } from "../views/view-state.ts";
import type { ViewStore } from "../views/view-store.ts";

export interface Reach {
  readonly back: boolean;
  readonly forward: boolean;
}

/** The history of a page: its screens, its opened records and the filters of its tables. */
export interface PageHistory {
  readonly reach: () => Reach;
  readonly subscribe: (listener: () => void) => () => void;
}

interface TableMoment {
  readonly connectionId: string;
  readonly resource: Resource;
  readonly view: ViewState;
}

interface Step extends TableMoment {
  /** The filter whose change made the entry, or was merged into the entry last. Null for an entry of another kind. */
  readonly changed: string | null;
  /** The time of this change, in ms. */
  readonly at: number;
}

/** The most ms between two changes of a filter that share an entry. Typing and dragging make many changes. */
const SAME_CHANGE_MS = 2_000;
/** The number of entries whose filters are remembered. Going back to an older entry does not change the filters. */
const KEPT_ENTRIES = 200;

/**
 * Makes each change of a table's filters, search or view a history entry. When the user returns to an entry, its
 * filters are restored.
 */
export function followFilters(
  views: ViewStore,
  history: RouterHistory,
  connectionIdOf: () => string | null,
  time: () => number = clock.monotonic,
): PageHistory {
  const steps = new StepMemory();
  const { emit, subscribe } = new Emitter();
  let last = indexOf(history);
  let reach: Reach = { back: last > 0, forward: false };
  /** The filter whose change is just making an entry. */
  let making: string | null = null;

  const current = (): TableMoment | null => tableOnScreen(views, history, connectionIdOf());
  const remember = (changed: string | null): void => {
    const now = current();
    if (now) steps.put(keyOf(history), { ...now, changed, at: time() });
  };
  const followView = (): void => {
    const now = current();
    if (!now) return;
    const step = steps.of(keyOf(history), now);
    if (!step) return remember(null);
    const changed = changeBetween(step.view, now.view);
    // A change of the order or the columns belongs to the present entry.
    if (changed === null) return steps.update(keyOf(history), { ...step, view: now.view });
    const isSameChange = changed === step.changed && time() - step.at < SAME_CHANGE_MS;
    if (isSameChange && !removesFilter(step.view, now.view)) return remember(changed);
    making = changed;
    history.push(history.location.href);
    making = null;
  };
  const restore = (): void => {
    const now = current();
    const step = now && steps.of(keyOf(history), now);
    if (!step) return remember(null);
    views.update(step.connectionId, step.resource, (view) => restored(view, step.view));
  };

  // The listener is called at once, so that the entry contains the last key press even if the user presses Back right
  // after it.
  views.subscribeAtOnce(followView);
  history.subscribe(({ action: { type } }) => {
    const index = indexOf(history);
    last = type === "PUSH" ? index : Math.max(last, index);
    if (type === "PUSH" || type === "REPLACE") remember(making);
    else restore();
    reach = { back: index > 0, forward: index < last };
    emit();
  });

  remember(null);
  return { reach: () => reach, subscribe };
}

function tableOnScreen(
  views: ViewStore,
  { location }: RouterHistory,
  connectionId: string | null,
): TableMoment | null {
  const resource = RESOURCES.find((name) => location.pathname === `/${name}`);
  return connectionId !== null && resource
    ? { connectionId, resource, view: views.get(connectionId, resource) }
    : null;
}

class StepMemory {
  readonly #steps = new Map<string, Step>();

  of(key: string, { connectionId, resource }: TableMoment): Step | undefined {
    const step = this.#steps.get(key);
    return step?.connectionId === connectionId && step.resource === resource ? step : undefined;
  }

  put(key: string, step: Step): void {
    this.#steps.delete(key);
    this.#steps.set(key, step);
    const [oldest] = this.#steps.keys();
    if (this.#steps.size > KEPT_ENTRIES && oldest !== undefined) this.#steps.delete(oldest);
  }

  update(key: string, step: Step): void {
    this.#steps.set(key, step);
  }
}

/**
 * The filter in which two states of a table differ: the view, the search, or a chip by its id. Null if they do not
 * differ.
 */
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

/** True if a filter was removed or switched off. Such changes always make their own entry. */
function removesFilter(before: ViewState, after: ViewState): boolean {
  const on = ({ chips }: ViewState): number => chips.filter(({ enabled }) => enabled).length;
  return on(after) < on(before);
}

/** Restores the filters of an earlier state. If that state had another view, the whole state is restored. */
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
