import { findField } from "../../../../shared/inventory/fields.ts";
import { limitsOf, type Limits, type OutLimits } from "../../../../shared/features/custody/out-limits.ts";
import type { AlertRule, Watch } from "../../../../shared/features/alerts/alerts.ts";
import type { Query } from "../../../../shared/query/query.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import { NO_UNITS } from "../../../../shared/inventory/units.ts";
import { assertNever } from "../../../../shared/base/errors.ts";
import { readKnowledge, readOpenAlerts, type AlertRow, type Knowledge } from "./alert-rows.ts";
import { readFacts } from "../../../store/database/facts.ts";
import type { Database } from "../../../store/database/open-database.ts";
import { latestPasses } from "../../../store/database/pass-log.ts";
import { changeNumbers } from "../../../store/query/changed-records.ts";
import { Bitmap } from "../../../index/bitmap.ts";
import type { QueryAt, QueryResults } from "../../../index/query-results.ts";
import type { ReadingContext } from "../../../index/reading-context.ts";
import { usualTimesOf } from "../../custody/public.ts";
import {
  isEventRule,
  type AlertMoment,
  type EvaluatedRule,
  type RuleOutcome,
  type SuppressionReason,
} from "./alert-rules.ts";
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
import { endAlerts, NO_STEPS, stepAlerts } from "./step-alerts.ts";

/** Subjects that get their own alert at one refresh; further ones are only counted. */
const MOST_SUBJECTS = 10_000;
/** Subjects that are listed although they are not reported: for a new rule, or after a full refresh. */
const MOST_SILENT_SUBJECTS = 100;

/**
 * Evaluates one rule: compares the current matches with the earlier ones. Call it within a read transaction.
 * @returns null while the index of a long table is loading, which continues meanwhile.
 */
export function evaluateRule(
  tools: ReadingContext,
  evaluated: EvaluatedRule,
  moment: AlertMoment,
): RuleOutcome | null {
  const { database } = tools;
  const { rule, signature } = evaluated;
  const resource = resourceOf(evaluated);
  if (resource !== null && !tools.results.isIndexed(resource, tools.revision)) return null;
  const stored = readKnowledge(database, rule.id);
  const known = stored?.signature === signature ? stored : null;
  const { own: open, foreign } = openOf(database, rule);
  const passes = latestPasses(database);
  const changes = changeNumbers(database);
  const goesByChanges = rule.watch.kind === "view" || rule.watch.kind === "record";
  const silence: SuppressionReason = !known
    ? "began"
    : goesByChanges && known.number < changes.first - 1
      ? "gap"
      : passes.lastFull > known.pass
        ? "full"
        : null;
  const former = silence === "gap" ? null : known;
  const most = silence === null ? MOST_SUBJECTS : MOST_SILENT_SUBJECTS;
  const finding = find(tools, evaluated, moment, { former, open, most });
  const { value, members } = finding ?? { value: former?.value ?? null, members: null };
  const counts = passes.last > (known?.pass ?? 0);
  const reported = silence ?? (finding && finding.total > most ? "gap" : null);
  const steps = finding ? stepAlerts(rule, finding, reported, open, { ...moment, counts }) : NO_STEPS;
  const ended = endAlerts(foreign, moment);
  return {
    // Those that end come first: a subject has one open alert of a rule.
    saved: [...ended.saved, ...steps.saved],
    dropped: [...ended.dropped, ...steps.dropped],
    fired: steps.fired,
    knowledge: {
      ruleId: rule.id,
      signature,
      number: changes.last,
      pass: passes.last,
      value,
      members: members && new Uint8Array(members.words.buffer),
    },
  };
}

/** The alerts of a rule that have not ended. Foreign ones are of another kind: the user has edited the rule since. */
function openOf(database: Database, rule: AlertRule) {
  const isEvent = isEventRule(rule) ? 1 : 0;
  // The line that counts alerts (no subject) lasts like an event, whatever the rule.
  const isOwn = (row: AlertRow): boolean =>
    row.kind === rule.watch.kind && (row.subject === "" || row.isEvent === isEvent);
  const rows = readOpenAlerts(database, rule.id);
  return { own: rows.filter(isOwn), foreign: rows.filter((row) => !isOwn(row)) };
}

/** The table whose index a rule needs; null for a rule that uses changes alone. */
function resourceOf({ rule: { watch }, view }: EvaluatedRule): Resource | null {
  if (watch.kind === "low") return "types";
  return watch.kind === "outLonger" ? "items" : (view?.resource ?? null);
}

/** The earlier state to compare a finding with. */
interface Before {
  /** The rule's memory of its last evaluation; null for the first one. */
  readonly former: Knowledge | null;
  readonly open: readonly AlertRow[];
  /** The most subjects to list. */
  readonly most: number;
}

/** Finds a rule's matches; null if they are not known: the open alerts then stay as they are. */
function find(
  context: ReadingContext,
  { rule: { watch }, view }: EvaluatedRule,
  { limits: fixed, now }: AlertMoment,
  { former, open, most }: Before,
): Finding | null {
  const { database, results, revision } = context;
  const queryOf = (resource: Resource, input: Query): QueryAt => ({ resource, input, now, revision });
  const compare = (
    resource: Resource,
    query: Query | null,
    detailsOf: DetailsOf,
    event: "enters" | "leaves" = "enters",
  ): Finding => {
    const rowids = query ? results.rowidSet(queryOf(resource, query)) : new Bitmap(0);
    const known = former?.members ? Bitmap.ofBytes(former.members) : null;
    return compareRows(database, { resource, rowids, detailsOf }, known, event, open, most);
  };
  switch (watch.kind) {
    case "view": {
      if (!view) return null;
      const detailsOf = changesSince(database, view.resource, former?.number ?? null);
      return compare(view.resource, view.query, detailsOf, watch.event);
    }
    case "amount": {
      if (!view) return null;
      const value = measure(database, results, queryOf(view.resource, view.query), watch.measure);
      // Numbers without a common unit have no sum.
      if (value === null) return null;
      const isUp = open.some(({ subject, state }) => subject === "" && state !== "pending");
      const holds = amountHolds(watch, value, isUp);
      const { direction, threshold } = watch;
      const amounts = { before: former?.value ?? null, now: value, threshold };
      const detail = { kind: "amount", measure: watch.measure, direction, ...amounts } as const;
      const entered = holds ? [{ id: "", name: view.name, resource: view.resource, detail }] : [];
      return { entered, total: entered.length, ended: () => !holds, value, members: null };
    }
    case "record":
      return former ? findRecord(database, watch, former.number) : NO_FINDING;
    case "low":
      return compare("types", lowTypesQuery(watch.typeId), () => (row) => stockDetail(database, row.rowid));
    case "outLonger": {
      const limits = hourlyLimits(context, now, fixed);
      return compare(
        "items",
        outLongerQuery(limits),
        () => (row) => outDetail(database, limits, row.rowid, now),
      );
    }
    case "stale":
    case "key":
    case "mail":
      return NO_FINDING;
    default:
      return assertNever(watch, "an unknown kind of rule");
  }
}

type Amount = Extract<Watch, { kind: "amount" }>["measure"];

/** A count or a sum; null if the numbers have no common unit, and the rule names no currency. */
function measure(database: Database, results: QueryResults, query: QueryAt, what: Amount): number | null {
  if (what === "count") return results.count(query).total;
  const field = findField(query.resource, what.sum);
  if (!field) return null;
  const { rows, fields } = results.totals(query, [field], readFacts(database).units ?? NO_UNITS);
  const totals = fields[field.name] ?? [];
  // Rows of which none has a value are worth an unknown amount, not zero.
  if (field.isMoney && rows > 0 && totals.length === 0) return null;
  if (what.currency !== undefined)
    return totals.find(({ measuredIn }) => measuredIn === what.currency)?.sum ?? 0;
  const [total, ...others] = totals;
  return others.length > 0 ? null : (total?.sum ?? 0);
}

const HOUR = 3_600_000;
const limitsRead = new WeakMap<Database, { readonly key: string; readonly limits: Limits }>();

/** The limits of time out, read once an hour because they count in days. @param now as in `AlertMoment`. */
function hourlyLimits(context: ReadingContext, now: number, fixed: OutLimits): Limits {
  const key = JSON.stringify([Math.floor(now / HOUR), fixed]);
  const known = limitsRead.get(context.database);
  if (known?.key === key) return known.limits;
  const limits = limitsOf(usualTimesOf(context), fixed);
  limitsRead.set(context.database, { key, limits });
  return limits;
}
