import { alertKey } from "../../../shared/features/alerts/alert-states.ts";
import { MAX_RULES, type AlertRule } from "../../../shared/features/alerts/alerts.ts";
import {
  TEAM_ALERT_ACTIONS,
  TEAM_ALERTS,
  TEAM_RULES,
  type TeamAlert,
  type TeamAlertAction,
} from "../../../shared/features/alerts/team-alerts.ts";
import { readTeamValue, readTeamValues, type TeamValueOf } from "../../../shared/contract/team-documents.ts";
import type { TeamDocumentName } from "../../../shared/features/team/team-kinds.ts";
import type { Clock } from "../../base/clock.ts";
import { runTask, type Remote } from "../../store/database/worker-rpc.ts";
import type { RecordRow } from "../../store/user-data/own-records.ts";
import type { UserDatabase } from "../../store/user-data/user-database.ts";
import type { InventoryStore } from "../../index/inventory-store.ts";
import type { AlertRow } from "./evaluate/alert-rows.ts";
import { READ_ALERT_ROWS } from "./evaluate/alert-tasks.ts";

/** Shares records with a connection's team, and deletes the team's records. */
export interface TeamOfRecords {
  /** Shares a record of the user with the team. @throws AppFailure `invalid_input`. */
  shareRecord(connectionId: string, document: string, id: string): Promise<void>;
  /** Deletes a record of the team. @throws AppFailure `invalid_input` if the token may only read. */
  deleteRecord(connectionId: string, document: string, id: string): Promise<void>;
  /** Sends the waiting edits to the collector. */
  exchange(connectionId: string): Promise<void>;
}

/** The part of the user data's thread that the team's alerts need. */
export interface TeamAlertStore extends Pick<Remote<UserDatabase>, "teamValues"> {
  /** Adds waiting edits for the team. @returns the number of edits. */
  shareRecords(
    connectionId: string,
    document: string,
    records: readonly (RecordRow & { readonly team: string | null | undefined })[],
    now: number,
  ): Promise<number>;
  /** The ms by which the collector's clock is ahead; null if the connection never read from a collector. */
  teamState(connectionId: string): Promise<{ readonly clockAhead: number } | null>;
}

interface TeamAlertRecordsOptions {
  readonly store: TeamAlertStore;
  readonly clock: Pick<Clock, "now">;
}

/** The team's alerts as they were read from a collector. `now` is the collector's time, in ms since the epoch. */
export interface ReadTeamAlerts {
  readonly alerts: readonly TeamAlert[];
  readonly actions: readonly TeamAlertAction[];
  readonly now: number;
}

/** Reads rules and alerts of teams from the records of their collectors. */
export class TeamAlertRecords {
  readonly #options: TeamAlertRecordsOptions;

  constructor(options: TeamAlertRecordsOptions) {
    this.#options = options;
  }

  /** The rules of a connection's team. Its collector evaluates them. */
  async rules(connectionId: string): Promise<readonly AlertRule[]> {
    return readTeamRules(await this.#options.store.teamValues(connectionId, TEAM_RULES));
  }

  /** The alerts of a connection's team, with the last actions of users on them. */
  async alerts(connectionId: string): Promise<ReadTeamAlerts> {
    const { store } = this.#options;
    return {
      now: this.#options.clock.now() + (await this.#clockAhead(connectionId)),
      alerts: valuesOf(TEAM_ALERTS, await store.teamValues(connectionId, TEAM_ALERTS)),
      actions: valuesOf(TEAM_ALERT_ACTIONS, await store.teamValues(connectionId, TEAM_ALERT_ACTIONS)),
    };
  }

  /** Finds those of the given alerts that are the team's and have not ended. */
  async among(
    { connectionId, store: { reader } }: { readonly connectionId: string; readonly store: InventoryStore },
    ids: readonly number[],
  ): Promise<readonly AlertRow[]> {
    const team = new Set((await this.rules(connectionId)).map(({ id }) => id));
    if (team.size === 0) return [];
    return (await runTask(reader, READ_ALERT_ROWS, ids)).filter(({ ruleId }) => team.has(ruleId));
  }

  /**
   * Adds an action of the user on alerts of the team to the waiting edits.
   * @param rows the alerts as the user sees them.
   * @throws AppFailure `invalid_input` if the token may only read.
   */
  async act(
    connectionId: string,
    rows: readonly AlertRow[],
    action: TeamAlertAction["action"],
  ): Promise<void> {
    const { store, clock } = this.#options;
    const sent = inTimeOf(await this.#clockAhead(connectionId), action);
    const shown = new Map(rows.map((row) => [alertKey(row), row.firedAt]));
    const actions = await store.teamValues(connectionId, TEAM_ALERT_ACTIONS);
    const edits = [...(await store.teamValues(connectionId, TEAM_ALERTS))].flatMap(([id, value]) => {
      const alert = readTeamValue(TEAM_ALERTS, id, value);
      // An alert that fired again after the user saw it counts as a different alert.
      if (!alert || shown.get(alertKey(alert)) !== alert.firedAt) return [];
      const { ruleId, subject, since, firedAt } = alert;
      const acted: TeamAlertAction = { ruleId, subject, since, firedAt, action: sent };
      return [{ id, value: JSON.stringify(acted), team: actions.get(id) }];
    });
    if (edits.length > 0) await store.shareRecords(connectionId, TEAM_ALERT_ACTIONS, edits, clock.now());
  }

  /** The ms by which the collector's clock is ahead; 0 before the first exchange. */
  async #clockAhead(connectionId: string): Promise<number> {
    return (await this.#options.store.teamState(connectionId))?.clockAhead ?? 0;
  }
}

/**
 * Converts the end of a snooze to the collector's clock. @param ahead the ms by which the collector's clock is ahead of
 * this one.
 */
const inTimeOf = (ahead: number, action: TeamAlertAction["action"]): TeamAlertAction["action"] =>
  action.type === "snooze" ? { ...action, until: action.until + ahead } : action;

type TeamValues = Iterable<readonly [id: string, value: string | null]>;

/** The values of a team's document. Deleted values and values from a newer version are left out. */
export const valuesOf = <N extends TeamDocumentName>(
  document: N,
  values: TeamValues,
): readonly TeamValueOf<N>[] => [...readTeamValues(document, values).values()];

/**
 * Reads the team's rules from its records. Rules from a newer version are left out. Rules of a team are never paused.
 */
export const readTeamRules = (values: TeamValues): readonly AlertRule[] =>
  [...readTeamValues(TEAM_RULES, values)]
    .slice(0, MAX_RULES)
    .map(([id, rule]) => ({ ...rule, id, paused: false }));
