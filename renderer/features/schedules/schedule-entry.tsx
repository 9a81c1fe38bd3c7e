import type { Schedule } from "../../../shared/features/schedules/schedules.ts";
import { useHostServices } from "../../host/host-context.ts";
import { useNow } from "../../host/use-now.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { succeeds } from "../../ui/notify.tsx";
import { scheduleDialog } from "./use-schedules.ts";
import {
  keptFilesLabel,
  runLabel,
  timingLabel,
  viewLabel,
  DELETE_SCHEDULE,
  deleteScheduleText,
  NO_FOLDER_YET,
  NOT_YET,
  PAUSED,
  RUNNING,
  SCHEDULE_ENTRY,
  fileKind,
  scheduleAction,
  scheduleName,
} from "./messages.ts";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import classes from "./schedules.module.css";
import { PlainButton } from "../../ui/buttons.tsx";
import { Group } from "@mantine/core";

/** One scheduled export. */
export function ScheduleEntry({ schedule }: { readonly schedule: Schedule }) {
  const { host, boot } = useHostServices();
  const now = useNow(60_000);
  const { id, plan, folder, paused, running, nextRun, last, kept } = schedule;
  const name = viewLabel(schedule);
  const described = scheduleName(name, plan.timing);
  const action = (label: string, run: () => void, disabled = false) => (
    <PlainButton aria-label={scheduleAction(label, described)} disabled={disabled} onClick={run}>
      {label}
    </PlainButton>
  );
  return (
    <li className={classes.entry} aria-label={described}>
      <div className="sd-wrap">
        <strong>{name}</strong> <span className="sd-dimmed">{fileKind(plan.resource, plan.format)}</span>
      </div>
      <dl className={`${classes.facts} sd-facts`}>
        <dt>{SCHEDULE_ENTRY.when}</dt>
        <dd>{timingLabel(plan.timing)}</dd>
        <dt>{SCHEDULE_ENTRY.next}</dt>
        <dd>{running ? RUNNING : paused || nextRun === null ? PAUSED : <DateTime iso={nextRun} />}</dd>
        <dt>{SCHEDULE_ENTRY.last}</dt>
        <dd data-state={last?.state} className={classes.last}>
          {last === null ? (
            NOT_YET
          ) : (
            <>
              <DateTime iso={last.at} now={now} />, {runLabel(last)}
            </>
          )}
        </dd>
        <dt>{SCHEDULE_ENTRY.folder}</dt>
        <dd className={classes.path}>{folder || NO_FOLDER_YET}</dd>
        <dt>{SCHEDULE_ENTRY.files}</dt>
        <dd>{keptFilesLabel(schedule)}</dd>
      </dl>
      <Group gap={6}>
        {action(SCHEDULE_ENTRY.runNow, () => void succeeds(host.runSchedule({ id })), running)}
        {action(
          paused ? SCHEDULE_ENTRY.resume : SCHEDULE_ENTRY.pause,
          () => void succeeds(host.pauseSchedule({ id, paused: !paused })),
        )}
        {action(SCHEDULE_ENTRY.edit, () => scheduleDialog.open({ schedule, plan, unsaved: false }))}
        {boot.host === "electron"
          && kept > 0
          && action(SCHEDULE_ENTRY.showFolder, () => void succeeds(host.showScheduleFile({ id })))}
        <ConfirmButton
          {...DELETE_SCHEDULE}
          accessibleName={scheduleAction(DELETE_SCHEDULE.label, described)}
          action={() => host.deleteSchedule({ id })}
        >
          {deleteScheduleText(name)}
        </ConfirmButton>
      </Group>
    </li>
  );
}
