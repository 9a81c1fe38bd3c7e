import { findField } from "../../../../shared/inventory/fields.ts";
import type {
  AlertDetail,
  CopyKind,
  Watch,
  WatchKind,
  WatchOf,
} from "../../../../shared/features/alerts/alert-kinds.ts";
import { limitsOf, type Limits, type OutLimits } from "../../../../shared/features/custody/out-limits.ts";
import type { ErrorKind } from "../../../../shared/base/error-kinds.ts";
import type { Query } from "../../../../shared/query/query.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import type { SyncStatus } from "../../../../shared/inventory/status.ts";
import { NO_UNITS } from "../../../../shared/inventory/units.ts";
import { readFacts } from "../../../store/database/facts.ts";
import type { Database } from "../../../store/database/open-database.ts";
import { Bitmap } from "../../../index/bitmap.ts";
import type { QueryAt, QueryResults } from "../../../index/query-results.ts";
import type { ReadingContext } from "../../../index/reading-context.ts";
import { usualTimesOf } from "../../custody/public.ts";
import type { AlertRow, Knowledge } from "./alert-rows.ts";
import type { EvaluatedRule, WatchedView } from "./alert-rules.ts";
import {
  amountHolds,
  changesSince,
  compareRows,
  findRecord,
  lowTypesQuery,
  NO_FINDING,
  outDetail,
  outLongerQuery,
  stockDetail,
  type DetailsOf,
  type Finding,
} from "./find-subjects.ts";

/** The rows of a copy, and the state of a rule at its last evaluation. */
interface Rows {
  readonly context: ReadingContext;
  /** The view; null if the rule watches no view, or if its view was deleted. */
  readonly view: WatchedView | null;
  readonly limits: OutLimits;
  /** The time by the service's clock, in ms since the epoch. */
  readonly now: number;
  /** The data that the rule kept from its last evaluation; null for its first evaluation. */
  readonly former: Knowledge | null;
  readonly open: readonly AlertRow[];
  /** The most subjects to list. */
  readonly most: number;
}

/** The evaluation of a kind of rule whose condition depends on rows. */
interface RowKind<W> {
  /** The table whose index a rule needs; null for a rule that only uses changes. */
  resourceOf(view: WatchedView | null): Resource | null;
  /** Whether the kind needs every change since the last evaluation. */
  readonly goesByChanges: boolean;
  /** Whether a rule reports events instead of conditions that last. */
  isEvent(watch: W): boolean;
  /** Finds the matches of a rule. Null if they are unknown, so that open alerts stay unchanged. */
  find(watch: W, rows: Rows): Finding | null;
}

/** The state of a copy that decides the conditions about the whole copy. */
export interface CopyState {
  readonly connectionId: string;
  readonly status: Pick<SyncStatus, "lastPassAt" | "collector" | "clockSkewMs" | "pass" | "state">;
  readonly keyError: ErrorKind | null;
  readonly unsent: number | null;
}

/** A condition about the whole copy, with the details that its alert shows. */
interface CopyCondition {
  readonly holds: boolean;
  readonly detail: AlertDetail;
}

/** The evaluation of a kind whose condition depends on no row. */
interface CopyEvaluation<W> {
  /** Evaluates the condition; null while it is unknown. @param now ms since the epoch, by the local clock. */
  condition(watch: W, copy: CopyState, now: number): CopyCondition | null;
}

const notEvent = (): boolean => false;

/**
 * How each kind of rule is evaluated. The words and the form of each kind are in
 * `shared/features/alerts/alert-kinds.ts`.
 */
const EVALUATIONS: {
  readonly [K in WatchKind]: K extends CopyKind ? CopyEvaluation<WatchOf<K>> : RowKind<WatchOf<K>>;
} = {
  view: {
    resourceOf: (view) => view?.resource ?? null,
    goesByChanges: true,
    isEvent: ({ event }) => event === "leaves",
    find: ({ event }, rows) => {
      const { view, context, former } = rows;
      if (!view) return null;
      const detailsOf = changesSince(context.database, view.resource, former?.number ?? null);
      return compare(rows, view.resource, view.query, detailsOf, event);
    },
  },
  amount: {
    resourceOf: (view) => view?.resource ?? null,
    goesByChanges: false,
    isEvent: notEvent,
    find: (watch, { context, view, now, open, former }) => {
      if (!view) return null;
      const { database, results, revision } = context;
      const query = { resource: view.resource, input: view.query, now, revision };
      const value = measure(database, results, query, watch.measure);
      // If the numbers have no common unit, there is no sum.
      if (value === null) return null;
      const isUp = open.some(({ subject, state }) => subject === "" && state !== "pending");
      const holds = amountHolds(watch, value, isUp);
      const { direction, threshold } = watch;
      const amounts = { before: former?.value ?? null, now: value, threshold };
      const detail = { kind: "amount", measure: watch.measure, direction, ...amounts } as const;
      const entered = holds ? [{ id: "", name: view.name, resource: view.resource, detail }] : [];
      return { entered, total: entered.length, ended: () => !holds, value, members: null };
    },
  },
  record: {
    resourceOf: () => null,
    goesByChanges: true,
    isEvent: () => true,
    find: (watch, { context, former }) =>
      former ? findRecord(context.database, watch, former.number) : NO_FINDING,
  },
  low: {
    resourceOf: () => "types",
    goesByChanges: false,
    isEvent: notEvent,
    find: ({ typeId }, rows) =>
      compare(
        rows,
        "types",
        lowTypesQuery(typeId),
        () => (row) => stockDetail(rows.context.database, row.rowid),
      ),
  },
  outLonger: {
    resourceOf: () => "items",
    goesByChanges: false,
    isEvent: notEvent,
    find: (_watch, rows) => {
      const { context, now } = rows;
      const limits = hourlyLimits(context, now, rows.limits);
      const detailsOf: DetailsOf = () => (row) => outDetail(context.database, limits, row.rowid, now);
      return compare(rows, "items", outLongerQuery(limits), detailsOf);
    },
  },
  stale: {
    condition: ({ hours }, { status }, now) => {
      // A refresh that is running may be about to end the condition.
      if (status.pass !== null || status.state === "asleep") return null;
      const fresh = freshAt(status);
      const holds = fresh !== null && now - fresh.at > hours * HOUR;
      return { holds, detail: { kind: "stale", since: fresh?.since ?? null } };
    },
  },
  key: {
    condition: (_watch, { keyError }) => ({
      holds: keyError !== null,
      detail: { kind: "key", error: keyError ?? "unauthorized" },
    }),
  },
  mail: {
    condition: (_watch, { unsent }) =>
      unsent === null ? null : { holds: unsent > 0, detail: { kind: "mail", unsent } },
  },
};

/** The evaluation of a rule about rows; null for a rule that depends on no row. */
export function rowKindOf({ kind }: Watch): RowKind<Watch> | null {
  const declared: RowKind<Watch> | CopyEvaluation<Watch> = EVALUATIONS[kind];
  return "find" in declared ? declared : null;
}

/** The condition of a rule about the whole copy; null for a rule about rows, and while the condition is unknown. */
export function copyCondition(watch: Watch, copy: CopyState, now: number): CopyCondition | null {
  const declared: RowKind<Watch> | CopyEvaluation<Watch> = EVALUATIONS[watch.kind];
  return "condition" in declared ? declared.condition(watch, copy, now) : null;
}

/** Whether a rule reports events instead of conditions that last. */
export const isEventRule = ({ watch }: { readonly watch: Watch }): boolean =>
  rowKindOf(watch)?.isEvent(watch) ?? false;

/** Whether rows decide that a rule fires. */
export function isAboutRows({ rule: { paused, watch }, view }: EvaluatedRule): boolean {
  if (paused || rowKindOf(watch) === null) return false;
  return view !== null || !("viewId" in watch);
}

/** Compares the rows of a query with the rows of the last evaluation. */
function compare(
  { context, now, former, open, most }: Rows,
  resource: Resource,
  query: Query | null,
  detailsOf: DetailsOf,
  event: "enters" | "leaves" = "enters",
): Finding {
  const { database, results, revision } = context;
  const rowids = query ? results.rowidSet({ resource, input: query, now, revision }) : new Bitmap(0);
  const known = former?.members ? Bitmap.ofBytes(former.members) : null;
  return compareRows(database, { resource, rowids, detailsOf }, known, event, open, most);
}

type Amount = WatchOf<"amount">["measure"];

/** A count or a sum. Null if the numbers have no common unit, and the rule names no currency. */
function measure(database: Database, results: QueryResults, query: QueryAt, what: Amount): number | null {
  if (what === "count") return results.count(query).total;
  const field = findField(query.resource, what.sum);
  if (!field) return null;
  const { rows, fields } = results.totals(query, [field], readFacts(database).units ?? NO_UNITS);
  const totals = fields[field.name] ?? [];
  // If no row has a value, the amount is unknown, which is not the same as zero.
  if (field.isMoney && rows > 0 && totals.length === 0) return null;
  if (what.currency !== undefined)
    return totals.find(({ measuredIn }) => measuredIn === what.currency)?.sum ?? 0;
  const [total, ...others] = totals;
  return others.length > 0 ? null : (total?.sum ?? 0);
}

const HOUR = 3_600_000;
const limitsRead = new WeakMap<Database, { readonly key: string; readonly limits: Limits }>();

/**
 * The limits for the time that items may be out. They are read once an hour, which is enough because limits are days.
 * @param now as in `AlertMoment`.
 */
function hourlyLimits(context: ReadingContext, now: number, fixed: OutLimits): Limits {
  const key = JSON.stringify([Math.floor(now / HOUR), fixed]);
  const known = limitsRead.get(context.database);
  if (known?.key === key) return known.limits;
  const limits = limitsOf(usualTimesOf(context), fixed);
  limitsRead.set(context.database, { key, limits });
  return limits;
}

/**
 * The time at which the copy last matched the service: as a text to show, and in local ms. A collector may answer
 * although it cannot reach the service.
 */
function freshAt({ lastPassAt, collector, clockSkewMs }: CopyState["status"]): Fresh | null {
  if (lastPassAt === null) return null;
  const passed = { since: lastPassAt, at: Date.parse(lastPassAt) };
  const since = collector?.completeAsOf ?? null;
  if (since === null) return passed;
  // This time is by the service's clock, but only the collector's clock is known. So the later of the two possible
  // times is used.
  const complete = Date.parse(since);
  const at = Math.max(complete, complete - (clockSkewMs ?? 0));
  return at < passed.at ? { since, at } : passed;
}

interface Fresh {
  readonly since: string;
  readonly at: number;
}
