import { useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { useHostServices, useLive, useConnectionId } from "../../host/host-context.ts";
import {
  SCHEDULES,
  TRAY,
  keptFilesLabel,
  runLabel,
  timingLabel,
  viewLabel,
  DELETE_SCHEDULE,
  SCHEDULE_ENTRY,
  fileKind,
  scheduleName,
} from "./messages.ts";
import { Section } from "../../ui/section.tsx";
import { useSchedules, useTrayAvailable } from "./use-schedules.ts";
import { scheduleDialog } from "./open-schedule.ts";
import { Switch, Group } from "@mantine/core";
import { errorOf } from "../../base/unwrap.ts";
import { ErrorNotice } from "../../ui/notice.tsx";
import { useSaveSettings } from "../../host/documents.ts";
import type { Schedule } from "../../../shared/features/schedules/schedules.ts";
import { useNow } from "../../host/use-now.ts";
import { DateTime } from "../../ui/date-time.tsx";
import { succeeds } from "../../ui/notify.tsx";
import { ConfirmButton } from "../../ui/confirm-button.tsx";
import { OutcomeLine } from "../../delivery/mail/outcome-line.tsx";
import { PlainButton } from "../../ui/buttons.tsx";
import classes from "./schedules.module.css";

/** The scheduled exports of this connection, with their next and last runs. */
export function SchedulesSection() {
  const connectionId = useConnectionId();
  const schedules = useSchedules();
  const own = schedules.filter((schedule) => schedule.connectionId === connectionId);
  const others = schedules.length - own.length;
  const wanted = useSearch({ from: "/settings", select: ({ section }) => section === "schedules" });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!wanted) return;
    place.current?.scrollIntoView({ block: "start" });
    place.current?.focus({ preventScroll: true });
  }, [wanted]);
  return (
    <div ref={place} tabIndex={-1} style={{ scrollMarginTop: 16 }}>
      <Section title={SCHEDULES.title} intro={SCHEDULES.intro}>
        {own.length === 0 && <p className="sd-note">{SCHEDULES.none}</p>}
        {own.length > 0 && (
          <ul className="sd-list">
            {own.map((schedule) => (
              <ScheduleEntry key={schedule.id} schedule={schedule} />
            ))}
          </ul>
        )}
        <TraySwitch />
        {others > 0 && <p className="sd-note">{SCHEDULES.others({ count: others })}</p>}
      </Section>
    </div>
  );
}

/** The switch that keeps the app in the tray after its window is closed. A browser host always keeps running. */
function TraySwitch() {
  const { boot } = useHostServices();
  const settings = useLive((live) => live.settings);
  const save = useSaveSettings();
  const available = useTrayAvailable();
  const error = errorOf(save.error);
  if (boot.host === "browser") return null;
  return (
    <>
      <Switch
        label={TRAY.label}
        description={available === false ? TRAY.unavailable : TRAY.hint}
        checked={settings.keepInTray}
        onChange={(event) => save.mutate({ ...settings, keepInTray: event.currentTarget.checked })}
      />
      {error && <ErrorNotice error={error} />}
    </>
  );
}

/** When a schedule runs next, or the note that it runs now or is paused. */
function NextRun({ schedule: { running, paused, nextRun } }: { readonly schedule: Schedule }) {
  if (running) return SCHEDULE_ENTRY.running;
  return paused || nextRun === null ? SCHEDULE_ENTRY.paused : <DateTime iso={nextRun} />;
}

/** One scheduled export. */
function ScheduleEntry({ schedule }: { readonly schedule: Schedule }) {
  const { host, boot } = useHostServices();
  const now = useNow(60_000);
  const { id, plan, folder, paused, running, last, kept, mailed } = schedule;
  const name = viewLabel(schedule);
  const described = scheduleName(name, plan.timing);
  const action = (label: string, run: () => void, disabled = false) => (
    <PlainButton
      aria-label={SCHEDULE_ENTRY.action({ action: label, schedule: described })}
      disabled={disabled}
      onClick={run}
    >
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
        <dd>
          <NextRun schedule={schedule} />
        </dd>
        <dt>{SCHEDULE_ENTRY.last}</dt>
        <dd data-state={last?.state} className={classes.last}>
          {last === null ? (
            SCHEDULE_ENTRY.never
          ) : (
            <>
              <DateTime iso={last.at} now={now} />, {runLabel(last)}
            </>
          )}
        </dd>
        {(plan.mail !== null || mailed !== null) && (
          <>
            <dt>{SCHEDULE_ENTRY.mail}</dt>
            <dd className="sd-wrap">
              {mailed === null ? (
                plan.mail && SCHEDULE_ENTRY.mailPlanned({ recipients: plan.mail.to.length })
              ) : (
                <OutcomeLine outcome={mailed} now={now} />
              )}
            </dd>
          </>
        )}
        <dt>{SCHEDULE_ENTRY.folder}</dt>
        <dd className={classes.path}>{folder || SCHEDULE_ENTRY.noFolder}</dd>
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
          accessibleName={SCHEDULE_ENTRY.action({ action: DELETE_SCHEDULE.label, schedule: described })}
          action={() => host.deleteSchedule({ id })}
        >
          {SCHEDULE_ENTRY.deleteText({ name })}
        </ConfirmButton>
      </Group>
    </li>
  );
}
