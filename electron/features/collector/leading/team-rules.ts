import type { DocumentName, RecordOf } from "../../../../shared/contract/documents.ts";
import { SINGLE_RECORD } from "../../../../shared/contract/declarations.ts";
import { DEFAULT_ALERT_SETTINGS, type AlertRule } from "../../../../shared/features/alerts/alerts.ts";
import {
  TEAM_ALERT_ACTIONS,
  TEAM_ALERTS,
  TEAM_RULES,
} from "../../../../shared/features/alerts/team-alerts.ts";
import { outLimitsOf } from "../../../../shared/features/custody/out-limits.ts";
import { MAX_EDITS } from "../../../../shared/features/team/team-protocol.ts";
import { serviceTime } from "../../../../shared/inventory/service-time.ts";
import { isUnitless, type Units } from "../../../../shared/inventory/units.ts";
import { oneAtATime } from "../../../base/one-at-a-time.ts";
import { runTask } from "../../../store/database/worker-rpc.ts";
import { recordsIn } from "../../../store/user-data/connection-documents.ts";
import {
  AlertMonitor,
  type WatchedConnection,
  MERGE_TEAM_ALERTS,
  READ_TEAM_ALERTS,
  readTeamRules,
  valuesOf,
} from "../../alerts/public.ts";
import { applyOwnData, type OpenConnection } from "../../connections/public.ts";
import { readTeamValues } from "../../../../shared/contract/team-documents.ts";
import { rowNamesOf } from "../../names/public.ts";
import { readTeamViews } from "../../views/public.ts";
import type { CollectorOptions } from "../collector-options.ts";
import { alertEdits } from "./publish-alerts.ts";
import type { ServedStore } from "../serving/served-store.ts";
import { TeamMirror } from "./team-mirror.ts";
import { OWN_LABEL } from "../serving/token-table.ts";

/** The documents that are read besides the documents for the computed columns. */
const DOCUMENTS_READ = ["names", "units", "limits", "views", TEAM_RULES, TEAM_ALERTS, TEAM_ALERT_ACTIONS];
/** The documents on which the evaluation of a rule depends directly. */
const DOCUMENTS_OF_RULES = ["limits", "views", TEAM_RULES];
type TeamStore = Pick<ServedStore, "teamRecords" | "applyEdits">;

interface TeamRulesOptions extends Pick<CollectorOptions, "connectionId" | "clock" | "log" | "computations"> {
  /** The number of mailings whose last message was not sent; null while it is unknown. */
  readonly unsent: () => number | null;
  /** Called after alerts were published. */
  onPublished(): void;
}

/**
 * Evaluates the team's rules on the collector's copy, and publishes their alerts. The team's names, units and settings
 * are written to the copy, because rules may watch columns that depend on them.
 */
export class TeamRules {
  readonly #options: TeamRulesOptions;
  readonly #mirror: TeamMirror;
  readonly #monitor: AlertMonitor;
  readonly #work = oneAtATime();
  readonly #evaluations = oneAtATime();
  /** Whether an evaluation is waiting for the end of the running evaluation. */
  #waits = false;
  #rules: readonly AlertRule[] = [];
  /** Whether the last publication was refused. */
  #isRefused = false;
  readonly #loaded: Promise<void>;
  #endLoading: (failure?: Error) => void = () => {};
  /** The documents that changed and were not handled yet. */
  readonly #changed = new Set<string>();
  #store: TeamStore | null = null;
  #connection: OpenConnection | null = null;
  #isClosed = false;

  constructor(options: TeamRulesOptions) {
    this.#options = options;
    this.#mirror = new TeamMirror([
      ...DOCUMENTS_READ,
      ...options.computations.flatMap(({ documents }) => documents),
    ]);
    this.#loaded = new Promise((resolve, reject) => {
      this.#endLoading = (failure) => (failure ? reject(failure) : resolve());
    });
    // A failed start must not become an unhandled rejection if nothing waits for the records.
    this.#loaded.catch(() => {});
    this.#monitor = new AlertMonitor({
      ...options,
      current: () => this.#watched(),
      rules: () => Promise.resolve(this.#rules),
      teamRules: () => Promise.resolve([]),
      views: () => Promise.resolve(readTeamViews(this.#mirror.values("views"), options.connectionId)),
      limits: () => Promise.resolve(outLimitsOf(this.#recordsOf("limits"))),
      settings: () => Promise.resolve(DEFAULT_ALERT_SETTINGS),
      kept: new Map(),
      show: () => {},
      onAlerts: () =>
        void this.#run(async () => {
          await this.#publish();
          // Workstations may have edited records meanwhile.
          if (this.#changed.size > 0) void this.recordsChanged();
        }),
      onRules: () => {},
    });
  }

  /** The records of a team's document, for the columns of the copy. The call waits for `begin`. */
  async records<N extends DocumentName>(document: N): Promise<ReadonlyMap<string, RecordOf<N>>> {
    await this.#loaded;
    return this.#recordsOf(document);
  }

  /**
   * Reads the team's records, and begins to evaluate the team's rules.
   * @throws an error of the store, because without the team's records no column of the copy is computed.
   */
  begin(connection: OpenConnection, store: TeamStore): Promise<void> {
    return this.#work(async () => {
      [this.#connection, this.#store] = [connection, store];
      try {
        await this.#refresh(store);
        this.#endLoading();
        await this.#applyOwnData();
        await this.#takeAlertsOver(connection);
      } catch (thrown) {
        this.#endLoading(thrown as Error);
        throw thrown;
      }
      this.#changed.clear();
      this.#changed.add(TEAM_ALERT_ACTIONS).add(TEAM_RULES);
      void this.recordsChanged();
    });
  }

  /** Writes the team's alerts to a new copy, for example after a take-over. */
  async #takeAlertsOver({ store }: OpenConnection): Promise<void> {
    const rules = this.#rules.map(({ id }) => id);
    await runTask(store.writer, MERGE_TEAM_ALERTS, {
      alerts: valuesOf(TEAM_ALERTS, this.#mirror.values(TEAM_ALERTS)),
      actions: [],
      rules,
      allRules: rules,
      now: this.#options.clock.now(),
      copies: "notEvaluated",
    });
  }

  /** Evaluates the rules, and repeats failed work. Called after each pass, when the stock is counted. */
  passEnded(): void {
    this.#evaluate();
    if (this.#changed.size > 0) void this.recordsChanged();
  }

  /** Called after the state of a message has changed. */
  mailed(): void {
    if (this.#rules.some(({ watch }) => watch.kind === "mail") && !this.#isClosed) void this.#monitor.look();
  }

  /** Evaluates the rules, if there are any. At most one evaluation waits for a running evaluation. */
  #evaluate(): void {
    if (this.#rules.length === 0 || this.#waits) return;
    this.#waits = true;
    void this.#evaluations(() => {
      this.#waits = false;
      return this.#monitor.evaluate(this.#options.connectionId);
    });
  }

  /** Reads the records that workstations edited, and acts on them. Work that fails is repeated after the next pass. */
  recordsChanged(): Promise<void> {
    return this.#run(async () => {
      const store = this.#store;
      if (!store || this.#isClosed) return;
      await this.#refresh(store);
      const changed = new Set(this.#changed);
      this.#changed.clear();
      try {
        await this.#act(changed);
      } catch (thrown) {
        for (const document of changed) this.#changed.add(document);
        throw thrown;
      }
    });
  }

  /** Acts on changed documents. */
  async #act(changed: ReadonlySet<string>): Promise<void> {
    const has = (documents: readonly string[]): boolean =>
      documents.some((document) => changed.has(document));
    if (has(["names", "units"])) await this.#applyOwnData();
    if (has(this.#columnDocuments)) this.#connection?.recompute();
    if (has([TEAM_ALERT_ACTIONS])) await this.#applyActions();
    if (!has(DOCUMENTS_OF_RULES)) return;
    // If the last rule was deleted, only its published alerts must still be deleted.
    if (this.#rules.length === 0) await this.#publish();
    else this.#evaluate();
  }

  /** Stops, and waits until no work is running. The copy must still be open. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#endLoading(new Error("the collector closes"));
    await this.#monitor.close();
    await this.#evaluations(() => Promise.resolve());
    await this.#work(() => Promise.resolve());
  }

  get #columnDocuments(): readonly DocumentName[] {
    return this.#options.computations.flatMap(({ documents }) => documents);
  }

  #recordsOf<N extends DocumentName>(document: N): ReadonlyMap<string, RecordOf<N>> {
    return recordsIn(
      document,
      [...this.#mirror.values(document)].map(([id, value]) => ({ id, value })),
    );
  }

  #watched(): WatchedConnection | null {
    const [connection, { connectionId, clock }] = [this.#connection, this.#options];
    if (!connection || this.#isClosed) return null;
    const { status } = connection.engine;
    const { state } = status;
    const keyError = state === "unauthorized" || state === "forbidden" ? state : null;
    return {
      connectionId,
      store: connection.store,
      status,
      serviceNow: serviceTime(status, clock.now()),
      keyError,
      unsent: this.#options.unsent(),
    };
  }

  /** Writes the team's names and units to the copy, if the copy's differ from them. */
  async #applyOwnData(): Promise<void> {
    const connection = this.#connection;
    if (!connection) return;
    const names = rowNamesOf(readTeamValues("names", this.#mirror.values("names")));
    const single = this.#recordsOf("units").get(SINGLE_RECORD) ?? null;
    const units: Units | null = single === null || isUnitless(single) ? null : single;
    await applyOwnData(connection, { names, units });
  }

  async #applyActions(): Promise<void> {
    const actions = valuesOf(TEAM_ALERT_ACTIONS, this.#mirror.values(TEAM_ALERT_ACTIONS));
    const watched = this.#watched();
    if (actions.length > 0 && watched) await this.#monitor.applyTeam(watched, actions);
  }

  /** Makes the published alerts of the team equal to the alerts in the copy. */
  async #publish(): Promise<void> {
    const [connection, store, { clock }] = [this.#connection, this.#store, this.#options];
    if (!connection || !store || this.#isClosed) return;
    await this.#refresh(store);
    const rules = this.#rules.map(({ id }) => id);
    const alerts = await runTask(connection.store.reader, READ_TEAM_ALERTS, rules);
    const edits = alertEdits(this.#mirror.of(TEAM_ALERTS), alerts, clock.now());
    let isRefused = false;
    for (let at = 0; at < edits.length; at += MAX_EDITS) {
      if (this.#isClosed) return;
      const outcomes = await store.applyEdits(edits.slice(at, at + MAX_EDITS), OWN_LABEL, clock.now());
      isRefused ||= outcomes.some((outcome) => outcome !== "accepted");
    }
    // This is logged once, not after each pass.
    if (isRefused && !this.#isRefused)
      this.#options.log.warn("alerts were not published: the team's records refused them", {});
    this.#isRefused = isRefused;
    if (edits.length === 0) return;
    await this.#refresh(store);
    this.#options.onPublished();
  }

  async #refresh(store: TeamStore): Promise<void> {
    const changed = await this.#mirror.refresh(store);
    if (changed.has(TEAM_RULES)) this.#rules = readTeamRules(this.#mirror.values(TEAM_RULES));
    // The collector's own edits need no reaction.
    for (const document of changed) if (document !== TEAM_ALERTS) this.#changed.add(document);
  }

  /** Runs work one after the other, and logs failures. */
  #run(work: () => Promise<void>): Promise<void> {
    return this.#work(async () => {
      try {
        await work();
      } catch (thrown) {
        if (!this.#isClosed) this.#options.log.warn("the team's rules were not evaluated", { cause: thrown });
      }
    });
  }
}
