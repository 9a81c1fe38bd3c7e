import type { Handlers } from "../../../shared/contract/contract.ts";
import type { SCHEDULE_CALLS } from "../../../shared/exports/schedules.ts";
import type { ExportSchedules } from "../../exports/schedule/export-schedules.ts";

/** Answers the calls of scheduled exports. @param opened resolves once what was remembered is read. */
export function scheduleHandlers(
  schedules: ExportSchedules,
  opened: Promise<void>,
  trayAvailable: () => Promise<boolean>,
): Pick<Handlers, keyof typeof SCHEDULE_CALLS> {
  return {
    listSchedules: () => opened.then(() => schedules.list()),
    chooseScheduleFolder: () => schedules.chooseFolder(),
    createSchedule: (input) => opened.then(() => schedules.create(input)),
    editSchedule: (input) => opened.then(() => schedules.edit(input)),
    pauseSchedule: (input) => opened.then(() => schedules.pause(input)),
    deleteSchedule: ({ id }) => opened.then(() => schedules.delete(id)),
    restoreSchedule: ({ id }) => opened.then(() => schedules.restore(id)),
    runSchedule: ({ id }) => opened.then(() => schedules.run(id)),
    answerMissed: ({ answer }) => opened.then(() => schedules.answerMissed(answer)),
    seeScheduleFailures: () => opened.then(() => schedules.see()),
    trayAvailable,
    showScheduleFile: ({ id }) => opened.then(() => schedules.showFile(id)),
  };
}
