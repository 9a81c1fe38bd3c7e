import { notifications } from "@mantine/notifications";
import { useState } from "react";
import type { Result } from "../../../shared/base/errors.ts";
import { nextDue, type SchedulePlan } from "../../../shared/features/schedules/schedules.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { Dialog, type DialogProps } from "../../ui/dialog.tsx";
import { formatDateTime } from "../../base/format.ts";
import { ScheduleForm, type ScheduleRequest } from "./schedule-form.tsx";
import { useSchedules, useTrayOffer } from "./use-schedules.ts";
import { SAVED, scheduled, SCHEDULE_DIALOG } from "./messages.ts";

/** The dialog of a scheduled export: a new one, or one that is changed. */
export function ScheduleDialog({ request, onClose }: DialogProps<ScheduleRequest>) {
  const { host, profileId } = useConnectionApi();
  const [problem, setProblem] = useState<string | null>(null);
  const isFirst = useSchedules().length === 0;
  const offerTray = useTrayOffer();
  const { schedule } = request;
  const save = async (plan: SchedulePlan, folder: string | null): Promise<void> => {
    const call: Promise<Result<unknown>> =
      schedule === null
        ? host.createSchedule({ profileId, plan, folder: folder ?? "" })
        : host.editSchedule({ id: schedule.id, plan, folder });
    const result = await call;
    if (!result.ok) return setProblem(result.error.message);
    onClose();
    const now = Date.now();
    const next = formatDateTime(new Date(nextDue(plan.timing, now, now)).toISOString(), now);
    notifications.show({
      message: schedule === null ? scheduled(next) : SAVED,
    });
    if (schedule === null && isFirst) await offerTray();
  };
  return (
    <Dialog
      onClose={onClose}
      title={schedule === null ? SCHEDULE_DIALOG.add : SCHEDULE_DIALOG.edit}
      size="lg"
      closeAs="close"
    >
      <ScheduleForm request={request} problem={problem} onSave={save} onClose={onClose} />
    </Dialog>
  );
}
