import type { TeamAlert, TeamAlertAction } from "../../../../shared/features/alerts/team-alerts.ts";
import type { WriterTask } from "../../../store/ingest/writer-context.ts";
import type { ThreadTask } from "../../../store/database/worker-rpc.ts";
import type { ReadingContext } from "../../../index/reading-context.ts";
import {
  countAlerts,
  countActiveAlerts,
  readAlertRows,
  readAlerts,
  rulesWithAlerts,
  type AlertCounts,
  type AlertRow,
  type AlertWindow,
} from "./alert-rows.ts";
import type { AlertMoment, EvaluatedRule, RuleOutcome } from "./alert-rules.ts";
import {
  changeAlerts,
  finishEvaluation,
  observeWhole,
  saveAlerts,
  type AlertAction,
  type FinishedEvaluation,
  type RuleWrites,
  type WholeCondition,
  type WholeOutcome,
} from "./alert-writer.ts";
import { evaluateRule } from "./evaluate-rule.ts";
import {
  applyTeamActions,
  hasNoAlerts,
  hasNoKnowledge,
  mergeTeamAlerts,
  readTeamAlerts,
  type MergedAlerts,
  type TeamAlerts,
} from "./team-alert-rows.ts";

type Reading<Input, Output> = ThreadTask<ReadingContext, Input, Output>;
type Writing<Input, Output> = WriterTask<Input, Output>;

/** Evaluates one rule without writing. Null while the index of a long table is loading. */
export const EVALUATE_RULE: Reading<
  { readonly rule: EvaluatedRule; readonly moment: AlertMoment },
  RuleOutcome | null
> = { name: "alerts.evaluate", run: (context, { rule, moment }) => evaluateRule(context, rule, moment) };

/** Reads alerts of the inbox, as `readAlerts` selects them. If `rules` is null, alerts of all rules are read. */
export const READ_ALERTS: Reading<
  {
    readonly filter: "active" | "all";
    readonly offset: number;
    readonly limit: number;
    readonly rules: readonly string[] | null;
  },
  AlertWindow
> = {
  name: "alerts.read",
  run: ({ database }, { filter, offset, limit, rules }) =>
    readAlerts(database, filter, offset, limit, rules ?? rulesWithAlerts(database)),
};

/** Counts the alerts that need attention. The input is the list of ids of the existing rules. */
export const COUNT_ALERTS: Reading<readonly string[], AlertCounts> = {
  name: "alerts.count",
  run: ({ database }, rules) => countAlerts(database, rules),
};

/** Counts the active alerts of each rule, by its id. */
export const COUNT_ACTIVE_ALERTS: Reading<undefined, Readonly<Record<string, number>>> = {
  name: "alerts.countActive",
  run: ({ database }) => countActiveAlerts(database),
};

/** Writes the result of evaluating an alert rule. */
export const SAVE_ALERTS: Writing<RuleWrites, void> = {
  name: "alerts.save",
  run: ({ database }, writes) => saveAlerts(database, writes),
};

/** Cleans up after all alert rules were evaluated. */
export const FINISH_EVALUATION: Writing<
  {
    readonly rules: readonly string[];
    readonly own: readonly string[];
    readonly watching: readonly string[];
    readonly now: number;
  },
  FinishedEvaluation
> = {
  name: "alerts.finish",
  run: ({ database }, { now, ...ids }) => finishEvaluation(database, ids, now),
};

/** Applies an action of the user to alerts. `ids` is null for all active alerts. */
export const CHANGE_ALERTS: Writing<
  {
    readonly ids: readonly number[] | null;
    readonly action: AlertAction;
    readonly rules: readonly string[];
    readonly now: number;
  },
  AlertCounts
> = {
  name: "alerts.change",
  run: ({ database }, { ids, action, rules, now }) => changeAlerts(database, ids, action, rules, now),
};

/** Updates the alerts about the whole copy. */
export const OBSERVE_WHOLE: Writing<
  { readonly conditions: readonly WholeCondition[]; readonly rules: readonly string[]; readonly now: number },
  WholeOutcome
> = {
  name: "alerts.observeWhole",
  run: ({ database }, { conditions, rules, now }) => observeWhole(database, conditions, rules, now),
};

/** Reads those of the given alerts that have not ended. */
export const READ_ALERT_ROWS: Reading<readonly number[], readonly AlertRow[]> = {
  name: "alerts.rows",
  run: ({ database }, ids) => readAlertRows(database, ids),
};

/** Reads the alerts that a collector publishes. The input is the list of ids of the team's rules. */
export const READ_TEAM_ALERTS: Reading<readonly string[], readonly TeamAlert[]> = {
  name: "alerts.readTeam",
  run: ({ database }, rules) => readTeamAlerts(database, rules),
};

/**
 * The copies whose alerts are replaced: all copies, copies that were never evaluated, or copies without alerts of the
 * rules.
 */
type MergedCopies = "all" | "notEvaluated" | "withoutAlerts";

/** Replaces the alerts of the team's rules in a copy. Null if the copy is not one of `copies`. */
export const MERGE_TEAM_ALERTS: Writing<TeamAlerts & { readonly copies: MergedCopies }, MergedAlerts | null> =
  {
    name: "alerts.mergeTeam",
    run: ({ database }, { copies, ...team }) => {
      const isMeant =
        copies === "all"
        || (copies === "notEvaluated" ? hasNoKnowledge(database) : hasNoAlerts(database, team.rules));
      return isMeant ? mergeTeamAlerts(database, team) : null;
    },
  };

/** Applies the actions of a team's users. `rules` is the list of ids of the existing rules. */
export const APPLY_TEAM_ACTIONS: Writing<
  {
    readonly actions: readonly TeamAlertAction[];
    readonly rules: readonly string[];
    readonly now: number;
  },
  AlertCounts
> = {
  name: "alerts.applyTeam",
  run: ({ database }, { actions, rules, now }) => applyTeamActions(database, actions, rules, now),
};

export const ALERT_READER_TASKS = [
  EVALUATE_RULE,
  READ_ALERTS,
  COUNT_ALERTS,
  COUNT_ACTIVE_ALERTS,
  READ_ALERT_ROWS,
  READ_TEAM_ALERTS,
] as const;
export const ALERT_WRITER_TASKS = [
  SAVE_ALERTS,
  FINISH_EVALUATION,
  CHANGE_ALERTS,
  OBSERVE_WHOLE,
  MERGE_TEAM_ALERTS,
  APPLY_TEAM_ACTIONS,
] as const;
