import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { SCHEDULE_CALLS } from "../../../shared/features/schedules/schedules.ts";
import type { ExportSchedules } from "./export-schedules.ts";

interface ScheduleHandlerParts {
  readonly schedules: ExportSchedules;
  readonly startup: { readonly opened: Promise<void> };
  readonly options: { trayAvailable(): Promise<boolean> };
}

/** The handlers of scheduled exports. They wait until the saved schedules are loaded. */
export function scheduleHandlers({ options, schedules, startup: { opened } }: ScheduleHandlerParts) {
  return {
    listSchedules: () => opened.then(() => schedules.list()),
    chooseScheduleFolder: () => schedules.chooseFolder(),
    createSchedule: (input) => opened.then(() => schedules.create(input)),
    editSchedule: (input) => opened.then(() => schedules.edit(input)),
    pauseSchedule: (input) => opened.then(() => schedules.pause(input)),
    deleteSchedule: ({ id }) => opened.then(() => schedules.delete(id)),
    runSchedule: ({ id }) => opened.then(() => schedules.run(id)),
    seeScheduleFailures: () => opened.then(() => schedules.see()),
    trayAvailable: () => options.trayAvailable(),
    showScheduleFile: ({ id }) => opened.then(() => schedules.showFile(id)),
  } satisfies HandlersOf<typeof SCHEDULE_CALLS>;
}
