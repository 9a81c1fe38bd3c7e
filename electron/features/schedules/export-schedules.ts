import { SCHEDULE_ERRORS } from "./messages.ts";
import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import type { CallInput, CallOutput } from "../../../shared/contract/contract.ts";
import { againstPolicy, invalidInput, toAppError } from "../../../shared/base/errors.ts";
import type { Schedule, SchedulePlan, ScheduleRun } from "../../../shared/features/schedules/schedules.ts";
import { exportSources } from "../../store/query/export-reader.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import { requireExportFolder } from "../../base/policy/export-folders.ts";
import { PlannedRuns, type Composed } from "../../delivery/planned/planned-runs.ts";
import { freeFile, rememberFile, removeOldFiles } from "./scheduled-files.ts";
import { scheduledMail } from "../../delivery/planned/scheduled-mail.ts";
import {
  type SchedulesOptions,
  requireWholeCopy,
  scheduledRequest,
  viewOfPlan,
  readSchedule,
  writeSchedule,
  type ScheduleRecord,
} from "./scheduled-request.ts";

/**
 * The scheduled exports of all connections. They run while this process lives. A schedule that missed one or more runs
 * is run once, as soon as possible.
 */
export class ExportSchedules {
  readonly #options: SchedulesOptions;
  /** The folders that the user chose, by the tokens that the page uses for them. */
  readonly #chosen = new Map<string, string>();
  readonly #runs: PlannedRuns<ScheduleRecord>;
  readonly #publishing = oneAtATime();
  #closed = false;

  constructor(options: SchedulesOptions) {
    this.#options = options;
    const { clock, log, mail, store } = options;
    this.#runs = new PlannedRuns({
      clock,
      mail,
      timesOf: ({ paused, plan, anchor, settledUntil }) =>
        paused ? null : { timing: plan.timing, anchor, settledUntil },
      compose: (_, record) => this.#run(record),
      store: (_, record, message) =>
        store.settleSchedule(writeSchedule(record), message && mail.rowOf(message)),
      onFailed: (cause) => log.warn("a scheduled export was not noted", { cause }),
      onChange: () => void this.#publish(),
    });
  }

  /** Drops the schedules of removed connections. The store has already deleted them. */
  connectionsChanged(): void {
    const known = new Set(this.#options.connections.ids());
    const had = this.#runs.plans.size > 0;
    for (const { id, connectionId } of this.#runs.plans.values())
      if (!known.has(connectionId)) this.#runs.plans.delete(id);
    if (had) void this.#publish();
  }

  /** Publishes the schedules after a view was renamed or deleted. */
  viewsChanged(): void {
    if (this.#runs.plans.size > 0) void this.#publish();
  }

  /** Reads the schedules, and begins to follow the clock. @throws AppFailure of kind `store`. */
  async load(): Promise<void> {
    const rows = await this.#options.store.schedules();
    this.#runs.plans.clear();
    for (const row of rows) {
      const record = readSchedule(row);
      if (record) this.#runs.plans.set(record.id, record);
    }
    this.connectionsChanged();
    if (!this.#closed) this.#runs.resume();
  }

  /** Starts no runs until the schedules are loaded again, and waits for the running run. */
  async halt(): Promise<void> {
    this.#runs.halt();
    await this.#runs.ended();
  }

  /** All schedules for the page, in the order of their creation. */
  async list(): Promise<Schedule[]> {
    return Promise.all([...this.#runs.plans.values()].map((record) => this.#show(record)));
  }

  /**
   * Asks the user for a folder, and returns a token for later calls.
   * @throws AppFailure `policy` for a folder that is not allowed.
   */
  async chooseFolder(): Promise<CallOutput<"chooseScheduleFolder">> {
    const chosen = await this.#options.chooseFolder();
    if (chosen === null) return { chosen };
    await requireExportFolder(this.#options.policy, chosen);
    const folder = randomUUID();
    this.#chosen.set(folder, chosen);
    return { chosen: { folder, path: chosen } };
  }

  async create({ connectionId, plan, folder }: CallInput<"createSchedule">): Promise<{ id: string }> {
    this.#options.connections.require(connectionId);
    await this.#check(connectionId, plan);
    if (plan.mail) this.#options.onMailPlanned(connectionId);
    const now = this.#options.clock.now();
    const record = { id: randomUUID(), connectionId, plan, folder: this.#folderOf(folder) };
    const created = [...this.#runs.plans.values()].map(({ createdAt }) => createdAt);
    // Schedules that are created in quick succession must keep their order.
    const createdAt = Math.max(now, ...created.map((at) => at + 1));
    const times = { createdAt, anchor: now, settledUntil: now };
    await this.#add({ ...record, ...times, paused: false, last: null, failure: null });
    return { id: record.id };
  }

  async edit({ id, plan, folder }: CallInput<"editSchedule">): Promise<void> {
    const { connectionId } = this.#require(id);
    await this.#check(connectionId, plan);
    const record = this.#require(id);
    if (folder === null) requireFolder(record);
    if (plan.mail && !record.plan.mail) this.#options.onMailPlanned(connectionId);
    const now = this.#options.clock.now();
    const same = JSON.stringify(plan.timing) === JSON.stringify(record.plan.timing);
    await this.#change(id, {
      plan,
      ...(folder === null ? {} : { folder: this.#folderOf(folder) }),
      // With a new timing, no run counts as missed.
      ...(same ? {} : { anchor: now, settledUntil: now }),
    });
    // Without mail, no later message could end an alert about the last message, so the messages are deleted.
    if (!plan.mail) await this.#options.mail.forget(id);
    else await this.#options.mail.keepRecipients(id, plan.mail.to);
  }

  /** Pauses or resumes a schedule. Runs that were due during the pause are dropped. */
  async pause({ id, paused }: CallInput<"pauseSchedule">): Promise<void> {
    if (!paused) requireFolder(this.#require(id));
    await this.#change(id, { paused, settledUntil: this.#options.clock.now() });
  }

  async delete(id: string): Promise<void> {
    const record = this.#require(id);
    // The schedule is removed here first, so that a run that ends now does not store it again.
    this.#runs.plans.delete(id);
    try {
      await this.#options.store.deleteSchedule(id);
    } catch (thrown) {
      this.#runs.plans.set(id, record);
      throw thrown;
    }
    await this.#options.mail.forget(id);
    this.#changed();
  }

  /** The ids of the schedules that send mail. */
  mailing(): readonly string[] {
    return [...this.#runs.plans.values()].filter(({ plan }) => plan.mail !== null).map(({ id }) => id);
  }

  /** Publishes the schedules after the state of one of their messages changed. */
  mailed(id: string): void {
    if (this.#runs.plans.has(id)) void this.#publish();
  }

  /** Runs a schedule now, even if it is paused or not due. */
  run(id: string): void {
    requireFolder(this.#require(id));
    this.#runs.begin(id);
  }

  /** Marks the failures as seen. A failed run stays in the list as the last run until the next run. */
  async see(): Promise<void> {
    for (const { id, failure } of this.#runs.plans.values())
      if (failure !== null) await this.#change(id, { failure: null });
  }

  /** Shows the last file in its folder. @throws AppFailure `invalid_input` if no file is left. */
  async showFile(id: string): Promise<void> {
    const [latest] = await this.#options.store.scheduledFiles(this.#require(id).id);
    if (!latest) throw invalidInput(SCHEDULE_ERRORS.noFiles);
    await this.#options.openFile(latest.file, "folder");
  }

  /** Starts the due runs. It must also be called after the computer slept. */
  follow(): void {
    this.#runs.follow();
  }

  /** Starts no further run, and stops the running run, which becomes due again. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#runs.halt();
    await this.#options.runner.close();
    await this.#runs.ended();
  }

  async #run({ id, connectionId, plan, folder: target }: ScheduleRecord): Promise<Composed<ScheduleRecord>> {
    const { clock, runner, folder, connections, store, log } = this.#options;
    let began = clock.now();
    let file: string | null = null;
    let age: string | null = null;
    let view = "";
    let run: Omit<ScheduleRun, "at">;
    try {
      const request = await scheduledRequest(store, connectionId, plan, clock.now());
      const fileNow = async (): Promise<string> => {
        began = clock.now();
        if (plan.refreshFirst && !connections.isOpen(connectionId)) throw notOpen();
        requireWholeCopy(folder, connectionId);
        return freeFile(target, request, began);
      };
      const { state, rows, error, ...ended } = await runner.runScheduled({ schedule: id, request, fileNow });
      if (state === "done") {
        ({ file, completeAsOf: age = null } = ended);
        view = request.view?.name ?? "";
        run = { state, rows, file: path.basename(file), error: null };
      } else run = { state: state === "cancelled" ? state : "failed", rows: 0, file: null, error };
    } catch (thrown) {
      run = { state: "failed", rows: 0, file: null, error: toAppError(thrown) };
    }
    // If the end of the app interrupts a due run, the run is due again at the next start.
    if (this.#closed && run.state !== "done") return null;
    const last: ScheduleRun = { at: new Date(began).toISOString(), ...run };
    if (run.state === "failed")
      log.warn("a scheduled export failed", { kind: run.error?.kind, reason: run.error?.reason });
    // If the file is already missing, it is not listed.
    const stats = file === null ? null : await fs.promises.stat(file).catch(() => null);
    return (now) => ({
      plan: {
        ...now,
        settledUntil: Math.max(now.settledUntil, began),
        last,
        failure: last.state === "failed" ? last : now.failure,
      },
      message:
        file === null || now.plan.mail === null
          ? null
          : scheduledMail(now.plan.mail, {
              schedule: id,
              connectionId,
              connection: connections.nameOf(connectionId),
              view,
              began,
              rows: run.rows,
              age,
              file,
              stats,
            }),
      afterwards: async () => {
        if (file === null) return;
        const manifest = plan.manifest ? 1 : 0;
        await rememberFile(store, { scheduleId: id, file, writtenAt: began, manifest });
        await removeOldFiles(store, id, now.plan.keep, file);
      },
    });
  }

  async #show(record: ScheduleRecord): Promise<Schedule> {
    const { id, connectionId, plan, folder, paused, last, failure } = record;
    const { store, mail } = this.#options;
    return {
      id,
      connectionId,
      plan,
      folder,
      paused,
      viewName: (await viewOfPlan(store, connectionId, plan))?.name ?? null,
      nextRun: this.#runs.nextRun(record),
      running: this.#runs.isRunning(id),
      last,
      failure,
      mailed: mail.outcome(id),
      kept: (await store.scheduledFiles(id)).length,
    };
  }

  /**
   * Checks that the policy allows the plan and that its view and columns exist.
   * @throws AppFailure for mail that the policy forbids, or a missing view; QueryError for a missing field or
   * column.
   */
  async #check(connectionId: string, plan: SchedulePlan): Promise<void> {
    if (plan.mail && this.#options.policy.mail?.allowed === false)
      throw againstPolicy(SCHEDULE_ERRORS.noMail);
    exportSources(plan.resource, plan.columns);
    const { store, clock } = this.#options;
    await scheduledRequest(store, connectionId, plan, clock.now());
  }

  #folderOf(chosen: string): string {
    const folder = this.#chosen.get(chosen);
    if (folder === undefined) throw invalidInput(SCHEDULE_ERRORS.chooseAgain);
    return folder;
  }

  #require(id: string): ScheduleRecord {
    const record = this.#runs.plans.get(id);
    if (!record) throw noSchedule();
    return record;
  }

  async #add(record: ScheduleRecord): Promise<void> {
    await this.#options.store.saveSchedule(writeSchedule(record));
    this.#runs.plans.set(record.id, record);
    this.#changed();
  }

  /**
   * Changes a part of a schedule. A run that ends meanwhile changes only other parts.
   * @throws AppFailure `store`.
   */
  async #change(id: string, part: Partial<ScheduleRecord>): Promise<void> {
    const former = this.#require(id);
    const next = { ...former, ...part };
    this.#runs.plans.set(id, next);
    try {
      await this.#options.store.saveSchedule(writeSchedule(next));
    } catch (thrown) {
      if (this.#runs.plans.get(id) === next) this.#runs.plans.set(id, former);
      throw thrown;
    }
    this.#changed();
  }

  #changed(): void {
    void this.#publish();
    this.#runs.follow();
  }

  /** Publishes the lists one after another. So an older list never follows a newer list. */
  #publish(): Promise<void> {
    return this.#publishing(async () => {
      try {
        this.#options.onChange(await this.list());
      } catch (cause) {
        // At the end of the app, the store may be closed before this.
        if (!this.#closed) this.#options.log.warn("the scheduled exports could not be published", { cause });
      }
    });
  }
}

const noSchedule = (): Error => invalidInput(SCHEDULE_ERRORS.notThere);
const notOpen = (): Error => invalidInput(SCHEDULE_ERRORS.notOpen);

/**
 * Refuses a schedule without a folder. @throws AppFailure `invalid_input` if no folder was chosen on this computer, as
 * after the restore of a backup.
 */
function requireFolder({ folder }: ScheduleRecord): void {
  if (folder === "") throw invalidInput(SCHEDULE_ERRORS.noFolder);
}
