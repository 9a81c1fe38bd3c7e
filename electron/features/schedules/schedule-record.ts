import type { z } from "zod";
import {
  schedulePlanSchema,
  scheduleRunSchema,
  type SchedulePlan,
  type ScheduleRun,
} from "../../../shared/features/schedules/schedules.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import type { ScheduleRow } from "../../store/user-data/user-store.ts";

/** A scheduled export as the core holds it. Moments are ms since the epoch, by the local clock. */
export interface ScheduleRecord {
  readonly id: string;
  readonly profileId: string;
  readonly createdAt: number;
  readonly plan: SchedulePlan;
  readonly folder: string;
  readonly paused: boolean;
  /** When its timing was set. */
  readonly anchor: number;
  /** Ms since the epoch up to which all due runs were done or dropped. */
  readonly settledUntil: number;
  readonly last: ScheduleRun | null;
  /** The last failure that the user has not seen. */
  readonly failure: ScheduleRun | null;
}

/** Reads a row; null if it is damaged, which costs that schedule and no other. */
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

/** The row of a schedule. */
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

/** A JSON text of the store by its schema; null if it is no JSON, or damaged. */
export function parseStored<T>(schema: z.ZodType<T>, text: string | null): T | null {
  return schema.safeParse(parseJson(text)).data ?? null;
}
