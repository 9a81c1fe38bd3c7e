import type { AlertRule } from "../../../../shared/features/alerts/alerts.ts";
import { readKnowledge, readOpenAlerts, type AlertRow } from "./alert-rows.ts";
import type { Database } from "../../../store/database/open-database.ts";
import { latestPasses } from "../../../store/database/pass-log.ts";
import { changeNumbers } from "../../../store/query/changed-records.ts";
import type { ReadingContext } from "../../../index/reading-context.ts";
import type { AlertMoment, EvaluatedRule, RuleOutcome, SuppressionReason } from "./alert-rules.ts";
import { isEventRule, rowKindOf } from "./kinds.ts";
import { endAlerts, NO_STEPS, stepAlerts } from "./step-alerts.ts";

/** The most subjects that get their own alert in one refresh. Further subjects are only counted. */
const MOST_SUBJECTS = 10_000;
/** The most subjects that are listed although they are not reported: for a new rule, or after a full refresh. */
const MOST_SILENT_SUBJECTS = 100;

/**
 * Evaluates one rule: compares the current matches with the earlier matches. Call it within a read transaction.
 * @returns null while the index of a long table is loading, while the loading continues; also null for a rule that does
 * not depend on rows.
 */
export function evaluateRule(
  tools: ReadingContext,
  evaluated: EvaluatedRule,
  moment: AlertMoment,
): RuleOutcome | null {
  const { database } = tools;
  const { rule, signature } = evaluated;
  const declared = rowKindOf(rule.watch);
  if (declared === null) return null;
  const resource = declared.resourceOf(evaluated.view);
  if (resource !== null && !tools.results.isIndexed(resource, tools.revision)) return null;
  const stored = readKnowledge(database, rule.id);
  const known = stored?.signature === signature ? stored : null;
  const { own: open, foreign } = openOf(database, rule);
  const passes = latestPasses(database);
  const changes = changeNumbers(database);
  const silence: SuppressionReason = !known
    ? "began"
    : declared.goesByChanges && known.number < changes.first - 1
      ? "gap"
      : passes.lastFull > known.pass
        ? "full"
        : null;
  const former = silence === "gap" ? null : known;
  const most = silence === null ? MOST_SUBJECTS : MOST_SILENT_SUBJECTS;
  const finding = declared.find(rule.watch, {
    context: tools,
    view: evaluated.view,
    limits: moment.limits,
    now: moment.now,
    former,
    open,
    most,
  });
  const { value, members } = finding ?? { value: former?.value ?? null, members: null };
  const counts = passes.last > (known?.pass ?? 0);
  const reported = silence ?? (finding && finding.total > most ? "gap" : null);
  const steps = finding ? stepAlerts(rule, finding, reported, open, { ...moment, counts }) : NO_STEPS;
  const ended = endAlerts(foreign, moment);
  return {
    // Ended alerts are written first, because a subject can have only one open alert per rule.
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

/**
 * The alerts of a rule that have not ended. Foreign alerts are of another kind, because the user edited the rule after
 * they began.
 */
function openOf(database: Database, rule: AlertRule) {
  const isEvent = isEventRule(rule) ? 1 : 0;
  // An alert that only gives the number of other alerts has no subject, and belongs to the rule itself.
  const isOwn = (row: AlertRow): boolean =>
    row.kind === rule.watch.kind && (row.subject === "" || row.isEvent === isEvent);
  const rows = readOpenAlerts(database, rule.id);
  return { own: rows.filter(isOwn), foreign: rows.filter((row) => !isOwn(row)) };
}
