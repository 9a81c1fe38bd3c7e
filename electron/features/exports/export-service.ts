import { EXPORT_ERRORS } from "./messages.ts";
import { randomUUID } from "node:crypto";
import path from "node:path";
import {
  AppFailure,
  invalidInput,
  toAppError,
  type AppError,
  said,
  reasonOf,
} from "../../../shared/base/errors.ts";
import {
  exportProgressSchema,
  REMEMBERED_EXPORTS,
  type ExportProgress,
  type ExportRequest,
  type RowsRequest,
} from "../../../shared/delivery/exports.ts";
import { MAX_VERIFIED } from "../../../shared/inventory/record-limits.ts";
import { FIELDS } from "../../../shared/inventory/fields.ts";
import { localDay } from "../../../shared/base/time/local-day.ts";
import { checkQuery } from "../../../shared/query/query.ts";
import type { Policy } from "../../../shared/base/policy.ts";
import type { Clock } from "../../base/clock.ts";
import { dataFolder } from "../../store/database/data-folder.ts";
import type { ChangesPlan, ExportPlan } from "../../delivery/files/export-plan.ts";
import type { ScheduledExport } from "../../delivery/planned/scheduled-export.ts";
import { exportFileName, withExtension } from "../../delivery/files/file-name.ts";
import { cancelled } from "../../delivery/files/export-body.ts";
import { runExport } from "../../delivery/files/run-export.ts";
import { requireExportFile } from "../../base/policy/export-folders.ts";
import { exportSources } from "../../store/query/export-reader.ts";
import type { ExportTable } from "./export-table.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import type { SyncEngine } from "../../sync/sync-engine.ts";
import { verifyRecords } from "../../sync/refresh-record.ts";
import type { ConnectionManager } from "../connections/public.ts";
import type { PushBus } from "../../base/push-bus.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";

export interface ExportServiceOptions {
  /** The folder with all files of Stockdeck, including the folders of connections. */
  readonly folder: string;
  readonly version: string;
  readonly policy: Policy;
  readonly clock: Clock;
  readonly events: PushBus;
  readonly connections: ConnectionManager;
  readonly store: Remote<ExportTable>;
  /** Asks the user for a file, and suggests a name; null if the user cancels. */
  chooseExport(suggestedName: string): Promise<string | null>;
  /** Asks the user whether a file may be replaced. */
  confirmReplace(file: string): Promise<boolean>;
}

/** An export that is running, or waiting for its turn. */
interface Running {
  progress: ExportProgress;
  readonly abort: AbortController;
  ended: Promise<void>;
}

/**
 * Runs the user's exports and scheduled exports, one at a time. For the user's exports, there are pushes with their
 * progress and a list of past exports.
 */
export class ExportService {
  readonly #options: ExportServiceOptions;
  /** True from the opening of the file dialog to the end of the user's export. */
  #isRunningForUser = false;
  readonly #turn = oneAtATime();
  readonly #running = new Set<Running>();

  constructor(options: ExportServiceOptions) {
    this.#options = options;
  }

  /**
   * Asks the user for a file, and starts the export.
   * @returns the export's id as soon as the export runs; null if the user chose no file.
   * @throws AppFailure `invalid_input` for unknown fields or columns, and while another export runs; `policy` for a
   * folder that an administrator does not allow; `cancelled` if another connection is open.
   */
  async start(request: ExportRequest): Promise<string | null> {
    const { connectionId, format } = request;
    const { connections, clock } = this.#options;
    connections.current.require(connectionId);
    this.#planOf(request, connections.current.serviceNow());
    if (this.#isRunningForUser) throw invalidInput(EXPORT_ERRORS.another);
    this.#isRunningForUser = true;
    try {
      const chosen = await this.#options.chooseExport(suggestedName(request, clock.now()));
      const confirm = (file: string): Promise<boolean> => this.#options.confirmReplace(file);
      const whole = chosen === null ? null : await withExtension(chosen, format, confirm);
      if (whole === null) {
        this.#isRunningForUser = false;
        return null;
      }
      await requireExportFile(this.#options.policy, whole);
      return this.#begin(request, null, async () => whole, whole).progress.id;
    } catch (thrown) {
      this.#isRunningForUser = false;
      throw thrown;
    }
  }

  /**
   * Writes a scheduled export after all running exports. @returns the outcome; a failure of the export is an outcome
   * too.
   */
  async runScheduled({ schedule, request, fileNow }: ScheduledExport): Promise<ExportProgress> {
    const running = this.#begin(request, schedule, fileNow, "");
    await running.ended;
    return running.progress;
  }

  /** Whether an export is running or waiting, or the user is just choosing its file. */
  get isRunning(): boolean {
    return this.#isRunningForUser || this.#running.size > 0;
  }

  /** Stops an export if it is still running. */
  cancel(id: string): void {
    for (const { progress, abort } of this.#running) if (progress.id === id) abort.abort();
  }

  /** A connection's past exports and the running export, the latest first. Damaged entries are left out. */
  async list(connectionId: string): Promise<ExportProgress[]> {
    const texts = await this.#options.store.exports(connectionId);
    const past = texts.flatMap((text) => {
      const parsed = exportProgressSchema.safeParse(JSON.parse(text));
      return parsed.success ? [parsed.data] : [];
    });
    const running = [...this.#running].map(({ progress }) => progress);
    const own = running.filter(
      ({ request, schedule }) => request.connectionId === connectionId && schedule === null,
    );
    return [...own, ...past];
  }

  /** The path of a finished export's file. @throws AppFailure `invalid_input` if the export wrote no file. */
  async fileOf(connectionId: string, id: string): Promise<string> {
    const found = (await this.list(connectionId)).find((entry) => entry.id === id && entry.state === "done");
    if (found) return found.file;
    throw invalidInput(EXPORT_ERRORS.notThere);
  }

  /** Stops the running exports of a connection, and waits until they have ended. */
  async stopOf(connectionId: string): Promise<void> {
    await stop([...this.#running].filter(({ progress }) => progress.request.connectionId === connectionId));
  }

  /** Stops all running exports, and waits until they have ended. */
  async close(): Promise<void> {
    await stop([...this.#running]);
  }

  #begin(
    request: ExportRequest,
    schedule: string | null,
    fileNow: () => Promise<string>,
    file: string,
  ): Running {
    const progress: ExportProgress = {
      id: randomUUID(),
      state: this.#running.size > 0 ? "waiting" : isVerified(request) ? "verifying" : "writing",
      request,
      schedule,
      startedAt: new Date(this.#options.clock.now()).toISOString(),
      file,
      rows: 0,
      total: null,
      rowsPerSecond: null,
      msLeft: null,
      error: null,
    };
    const running: Running = { progress, abort: new AbortController(), ended: Promise.resolve() };
    this.#running.add(running);
    running.ended = this.#run(running, fileNow);
    return running;
  }

  async #run(running: Running, fileNow: () => Promise<string>): Promise<void> {
    const report = (part: Partial<ExportProgress>): void => {
      running.progress = { ...running.progress, ...part };
      this.#options.events.emit("exportProgress", running.progress);
    };
    report({});
    await this.#turn(async () => {
      const error = await this.#attempt(running, fileNow, report).then(
        () => null,
        (thrown: unknown) => messageFor(toAppError(thrown), running.progress.schedule !== null),
      );
      const stopped = error?.kind === "cancelled" && running.abort.signal.aborted;
      const state = error === null ? "done" : stopped ? "cancelled" : "failed";
      const ended = { state, error: stopped ? null : error, msLeft: null } as const;
      await this.#remember({ ...running.progress, ...ended });
      this.#running.delete(running);
      if (running.progress.schedule === null) this.#isRunningForUser = false;
      report(ended);
    });
  }

  /**
   * Adds an export to the list of past exports; schedules have their own list. A failure is ignored, because the file
   * is already written.
   */
  async #remember(progress: ExportProgress): Promise<void> {
    const { id, request, schedule, startedAt } = progress;
    if (schedule !== null) return;
    await this.#options.store
      .addExport(
        id,
        request.connectionId,
        Date.parse(startedAt),
        JSON.stringify(progress),
        REMEMBERED_EXPORTS,
      )
      .catch(() => {});
  }

  async #attempt(
    running: Running,
    fileNow: () => Promise<string>,
    report: (part: Partial<ExportProgress>) => void,
  ): Promise<void> {
    if (running.abort.signal.aborted) throw cancelled();
    const startedAt = new Date(this.#options.clock.now()).toISOString();
    const file = await fileNow();
    // The policy is checked again, because the export may start long after the file or folder was chosen.
    await requireExportFile(this.#options.policy, file);
    report({ startedAt, file });
    await this.#write(running, report);
  }

  async #write(running: Running, report: (part: Partial<ExportProgress>) => void): Promise<void> {
    const { folder, version, connections } = this.#options;
    const { request, file } = running.progress;
    const { connectionId, manifest } = request;
    const { signal } = running.abort;
    if (isVerified(request)) {
      report({ state: "verifying" });
      await unlessCancelled(() => this.#verify(request, running.progress.schedule), signal);
    }
    const connection = connections.list.connections.find((known) => known.connectionId === connectionId);
    const { clock } = this.#options;
    const begin = clock.monotonic();
    report({ state: "writing" });
    const { rows, sha256, completeAsOf } = await runExport(
      {
        inventory: dataFolder(path.join(folder, "profiles", connectionId)).inventory,
        out: file,
        plan: this.#planOf(request, connections.current.serviceNow(connectionId)),
        context: {
          appVersion: version,
          connection: connection?.name ?? null,
          view: "changes" in request ? null : request.view,
        },
        manifest,
      },
      {
        signal,
        onRows: (done, total) => {
          const rowsPerSecond = done / Math.max(1e-3, (clock.monotonic() - begin) / 1_000);
          // Before the first row, the remaining time is unknown.
          const msLeft = done === 0 ? null : ((total - done) / rowsPerSecond) * 1_000;
          report({ rows: done, total, rowsPerSecond, msLeft });
        },
      },
    );
    report({ rows, total: rows, sha256, completeAsOf });
  }

  /** Makes the plan of an export. @throws QueryError for an unknown field or column. */
  #planOf(request: ExportRequest, now: number): ExportPlan | ChangesPlan {
    const { format, dialect } = request;
    if ("changes" in request) return { changes: request.changes, format, dialect, now };
    const { resource, columns } = request;
    exportSources(resource, columns);
    const query = checkQuery(resource, request.query);
    return { resource, query, format, columns, wholeRecord: isWholeRecord(request), dialect, now };
  }

  /**
   * Verifies the rows. @throws AppFailure if the service did not answer, because the file would wrongly claim to be
   * verified.
   */
  async #verify(request: RowsRequest, schedule: string | null): Promise<void> {
    const { connectionId } = request;
    const { current } = this.#options.connections;
    // A scheduled file should also contain new rows, so a pass runs instead of single requests.
    const failure =
      schedule === null
        ? await this.#verifyRows(request)
        : await refresh(current.engineWithKey(connectionId));
    if (failure === null) return;
    throw new AppFailure({
      ...failure,
      ...said(EXPORT_ERRORS.notVerified({ reason: reasonOf(failure) })),
    });
  }

  /** Verifies rows: a few one by one, many by a pass. @returns the error if they could not be verified. */
  async #verifyRows({ connectionId, resource, query }: RowsRequest): Promise<AppError | null> {
    const { current } = this.#options.connections;
    const now = this.#options.clock.now();
    const window = await current
      .storeOf(connectionId)
      ?.reader.window(resource, query, 0, MAX_VERIFIED + 1, now);
    const ids = (window?.rows ?? []).map(({ id }) => String(id));
    if (ids.length > MAX_VERIFIED) return refresh(current.engineWithKey(connectionId));
    if (ids.length === 0) return null;
    return failureOf(await verifyRecords(current.engineOf(connectionId), resource, ids));
  }
}

/** Runs a pass now, or waits for the running pass. @returns the error if the pass did not succeed. */
async function refresh(engine: SyncEngine): Promise<AppError | null> {
  const { lastPassAt } = engine.status;
  await engine.syncNow("incremental", true);
  const { status } = engine;
  if (status.error !== null) return status.error;
  // Cancelling a pass stores no error in the status, so this error is made here.
  return status.lastPassAt === lastPassAt
    ? { kind: "cancelled", ...said(EXPORT_ERRORS.refreshStopped) }
    : null;
}

async function stop(running: readonly Running[]): Promise<void> {
  for (const { abort } of running) abort.abort();
  await Promise.all(running.map(({ ended }) => ended));
}

/**
 * Waits until requests have ended or the export is cancelled. Requests may have to wait for the service's rate limit.
 */
function unlessCancelled(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  // A signal that is already aborted no longer calls its listeners.
  if (signal.aborted) return Promise.reject(cancelled());
  const stop = new Promise<never>((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(cancelled()), { once: true });
  });
  return Promise.race([work(), stop]);
}

/** The error of a failed export, in words that fit the chosen file or folder. */
function messageFor(error: AppError, scheduled: boolean): AppError {
  if (error.kind !== "store") return error;
  if (error.reason === "full") {
    return { ...error, ...said(scheduled ? EXPORT_ERRORS.diskFullScheduled : EXPORT_ERRORS.diskFull) };
  }
  if (error.reason !== "not_writable") return error;
  return { ...error, ...said(scheduled ? EXPORT_ERRORS.folderNotWritable : EXPORT_ERRORS.notWritable) };
}

function failureOf(
  outcomes: readonly { readonly outcome: string; readonly error: AppError | null }[],
): AppError | null {
  return outcomes.find(({ outcome }) => outcome === "failed")?.error ?? null;
}

function isVerified(request: ExportRequest): request is RowsRequest {
  return !("changes" in request) && request.verifyFirst;
}

/**
 * Whether JSON and NDJSON contain each record as the service sent it. This is so if all fields are chosen in their
 * usual order.
 */
function isWholeRecord({ resource, columns }: RowsRequest): boolean {
  const fields = FIELDS[resource];
  return columns.length === fields.length && fields.every(({ name }, at) => columns[at] === name);
}

/** Suggests a file name: table and view, or "activity" for changes. */
function suggestedName(request: ExportRequest, now: number): string {
  const what = "changes" in request ? "activity" : `${request.resource} ${request.view?.name ?? ""}`;
  return exportFileName(what, localDay(new Date(now)), request.format);
}
