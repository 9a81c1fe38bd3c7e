import { notifications } from "@mantine/notifications";
import { useEffect, useState } from "react";
import { nextDue } from "../../../shared/due-times.ts";
import type { Result } from "../../../shared/errors.ts";
import type { SchedulePlan } from "../../../shared/schedules.ts";
import { useLocalCopy } from "../../app/profile-context.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { formatDateTime } from "../../format/format-date.ts";
import { onScheduleDialog, type ScheduleAsked } from "./schedule-asked.ts";
import { ScheduleForm } from "./schedule-form.tsx";
import { useFollowSchedules, useSchedules } from "./use-schedules.ts";
import { useTrayOffer } from "./use-tray.ts";

/** The dialog of a scheduled export, wherever it is asked for. */
export function ScheduleHost() {
  const { host, profileId } = useLocalCopy();
  const [asked, setAsked] = useState<ScheduleAsked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const isFirst = useSchedules().length === 0;
  const offerTray = useTrayOffer();
  useFollowSchedules();
  useEffect(
    () =>
      onScheduleDialog((next) => {
        setAsked(next);
        setProblem(null);
      }),
    [],
  );
  if (asked === null) return null;
  const { schedule } = asked;
  const close = (): void => setAsked(null);
  const save = async (plan: SchedulePlan, folder: string | null): Promise<void> => {
    const call: Promise<Result<unknown>> =
      schedule === null
        ? host.createSchedule({ profileId, plan, folder: folder ?? "" })
        : host.editSchedule({ id: schedule.id, plan, folder });
    const result = await call;
    if (!result.ok) return setProblem(result.error.message);
    close();
    const now = Date.now();
    const next = formatDateTime(new Date(nextDue(plan.timing, now, now)).toISOString(), now);
    notifications.show({
      message: schedule === null ? `Scheduled. The first run is ${next}.` : "The schedule was saved.",
    });
    if (schedule === null && isFirst) await offerTray();
  };
  return (
    <Dialog
      onClose={close}
      title={schedule === null ? "Repeat this export" : "Scheduled export"}
      size="lg"
      closeLabel="Close"
    >
      <ScheduleForm asked={asked} problem={problem} onSave={save} onClose={close} />
    </Dialog>
  );
}
