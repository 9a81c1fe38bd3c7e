import type { AlertRule, AlertSettings } from "../../../shared/features/alerts/alerts.ts";
import type { TeamAlertAction } from "../../../shared/features/alerts/team-alerts.ts";
import type { ErrorKind } from "../../../shared/base/error-kinds.ts";
import type { OutLimits } from "../../../shared/features/custody/out-limits.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";
import type { SavedView } from "../../../shared/query/views/views.ts";
import type { Clock, Timer } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import type { AlertCounts } from "./evaluate/alert-rows.ts";
import { searchSteps, type AlertMoment, type EvaluatedRule, type Subject } from "./evaluate/alert-rules.ts";
import { isAboutRows } from "./evaluate/kinds.ts";
import type { AlertAction } from "./evaluate/alert-writer.ts";
import { runTask } from "../../store/database/worker-rpc.ts";
import type { InventoryStore } from "../../index/inventory-store.ts";
import { noticeOf } from "../../../shared/features/alerts/alert-words.ts";
import { firedText, summary } from "./messages.ts";
import { INBOX, isQuiet, routeOf } from "./notification.ts";
import type { ReadTeamAlerts } from "./team-alert-records.ts";
import {
  APPLY_TEAM_ACTIONS,
  CHANGE_ALERTS,
  COUNT_ALERTS,
  EVALUATE_RULE,
  FINISH_EVALUATION,
  MERGE_TEAM_ALERTS,
  OBSERVE_WHOLE,
  SAVE_ALERTS,
} from "./evaluate/alert-tasks.ts";
import { evaluatedRule } from "./evaluated-rule.ts";
import { WholeConditions } from "./whole-conditions.ts";

/** The part of the open connection that alerts need. */
export interface WatchedConnection {
  readonly connectionId: string;
  readonly store: InventoryStore;
  readonly status: SyncStatus;
  /** The current time in ms since the epoch, by the service's clock. */
  readonly serviceNow: number;
  /** The reason why the key stopped working; null if it works, or if this is unknown. */
  readonly keyError: ErrorKind | null;
  /** The number of schedules whose last message may not have been sent; null if unknown. */
  readonly unsent: number | null;
}

/** A notification, and the route that a click on it opens. */
export interface AlertNotice {
  readonly title: string;
  readonly body: string;
  readonly connectionId: string;
  readonly route: string;
}

export interface AlertMonitorOptions {
  readonly clock: Clock;
  readonly log: Log;
  /** Returns the open connection; null if no connection is open. */
  current(): WatchedConnection | null;
  /** Reads the rules that this process evaluates. */
  rules(connectionId: string): Promise<readonly AlertRule[]>;
  /** Reads the team's rules, which the collector evaluates. */
  teamRules(connectionId: string): Promise<readonly AlertRule[]>;
  views(connectionId: string): Promise<readonly SavedView[]>;
  limits(connectionId: string): Promise<OutLimits>;
  settings(): Promise<AlertSettings>;
  /** The number of alerts that arrived in quiet hours, by connection. */
  readonly kept: Map<string, number>;
  show(notice: AlertNotice): void;
  onAlerts(connectionId: string, counts: AlertCounts): void;
  /** Called when the state of a connection's rules changed. */
  onRules(connectionId: string): void;
}

/** Ms between two checks of conditions that no refresh reports: stale data, the key, and the end of quiet hours. */
const INTERVAL = 60_000;
/** Ms between two tries while an index is loading. */
const INDEX_INTERVAL = 100;

/** A rule that fired, and the subjects for which it fired. */
interface Firing {
  readonly rule: AlertRule;
  readonly subjects: readonly Subject[];
}

/** Whether rules are not evaluated, because no pass has succeeded for too long. */
export function isSuspended({ staleAt }: Pick<SyncStatus, "staleAt">, now: number): boolean {
  return staleAt !== null && now > Date.parse(staleAt);
}

/** Evaluates the open connection's rules after each refresh, and shows the alerts that fire. */
export class AlertMonitor {
  readonly #options: AlertMonitorOptions;
  readonly #evaluations = oneAtATime();
  /**
   * Serialises work that first reads and then writes alerts. Each rule is one task, so that the user waits for one task
   * at most.
   */
  readonly #work = oneAtATime();
  readonly #closing = new AbortController();
  readonly #timer: Timer;
  readonly #whole = new WholeConditions();
  /** True if the next refresh brings the changes from while the computer slept. */
  #slept = false;
  #suspended = false;

  constructor(options: AlertMonitorOptions) {
    this.#options = options;
    this.#timer = options.clock.every(INTERVAL, () => void this.look());
  }

  /** Evaluates a connection's rules after a refresh, or after a rule has changed. */
  evaluate(connectionId: string): Promise<void> {
    return this.#evaluations(() => this.#guard(() => this.#evaluate(connectionId)));
  }

  /** Called when the computer wakes up. */
  woke(): void {
    this.#slept = true;
  }

  /** Checks the conditions that no refresh reports. */
  look(): Promise<void> {
    return this.#work(() => this.#guard(() => this.#look()));
  }

  /** Applies an action of the user to alerts. @param ids null for all active alerts. */
  act(connection: WatchedConnection, ids: readonly number[] | null, action: AlertAction): Promise<void> {
    return this.#work(async () => {
      const { connectionId, store } = connection;
      const rules = await this.#ids(connectionId);
      const counts = await runTask(store.writer, CHANGE_ALERTS, {
        ids,
        action,
        rules,
        now: this.#options.clock.now(),
      });
      this.#whole.forget();
      this.#options.onAlerts(connectionId, counts);
    });
  }

  /**
   * Replaces the alerts of the team's rules. Notifies of alerts that fired since the last replacement.
   * @param team the alerts as they were read from the collector.
   * @param isNews false if the alerts were read before, and are only restored into a copy that has lost them.
   */
  mergeTeam(
    { connectionId, store }: WatchedConnection,
    team: ReadTeamAlerts,
    isNews: boolean,
  ): Promise<void> {
    return this.#work(() =>
      this.#guard(async () => {
        const [rules, allRules] = [
          await this.#options.teamRules(connectionId),
          await this.#ids(connectionId),
        ];
        const ids = rules.map(({ id }) => id);
        const copies = isNews ? "all" : "withoutAlerts";
        const input = { ...team, rules: ids, allRules, copies } as const;
        const merged = await runTask(store.writer, MERGE_TEAM_ALERTS, input);
        if (!merged) return;
        this.#options.onAlerts(connectionId, merged.counts);
        if (!isNews) return;
        const firing = rules.flatMap((rule): Firing[] => {
          const subjects = merged.fired.get(rule.id);
          return subjects ? [{ rule, subjects }] : [];
        });
        await this.#notify(connectionId, firing, this.#slept);
      }),
    );
  }

  /** Applies the users' actions on alerts of the rules that are evaluated here. */
  applyTeam({ connectionId, store }: WatchedConnection, actions: readonly TeamAlertAction[]): Promise<void> {
    return this.#work(async () => {
      const [rules, now] = [await this.#ids(connectionId), this.#options.clock.now()];
      const counts = await runTask(store.writer, APPLY_TEAM_ACTIONS, { actions, rules, now });
      this.#whole.forget();
      this.#options.onAlerts(connectionId, counts);
    });
  }

  /** Publishes the number of alerts. Called after a copy was opened or rules changed. */
  announce(): Promise<void> {
    return this.#work(() =>
      this.#guard(async () => {
        // A new copy may lack the alerts of these conditions.
        this.#whole.forget();
        const open = this.#options.current();
        if (!open) return;
        const rules = await this.#ids(open.connectionId);
        this.#options.onAlerts(open.connectionId, await runTask(open.store.reader, COUNT_ALERTS, rules));
      }),
    );
  }

  /** Drops waiting evaluations, and waits for the running evaluation. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#timer.stop();
    await this.#evaluations(async () => {});
    await this.#work(async () => {});
  }

  async #evaluate(connectionId: string): Promise<void> {
    const { clock } = this.#options;
    const open = this.#options.current();
    if (open?.connectionId !== connectionId || !open.status.firstPullComplete) return;
    if (isSuspended(open.status, clock.now())) return;
    const [rules, views, limits] = await Promise.all([
      this.#options.rules(connectionId),
      this.#options.views(connectionId),
      this.#options.limits(connectionId),
    ]);
    const [at, missed] = [clock.now(), this.#slept];
    const moment = { limits, now: open.serviceNow, at, missed };
    const fired: Firing[] = [];
    try {
      for (const evaluated of rules.map((rule) => evaluatedRule(rule, views, at)).filter(isAboutRows)) {
        if (this.#options.current()?.connectionId !== connectionId) return;
        const subjects = await this.#evaluateRule(open.store, evaluated, moment);
        if (subjects.length > 0) fired.push({ rule: evaluated.rule, subjects });
      }
      await this.#work(() => this.#finish(open));
      // If the computer woke during the refresh, only the next refresh brings the missed changes.
      if (missed) this.#slept = false;
    } finally {
      // A rule that fired is saved before the next rule is evaluated, so it does not fire again if a later rule fails.
      await this.#notify(connectionId, fired, missed);
    }
  }

  /** Evaluates a rule once the index is loaded. Between two tries, queries of the user can run. */
  async #evaluateRule(
    { reader, writer }: InventoryStore,
    rule: EvaluatedRule,
    moment: AlertMoment,
  ): Promise<readonly Subject[]> {
    const { signal } = this.#closing;
    for (;;) {
      signal.throwIfAborted();
      for (const query of searchSteps(rule))
        await reader.countWhenIndexed(rule.view?.resource ?? "items", query, moment.now);
      const subjects = await this.#work(async () => {
        const outcome = await runTask(reader, EVALUATE_RULE, { rule, moment });
        if (outcome) await runTask(writer, SAVE_ALERTS, outcome);
        return outcome?.fired ?? null;
      });
      if (subjects) return subjects;
      await this.#options.clock.wait(INDEX_INTERVAL, signal);
    }
  }

  async #finish({ connectionId, store }: WatchedConnection): Promise<void> {
    // The rules are read again, because rules may have been added meanwhile.
    const rules = await this.#options.rules(connectionId);
    const watching = rules.flatMap(({ id, paused }) => (paused ? [] : [id]));
    const ids = await this.#ids(connectionId);
    const now = this.#options.clock.now();
    const { counts, afterFullPass } = await runTask(store.writer, FINISH_EVALUATION, {
      rules: ids,
      own: rules.map(({ id }) => id),
      watching,
      now,
    });
    this.#options.onAlerts(connectionId, counts);
    // A full pass leaves memory in the writer's thread that later passes do not need.
    if (afterFullPass && this.#options.current()?.status.pass === null) void store.rest();
  }

  /** Shows one notification for each rule, or a single notification if the computer slept. */
  async #notify(connectionId: string, fired: readonly Firing[], missed: boolean): Promise<void> {
    const wanted = fired.filter(({ rule }) => rule.notify);
    const count = wanted.reduce((sum, { subjects }) => sum + subjects.length, 0);
    if (!(await this.#mayShow(connectionId, count))) return;
    if (missed) return this.#options.show({ ...summary.slept(count), connectionId, route: INBOX });
    for (const { rule, subjects } of wanted) {
      const route = routeOf(connectionId, subjects);
      this.#options.show({ title: rule.name, body: firedText(subjects), connectionId, route });
    }
  }

  /** Whether notifications may be shown now. In quiet hours, the alerts are counted for later. */
  async #mayShow(connectionId: string, count: number): Promise<boolean> {
    const { kept, clock } = this.#options;
    const settings = await this.#options.settings();
    if (!settings.notifications || count === 0) return false;
    if (!isQuiet(settings, clock.now())) return true;
    kept.set(connectionId, (kept.get(connectionId) ?? 0) + count);
    return false;
  }

  /** Notifies of the alerts that arrived in quiet hours, once for each connection. */
  async #endQuietHours(): Promise<void> {
    const { kept, clock } = this.#options;
    if (kept.size === 0) return;
    const settings = await this.#options.settings();
    if (settings.notifications && isQuiet(settings, clock.now())) return;
    if (settings.notifications)
      for (const [connectionId, count] of kept)
        this.#options.show({ ...summary.quiet(count), connectionId, route: INBOX });
    kept.clear();
  }

  async #look(): Promise<void> {
    await this.#endQuietHours();
    const open = this.#options.current();
    if (!open) return;
    const now = this.#options.clock.now();
    const suspended = isSuspended(open.status, now);
    if (suspended !== this.#suspended) this.#options.onRules(open.connectionId);
    this.#suspended = suspended;
    await this.#observeWhole(open, now);
  }

  /** Evaluates the rules about the whole copy: stale data, the key and mail. */
  async #observeWhole(open: WatchedConnection, now: number): Promise<void> {
    const { connectionId, store } = open;
    const rules = await this.#options.rules(connectionId);
    const changed = this.#whole.changed(rules, open, now);
    if (changed.length === 0) return;
    const ids = await this.#ids(connectionId);
    const { fired, snoozed, counts } = await runTask(store.writer, OBSERVE_WHOLE, {
      conditions: changed,
      rules: ids,
      now,
    });
    this.#whole.learn(connectionId, changed, snoozed);
    this.#options.onAlerts(connectionId, counts);
    const wanted = rules.filter(({ id, notify }) => notify && fired.includes(id));
    if (!(await this.#mayShow(connectionId, wanted.length))) return;
    for (const { name, watch } of wanted) {
      const body = noticeOf(watch);
      if (body !== null) this.#options.show({ title: name, body, connectionId, route: INBOX });
    }
  }

  /** The ids of all rules of a connection. */
  async #ids(connectionId: string): Promise<readonly string[]> {
    const [own, team] = [
      await this.#options.rules(connectionId),
      await this.#options.teamRules(connectionId),
    ];
    return [...own, ...team].map(({ id }) => id);
  }

  /** Runs work on the copy. If the copy is closed meanwhile, the rules are evaluated when it is opened again. */
  async #guard(work: () => Promise<void>): Promise<void> {
    await work().catch((cause: unknown) => {
      if (!this.#closing.signal.aborted) this.#options.log.warn("the alerts were not evaluated", { cause });
    });
  }
}
