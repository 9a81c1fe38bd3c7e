import { WATCHES } from "../../../shared/features/alerts/messages.ts";
import { ALERT_ERRORS, FIRST_RULE_NAMES, TEST_NOTIFICATION } from "./messages.ts";
import { randomUUID } from "node:crypto";
import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { CallInput, CallOutput } from "../../../shared/contract/contract.ts";
import type { ALERT_CALLS } from "../../../shared/features/alerts/alert-calls.ts";
import { ALERT_RULES, MAX_RULES, type AlertRule } from "../../../shared/features/alerts/alerts.ts";
import { TEAM_RULES } from "../../../shared/features/alerts/team-alerts.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import type { PushBus } from "../../base/push-bus.ts";
import type { UserData } from "../../store/user-data/user-data.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import {
  AlertMonitor,
  isSuspended,
  type AlertMonitorOptions,
  type WatchedConnection,
} from "./alert-monitor.ts";
import { COUNT_ACTIVE_ALERTS, READ_ALERTS } from "./evaluate/alert-tasks.ts";
import { rowKindOf } from "./evaluate/kinds.ts";
import { evaluatedRule } from "./evaluated-rule.ts";
import type { AlertAction } from "./evaluate/alert-writer.ts";
import { TeamAlertRecords, type TeamOfRecords } from "./team-alert-records.ts";
import { runTask, type Remote } from "../../store/database/worker-rpc.ts";
import { TEAM_VIEWS } from "../../../shared/features/team/team-kinds.ts";
import { readAlertSettings, saveAlertSettings } from "./alert-settings.ts";
import { recordsIn } from "../../store/user-data/connection-documents.ts";
import type { UserDatabase } from "../../store/user-data/user-database.ts";
import type { TeamAlertStore } from "./team-alert-records.ts";

/** The part of the user data's thread that the user's own rules need. */
type RuleStore = Pick<Remote<UserDatabase>, "ownInOrder" | "saveOwn" | "setOwnDeleted">;

export interface AlertServiceOptions extends Omit<AlertMonitorOptions, "rules" | "teamRules" | "kept"> {
  readonly store: RuleStore & TeamAlertStore;
  readonly team: TeamOfRecords;
  /** @throws AppFailure `invalid_input` if there is no such connection. */
  requireConnection(connectionId: string): void;
}

const RULE = { paused: false, afterRefreshes: 1, notify: true } as const;

/** The rules of the sample company. */
const FIRST_RULES: readonly Omit<AlertRule, "id">[] = [
  { ...RULE, name: WATCHES.low.any, watch: { kind: "low", typeId: null } },
  { ...RULE, name: WATCHES.outLonger.sentence, watch: { kind: "outLonger" } },
  { ...RULE, name: FIRST_RULE_NAMES.stale, watch: { kind: "stale", hours: 4 } },
];

/** The alert rules of every connection, and the user's actions on the open connection's alerts. */
export class AlertService {
  readonly monitor: AlertMonitor;
  readonly #options: AlertServiceOptions;
  readonly #team: TeamAlertRecords;
  readonly #change = oneAtATime();
  /** The number of alerts that arrived in quiet hours, by connection. */
  readonly #kept = new Map<string, number>();
  readonly #merging = oneAtATime();

  constructor(options: AlertServiceOptions) {
    this.#options = options;
    this.#team = new TeamAlertRecords(options);
    this.monitor = new AlertMonitor(this.#monitored);
  }

  get #monitored(): AlertMonitorOptions {
    return {
      ...this.#options,
      kept: this.#kept,
      rules: (connectionId) => this.rules(connectionId),
      teamRules: (connectionId) => this.#team.rules(connectionId),
    };
  }

  /** The user's own rules of a connection. Damaged rules and rules of the team are left out. */
  async rules(connectionId: string): Promise<readonly AlertRule[]> {
    const rows = await this.#options.store.ownInOrder(connectionId, TEAM_RULES);
    const team = new Set((await this.#team.rules(connectionId)).map(({ id }) => id));
    const own = recordsIn(
      TEAM_RULES,
      rows.filter(({ id }) => !team.has(id)),
    );
    return [...own].map(([id, rule]) => ({ ...rule, id }));
  }

  /** The ids of a connection's rules, including the team's rules. */
  async ruleIds(connectionId: string): Promise<readonly string[]> {
    const rules = [...(await this.rules(connectionId)), ...(await this.#team.rules(connectionId))];
    return rules.map(({ id }) => id);
  }

  /** Takes over the rules and alerts of the team, after an exchange with the collector. */
  async teamChanged(connectionId: string): Promise<void> {
    await this.#merging(async () => {
      const open = this.#openOf(connectionId);
      if (open) await this.monitor.mergeTeam(open, await this.#team.alerts(connectionId), true);
    });
    this.#options.onRules(connectionId);
  }

  /**
   * Writes the team's alerts into an opened copy that has no alerts. They are the alerts as last read; a new copy has
   * none.
   */
  async copyOpened(connectionId: string): Promise<void> {
    const merge = async (): Promise<void> => {
      const team = await this.#team.alerts(connectionId);
      const open = this.#openOf(connectionId);
      if (open && team.alerts.length > 0) await this.monitor.mergeTeam(open, team, false);
    };
    await this.#merging(merge).catch((cause: unknown) =>
      this.#options.log.warn("the team's alerts were not taken over", { cause }),
    );
    await this.monitor.announce();
  }

  /**
   * Evaluates once the rules of a connection that is not on screen. Takes over the team's alerts too, and shows
   * notifications as usual.
   */
  async evaluateClosed(connection: WatchedConnection): Promise<void> {
    const monitor = new AlertMonitor({
      ...this.#monitored,
      current: () => connection,
      // The page shows only the alerts of the open connection.
      onAlerts: () => {},
      onRules: () => {},
    });
    const { connectionId } = connection;
    const isRefreshed = connection.status.error === null;
    // Without a refresh, only the rules about the whole copy are evaluated.
    if (isRefreshed) await monitor.evaluate(connectionId);
    await monitor.look();
    if (connection.status.collector && isRefreshed) {
      const team = await this.#team.alerts(connectionId);
      await monitor.mergeTeam(connection, team, true);
    }
    await monitor.close();
  }

  /** Lists the rules with their current states. */
  async list(connectionId: string): Promise<CallOutput<"listAlertRules">> {
    const [rules, team, views] = [
      await this.rules(connectionId),
      await this.#team.rules(connectionId),
      await this.#options.views(connectionId),
    ];
    const open = this.#openOf(connectionId);
    const active = open ? await runTask(open.store.reader, COUNT_ACTIVE_ALERTS, undefined) : {};
    const now = this.#options.clock.now();
    const suspended = open !== null && isSuspended(open.status, now);
    return [...rules, ...team].map((rule) => {
      const hasView = !("viewId" in rule.watch) || evaluatedRule(rule, views, now).view !== null;
      const status = rule.paused
        ? "paused"
        : !hasView
          ? "noView"
          : suspended && rowKindOf(rule.watch) !== null
            ? "suspended"
            : "active";
      return { rule, status, active: active[rule.id] ?? 0, isTeams: team.includes(rule) };
    });
  }

  /** Adds or replaces a rule. @throws AppFailure `invalid_input`. */
  save({ connectionId, rule }: CallInput<"saveAlertRule">): Promise<AlertRule> {
    return this.#changing(connectionId, async () => {
      const rules = await this.rules(connectionId);
      if (rule.id !== undefined && !rules.some(({ id }) => id === rule.id)) throw noRule();
      if (rule.id === undefined && rules.length >= MAX_RULES) throw invalidInput(ALERT_RULES.tooMany);
      const { id = randomUUID(), ...definition } = rule;
      await this.#options.store.saveOwn(connectionId, TEAM_RULES, { id, value: JSON.stringify(definition) });
      void this.monitor.evaluate(connectionId);
      return { ...rule, id };
    });
  }

  /**
   * Turns a user's rule into a rule of the team, with its view.
   * @throws AppFailure `invalid_input` if the rule does not exist, or the token may only read.
   */
  share({ connectionId, id }: CallInput<"shareAlertRule">): Promise<void> {
    return this.#changing(connectionId, async () => {
      const { team, views } = this.#options;
      const rule = (await this.rules(connectionId)).find((one) => one.id === id);
      if (!rule) throw noRule();
      if ((await this.#team.rules(connectionId)).length >= MAX_RULES)
        throw invalidInput(ALERT_ERRORS.tooManyOfTeam({ most: String(MAX_RULES) }));
      const viewId = "viewId" in rule.watch ? rule.watch.viewId : null;
      const view = (await views(connectionId)).find((one) => one.id === viewId);
      if (viewId !== null && !view) throw invalidInput(ALERT_ERRORS.viewDeleted);
      // The view is shared before the rule, so that the collector never has a rule without its view.
      if (view && view.isTeams !== true) await team.shareRecord(connectionId, TEAM_VIEWS, view.id);
      await team.shareRecord(connectionId, TEAM_RULES, id);
    });
  }

  /**
   * Deletes a rule of the team for all workstations. @throws AppFailure `invalid_input` if the token allows only
   * reading.
   */
  deleteTeams({ connectionId, id }: CallInput<"deleteTeamRule">): Promise<void> {
    return this.#changing(connectionId, () => this.#options.team.deleteRecord(connectionId, TEAM_RULES, id));
  }

  /** Adds the first rules to a connection that has no rules. */
  async addFirstRules(connectionId: string): Promise<void> {
    if ((await this.rules(connectionId)).length > 0) return;
    for (const rule of FIRST_RULES) await this.save({ connectionId, rule });
  }

  /** Adds a rule about messages that were not sent. If the connection has one already, nothing is added. */
  async addMailRule(connectionId: string): Promise<void> {
    if ((await this.rules(connectionId)).some(({ watch }) => watch.kind === "mail")) return;
    await this.save({
      connectionId,
      rule: { ...RULE, name: FIRST_RULE_NAMES.mail, watch: { kind: "mail" } },
    });
  }

  /**
   * Deletes a rule; `restore` restores it until the app ends.
   * @throws AppFailure `invalid_input` if the rule does not exist.
   */
  delete({ connectionId, id }: CallInput<"deleteAlertRule">): Promise<void> {
    return this.#changing(connectionId, async () => {
      if (!(await this.rules(connectionId)).some((rule) => rule.id === id)) throw noRule();
      await this.#options.store.setOwnDeleted(connectionId, TEAM_RULES, id, true);
      void this.monitor.announce();
    });
  }

  /** Restores a rule that was deleted since the app's start. */
  restore({ connectionId, id }: CallInput<"restoreAlertRule">): Promise<void> {
    return this.#changing(connectionId, async () => {
      await this.#options.store.setOwnDeleted(connectionId, TEAM_RULES, id, false);
      void this.monitor.announce();
    });
  }

  /** The alerts of a connection; empty if the connection is not open. */
  async alerts({
    connectionId,
    filter,
    offset,
    limit,
  }: CallInput<"listAlerts">): Promise<CallOutput<"listAlerts">> {
    const open = this.#openOf(connectionId);
    if (!open) return { alerts: [], total: 0, unread: 0 };
    const rules = await this.ruleIds(connectionId);
    const found = await runTask(open.store.reader, READ_ALERTS, { filter, offset, limit, rules });
    return { ...found, alerts: [...found.alerts] };
  }

  /**
   * Applies an action to alerts of the open connection. An action on alerts of the team applies to the whole team; only
   * marking them as read does not.
   * @throws AppFailure `invalid_input` if some alerts are alerts of the team, and the token may only read.
   */
  async act(connectionId: string, ids: readonly number[] | null, action: AlertAction): Promise<void> {
    const open = this.#openOf(connectionId);
    if (!open) return;
    const shared = action.type === "read" || ids === null ? [] : await this.#team.among(open, ids);
    if (action.type === "read" || ids === null || shared.length === 0)
      return this.monitor.act(open, ids, action);
    const teams = new Set(shared.map(({ id }) => id));
    // The alerts of the user's own rules are changed first: they must change even if the action on the team's alerts is
    // refused.
    const own = ids.filter((id) => !teams.has(id));
    if (own.length > 0) await this.monitor.act(open, own, action);
    await this.#team.act(connectionId, shared, action);
    await this.monitor.act(open, [...teams], action);
    void this.#options.team.exchange(connectionId);
  }

  #openOf(connectionId: string): WatchedConnection | null {
    const open = this.#options.current();
    return open?.connectionId === connectionId ? open : null;
  }

  #changing<T>(connectionId: string, work: () => Promise<T>): Promise<T> {
    return this.#change(async () => {
      this.#options.requireConnection(connectionId);
      const value = await work();
      this.#options.onRules(connectionId);
      return value;
    });
  }
}

const noRule = (): Error => invalidInput(ALERT_ERRORS.noRule);

/** A notification of the system. */
export interface SystemNotification {
  readonly title: string;
  readonly body: string;
}

interface AlertHandlerParts {
  readonly alerts: AlertService;
  readonly events: PushBus;
  readonly userData: UserData;
  readonly startup: { readonly opened: Promise<void> };
  readonly options: {
    /** Shows a notification. Absent if the host cannot show notifications. */
    showNotification?(notification: SystemNotification, onClick: () => void): Promise<boolean>;
  };
}

/** The handlers of alert rules, alerts and the settings of notifications. */
export function alertHandlers({ options, alerts, events, userData, startup: { opened } }: AlertHandlerParts) {
  return {
    listAlertRules: ({ connectionId }) => alerts.list(connectionId),
    saveAlertRule: (input) => opened.then(() => alerts.save(input)),
    shareAlertRule: (input) => opened.then(() => alerts.share(input)),
    deleteTeamRule: (input) => opened.then(() => alerts.deleteTeams(input)),
    deleteAlertRule: (input) => opened.then(() => alerts.delete(input)),
    restoreAlertRule: (input) => opened.then(() => alerts.restore(input)),
    listAlerts: (input) => opened.then(() => alerts.alerts(input)),
    markAlertsRead: ({ connectionId, ids }) =>
      alerts.act(connectionId, ids === "all" ? null : ids, { type: "read" }),
    acknowledgeAlerts: ({ connectionId, ids }) => alerts.act(connectionId, ids, { type: "acknowledge" }),
    snoozeAlerts: ({ connectionId, ids, until }) =>
      alerts.act(connectionId, ids, { type: "snooze", until: Date.parse(until) }),
    unsnoozeAlerts: ({ connectionId, ids }) => alerts.act(connectionId, ids, { type: "unsnooze" }),
    getAlertSettings: async () => ({
      settings: await readAlertSettings(userData),
      available: options.showNotification !== undefined,
    }),
    saveAlertSettings: async (settings) => {
      await saveAlertSettings(userData, settings);
      events.emit("alertSettings", settings);
    },
    testNotification: async () => {
      if (!options.showNotification) return { problem: TEST_NOTIFICATION.notHere };
      return {
        problem: (await options.showNotification(
          { title: TEST_NOTIFICATION.title, body: TEST_NOTIFICATION.body },
          () => {},
        ))
          ? null
          : TEST_NOTIFICATION.notShown,
      };
    },
  } satisfies HandlersOf<typeof ALERT_CALLS>;
}
