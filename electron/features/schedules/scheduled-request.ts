import { SCHEDULE_ERRORS } from "./messages.ts";
import path from "node:path";
import type { z } from "zod";
import { localDay } from "../../../shared/base/time/local-day.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import { BUILT_IN_VIEWS } from "../../../shared/query/views/built-in-views.ts";
import { compileView } from "../../../shared/query/views/compile-view.ts";
import { AppFailure, invalidInput, said } from "../../../shared/base/errors.ts";
import type { RowsRequest, ExportProgress } from "../../../shared/delivery/exports.ts";
import { parseQuery } from "../../../shared/query/query.ts";
import {
  schedulePlanSchema,
  scheduleRunSchema,
  type SchedulePlan,
  type ScheduleRun,
  type Schedule,
} from "../../../shared/features/schedules/schedules.ts";
import type { ViewDefinition } from "../../../shared/query/views/views.ts";
import { dataFolder } from "../../store/database/data-folder.ts";
import { readFacts } from "../../store/database/facts.ts";
import { openInventoryForReading } from "../../store/database/inventory-file.ts";
import { type ViewStore, readViews } from "../views/public.ts";
import type { ScheduleRow, ScheduleTable } from "./schedule-table.ts";
import type { ScheduledExport } from "../../delivery/planned/scheduled-export.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import type { Policy } from "../../../shared/base/policy.ts";
import type { MailService } from "../../delivery/mail/mail-service.ts";
import type { Clock } from "../../base/clock.ts";
import type { Log } from "../../base/log.ts";

/** Writes due exports, one at a time. */
interface ScheduleRunner {
  /** Writes an export. @returns the outcome; a failure is an outcome too. */
  runScheduled(
    due: ScheduledExport,
  ): Promise<Pick<ExportProgress, "state" | "rows" | "file" | "error" | "completeAsOf">>;
  /** Stops the running export, and waits until it has ended. */
  close(): Promise<void>;
}

/** The connections to which schedules may belong. */
interface ScheduleConnections {
  ids(): readonly string[];
  /** Checks that a connection exists. @throws AppFailure `invalid_input` if there is no such connection. */
  require(connectionId: string): void;
  /** The name of a connection; "" if the connection was removed. */
  nameOf(connectionId: string): string;
  /** Whether a connection is open, so that a pass can run. */
  isOpen(connectionId: string): boolean;
}

export interface SchedulesOptions {
  /** The folder with all files of Stockdeck, including the folders of connections. */
  readonly folder: string;
  readonly policy: Policy;
  readonly clock: Clock;
  readonly log: Log;
  readonly connections: ScheduleConnections;
  readonly store: Remote<ScheduleTable> & ViewStore;
  readonly runner: ScheduleRunner;
  readonly mail: Pick<MailService, "rowOf" | "send" | "outcome" | "forget" | "keepRecipients">;
  /** Called when a schedule of a connection sends mail for the first time. */
  onMailPlanned(connectionId: string): void;
  /** Receives all schedules after each change. */
  onChange(schedules: Schedule[]): void;
  /** Asks the user for a folder; null if the user cancels. */
  chooseFolder(): Promise<string | null>;
  openFile(file: string, what: "file" | "folder"): Promise<void>;
}

/** A scheduled export, as it is kept in memory. Times are ms since the epoch by the local clock. */
export interface ScheduleRecord {
  readonly id: string;
  readonly connectionId: string;
  readonly createdAt: number;
  readonly plan: SchedulePlan;
  readonly folder: string;
  readonly paused: boolean;
  /** The time at which the timing was set. */
  readonly anchor: number;
  /** The time up to which all due runs were done or dropped; ms since the epoch. */
  readonly settledUntil: number;
  readonly last: ScheduleRun | null;
  /** The last failed run that the user has not seen yet. */
  readonly failure: ScheduleRun | null;
}

/** Reads a row. Null if it is damaged, so that only this schedule is left out. */
export function readSchedule(row: ScheduleRow): ScheduleRecord | null {
  const plan = parseStored(schedulePlanSchema, row.plan);
  if (plan === null) return null;
  return {
    ...row,
    plan,
    paused: row.paused === 1,
    last: parseStored(scheduleRunSchema, row.last),
    failure: parseStored(scheduleRunSchema, row.failure),
  };
}

export function writeSchedule(record: ScheduleRecord): ScheduleRow {
  const text = (run: ScheduleRun | null): string | null => run && JSON.stringify(run);
  return {
    ...record,
    plan: JSON.stringify(record.plan),
    paused: record.paused ? 1 : 0,
    last: text(record.last),
    failure: text(record.failure),
  };
}

/** Reads a stored JSON text by its schema; null if it is damaged. */
function parseStored<T>(schema: z.ZodType<T>, text: string | null): T | null {
  return schema.safeParse(parseJson(text)).data ?? null;
}

/**
 * The present form of the view that a plan exports. The view may be the user's or the team's; null if it was deleted. A
 * shared view keeps its id.
 */
export async function viewOfPlan(
  store: ViewStore,
  connectionId: string,
  { resource, viewId }: Pick<SchedulePlan, "resource" | "viewId">,
): Promise<{ readonly name: string; readonly definition: ViewDefinition } | null> {
  const builtIn = BUILT_IN_VIEWS[resource].find(({ id }) => id === viewId);
  if (builtIn) return builtIn;
  const views = await readViews(store, connectionId);
  return views.find((view) => view.id === viewId && view.resource === resource) ?? null;
}

/**
 * The request of a run: the rows of the saved view. "Today" in its filters is the day of the run.
 * @param now ms since the epoch.
 * @throws AppFailure `invalid_input` if the view was deleted; QueryError if a later version wrote the view.
 */
export async function scheduledRequest(
  store: ViewStore,
  connectionId: string,
  plan: SchedulePlan,
  now: number,
): Promise<RowsRequest> {
  const { resource, columns, format, dialect, manifest, refreshFirst: verifyFirst } = plan;
  const found = await viewOfPlan(store, connectionId, plan);
  if (found === null) {
    throw invalidInput(SCHEDULE_ERRORS.viewDeleted);
  }
  const view = { name: found.name, definition: found.definition };
  const { search, filters, sort, grouping } = view.definition;
  const today = localDay(new Date(now));
  const query = parseQuery(
    resource,
    compileView(resource, { search, chips: filters, sort, grouping }, today),
  );
  return { connectionId, resource, query, view, columns, format, dialect, manifest, verifyFirst };
}

/**
 * Refuses a copy whose first pull has not ended. A file that is written unattended must not contain only a part of the
 * rows.
 * @param folder the folder with all files of Stockdeck.
 * @throws AppFailure of kind `store` if there is no copy, or its first pull has not ended.
 */
export function requireWholeCopy(folder: string, connectionId: string): void {
  const { inventory } = dataFolder(path.join(folder, "profiles", connectionId));
  const database = openInventoryForReading(inventory);
  try {
    if (readFacts(database).firstPullComplete) return;
  } finally {
    database.close();
  }
  throw new AppFailure({ kind: "store", reason: "other", ...said(SCHEDULE_ERRORS.notWhole) });
}
