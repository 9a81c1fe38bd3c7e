import { groupBy } from "../../../base/group-by.ts";
import { findField } from "../../../../shared/inventory/fields.ts";
import type { Query } from "../../../../shared/query/query.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import { NO_UNITS } from "../../../../shared/inventory/units.ts";
import { assertNever } from "../../../../shared/base/text/assert-never.ts";
import { readKnowledge, readOpenAlerts, type AlertRow, type Knowledge } from "../../database/alert-rows.ts";
import { readFacts } from "../../database/facts.ts";
import type { Database } from "../../database/open-database.ts";
import { changeNumbers, membersAmong } from "../../query/changed-records.ts";
import type { QueryAt, QueryResults } from "../query-results.ts";
import type { AlertInput, AlertOutcome, EvaluatedRule, Silence, WatchedView } from "./alert-rules.ts";
import {
  amountHolds,
  changedAmount,
  changeDetail,
  findInView,
  findRecord,
  NOTHING,
  type Finding,
} from "./changed-subjects.ts";
import { compareVersions, memberQuery, type Comparison } from "./compare-versions.ts";
import {
  findInSet,
  LISTED,
  lowTypesNow,
  outDetail,
  outLongerQuery,
  type Present,
} from "./lasting-subjects.ts";
import type { HourlyLimits } from "./hourly-limits.ts";
import { stepAlerts } from "./step-alerts.ts";
import { prepared } from "../../database/prepared.ts";

/** What reads the copy. */
export interface AlertTools {
  readonly database: Database;
  readonly results: QueryResults;
  readonly limits: HourlyLimits;
  readonly revision: number;
}

/** A rule that goes by rows follows no more of them than these. */
const MAX_FOLLOWED = 10_000;
/** What the rows cannot tell: a status says it, whenever it changes. */
const ELSEWHERE: ReadonlySet<string> = new Set(["stale", "key"]);

/** Evaluates all rules after a refresh, from what changed since the last time. Used within a read transaction. */
export function evaluateAlerts(tools: AlertTools, input: AlertInput): AlertOutcome {
  return new Evaluation(tools, input).run();
}

class Evaluation {
  readonly #tools: AlertTools;
  readonly #input: AlertInput;
  readonly #knowledge: ReadonlyMap<string, Knowledge>;
  readonly #open: ReadonlyMap<string, readonly AlertRow[]>;
  readonly #comparisons: ReadonlyMap<string, Comparison>;
  /** The newest change and the last pass. */
  readonly #last: number;
  readonly #pass: number;
  readonly #lastFull: number;

  constructor(tools: AlertTools, input: AlertInput) {
    const { database } = tools;
    this.#tools = tools;
    this.#input = input;
    this.#knowledge = readKnowledge(database);
    this.#open = groupBy(readOpenAlerts(database), ({ ruleId }) => ruleId);
    this.#last = changeNumbers(database).last;
    const passes = prepared(
      database,
      `SELECT coalesce(max(number), 0) AS last, coalesce(max(number) FILTER (WHERE mode = 'full'), 0) AS lastFull
         FROM passes`,
    ).get() as { last: number; lastFull: number };
    this.#pass = passes.last;
    this.#lastFull = passes.lastFull;
    const since = (rule: EvaluatedRule): number | null => this.#knownOf(rule)?.number ?? null;
    this.#comparisons = compareVersions(database, input.rules.filter(isWatched), since, input.now);
  }

  run(): AlertOutcome {
    const saved: AlertRow[] = [];
    const dropped: number[] = [];
    const knowledge: Knowledge[] = [];
    const fired: { readonly ruleId: string; readonly subjects: AlertOutcome["fired"][number]["subjects"] }[] =
      [];
    for (const evaluated of this.#input.rules.filter(isWatched)) {
      const { rule } = evaluated;
      const silence = this.#silence(evaluated);
      const finding = this.#find(evaluated, silence);
      knowledge.push(this.#learn(evaluated, finding));
      if (!finding) continue;
      const { at, missed } = this.#input;
      const counts = this.#pass > (this.#knownOf(evaluated)?.pass ?? 0);
      const moment = { at, missed, counts };
      const steps = stepAlerts(rule, finding, silence, this.#openOf(evaluated), moment);
      saved.push(...steps.saved);
      dropped.push(...steps.dropped);
      if (steps.fired.length > 0) fired.push({ ruleId: rule.id, subjects: steps.fired });
    }
    return { saved: [...saved, ...this.#ofDeleted()], dropped, knowledge, fired, ...this.#rest() };
  }

  /** Forgets what paused and deleted rules knew, so that a rule starts again after a pause. */
  #rest(): Pick<AlertOutcome, "forgotten" | "full"> {
    const { rules } = this.#input;
    const kept = new Set(rules.flatMap(({ rule }) => (rule.paused ? [] : [rule.id])));
    const known = [...this.#knowledge.values()];
    return {
      forgotten: known.flatMap(({ ruleId }) => (kept.has(ruleId) ? [] : [ruleId])),
      full: this.#lastFull > 0 && this.#lastFull === this.#pass,
    };
  }

  /** The alerts of rules that were deleted end. */
  #ofDeleted(): readonly AlertRow[] {
    const ids = new Set(this.#input.rules.map(({ rule }) => rule.id));
    const rows = [...this.#open].flatMap(([ruleId, open]) => (ids.has(ruleId) ? [] : open));
    return rows.map((row) => ({ ...row, state: "resolved", snoozedUntil: null, resolvedAt: this.#input.at }));
  }

  /** What a rule knows, if it still watches the same. */
  #knownOf({ rule, signature }: EvaluatedRule): Knowledge | null {
    const known = this.#knowledge.get(rule.id);
    return known?.signature === signature && known.tooMany === 0 ? known : null;
  }

  #openOf({ rule }: EvaluatedRule): readonly AlertRow[] {
    return this.#open.get(rule.id) ?? [];
  }

  #silence(evaluated: EvaluatedRule): Silence {
    const known = this.#knownOf(evaluated);
    const changed = this.#comparisons.get(evaluated.rule.id)?.changed;
    if (!known) return "began";
    if (changed && !evaluated.view?.timed && (changed.cutOff || changed.more)) return "gap";
    return this.#lastFull > known.pass ? "full" : null;
  }

  #learn({ rule, signature }: EvaluatedRule, finding: Finding | null): Knowledge {
    return {
      ruleId: rule.id,
      signature,
      number: this.#last,
      pass: this.#pass,
      value: finding?.value ?? null,
      members: finding?.members ? JSON.stringify(finding.members) : null,
      tooMany: finding ? 0 : 1,
    };
  }

  /** Null where there are too many rows to follow. */
  #find(evaluated: EvaluatedRule, silence: Silence): Finding | null {
    const { watch } = evaluated.rule;
    const { database } = this.#tools;
    const comparison = this.#comparisons.get(evaluated.rule.id);
    const changes = silence === "began" || silence === "gap" ? undefined : comparison;
    switch (watch.kind) {
      case "view":
        if (evaluated.view?.timed) return this.#inTimedView(evaluated, evaluated.view, watch.event);
        return changes ? findInView(watch.event, changes) : this.#beginInView(evaluated, watch.event);
      case "amount":
        return this.#amount(evaluated, watch, silence, changes);
      case "record":
        return changes ? findRecord(watch, changes) : NOTHING;
      case "low":
        return this.#inSet(evaluated, lowTypesNow(database, watch.typeId), "enters");
      case "outLonger":
        return this.#outLonger(evaluated);
      case "stale":
      case "key":
        return NOTHING;
      default:
        return assertNever(watch, "an unknown kind of rule");
    }
  }

  /** All that a view has, where no changes tell what entered. */
  #beginInView(evaluated: EvaluatedRule, event: "enters" | "leaves"): Finding {
    const { view } = evaluated;
    const query = memberQuery(evaluated, this.#input.now);
    if (!view || !query || event === "leaves") return NOTHING;
    const { database, results } = this.#tools;
    const at = this.#at(view.resource, view.query);
    const { total } = results.count(at);
    const rowids = total <= LISTED ? new Set(results.rowidsOf(at, LISTED)) : new Set<number>();
    const detailOf = (): ReturnType<Present["detailOf"]> => ({ kind: "changed", fields: {}, presence: null });
    const found = findInSet(database, { resource: view.resource, rowids, detailOf }, null, [], "enters");
    const open = this.#openOf(evaluated).map(({ subject }) => subject);
    const [still] = membersAmong(database, view.resource, open, [query]);
    return { ...found, members: null, total, ended: ({ subject }) => still?.has(subject) !== true };
  }

  #inTimedView(
    evaluated: EvaluatedRule,
    { resource, query }: WatchedView,
    event: "enters" | "leaves",
  ): Finding | null {
    const rowids = this.#tools.results.rowidsOf(this.#at(resource, query), MAX_FOLLOWED);
    const changed = this.#comparisons.get(evaluated.rule.id)?.changed;
    const detailOf: Present["detailOf"] = (_rowid, id) =>
      changed ? changeDetail(changed, id) : { kind: "changed", fields: {}, presence: null };
    return rowids && this.#inSet(evaluated, { resource, rowids: new Set(rowids), detailOf }, event);
  }

  #outLonger(evaluated: EvaluatedRule): Finding | null {
    const { database, results } = this.#tools;
    const { now } = this.#input;
    const limits = this.#tools.limits.at(now, this.#input.limits);
    const query = outLongerQuery(limits);
    const rowids = query ? results.rowidsOf(this.#at("items", query), MAX_FOLLOWED) : [];
    const detailOf: Present["detailOf"] = (rowid) => outDetail(database, limits, rowid, now);
    return (
      rowids && this.#inSet(evaluated, { resource: "items", rowids: new Set(rowids), detailOf }, "enters")
    );
  }

  #inSet(evaluated: EvaluatedRule, present: Present, event: "enters" | "leaves"): Finding {
    const members = this.#knownOf(evaluated)?.members ?? null;
    const known = members === null ? null : (JSON.parse(members) as readonly number[]);
    return findInSet(this.#tools.database, present, known, this.#openOf(evaluated), event);
  }

  #amount(
    evaluated: EvaluatedRule,
    watch: Extract<EvaluatedRule["rule"]["watch"], { kind: "amount" }>,
    silence: Silence,
    changes: Comparison | undefined,
  ): Finding {
    const { view } = evaluated;
    if (!view) return NOTHING;
    const before = this.#knownOf(evaluated)?.value ?? null;
    const now =
      changes && silence === null && before !== null && !view.timed
        ? changedAmount(before, changes, watch.measure === "count")
        : this.#measure(view, watch.measure);
    // Numbers without a common unit have no sum.
    if (now === null) return NOTHING;
    const [open] = this.#openOf(evaluated);
    const holds = amountHolds(watch, now, open !== undefined && open.state !== "pending");
    const { measure, direction, threshold } = watch;
    const detail = { kind: "amount", measure, direction, before, now, threshold } as const;
    const subject = { id: "", name: view.name, resource: view.resource, detail };
    return { entered: holds ? [subject] : [], ended: () => !holds, value: now, members: null };
  }

  #measure({ resource, query }: WatchedView, measure: "count" | { readonly sum: string }): number | null {
    const { results, database } = this.#tools;
    const at = this.#at(resource, query);
    if (measure === "count") return results.count(at).total;
    const field = findField(resource, measure.sum);
    if (!field) return null;
    const totals = results.totals(at, [field], readFacts(database).units ?? NO_UNITS).fields[field.name];
    return totals === undefined || totals.length === 0
      ? 0
      : totals.length === 1
        ? (totals[0]?.sum ?? null)
        : null;
  }

  #at(resource: Resource, input: Query): QueryAt {
    return { resource, input, now: this.#input.now, revision: this.#tools.revision };
  }
}

function isWatched({ rule, view }: EvaluatedRule): boolean {
  const needsView = rule.watch.kind === "view" || rule.watch.kind === "amount";
  return !rule.paused && !ELSEWHERE.has(rule.watch.kind) && (!needsView || view !== null);
}
