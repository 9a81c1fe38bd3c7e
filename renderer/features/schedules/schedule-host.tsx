import { useEffect, useState } from "react";
import { lazyPart } from "../../base/lazy-part.tsx";
import { scheduleDialogs, type ScheduleRequest } from "./schedule-requests.ts";
import { useFollowSchedules, useSchedules } from "./use-schedules.ts";

const ScheduleDialog = lazyPart(() => import("./schedule-dialog.tsx"), "ScheduleDialog");

/** Shows the dialog of a scheduled export when it is requested. */
export function ScheduleHost() {
  const [request, setRequest] = useState<ScheduleRequest | null>(null);
  const isFirst = useSchedules().length === 0;
  useFollowSchedules();
  useEffect(() => scheduleDialogs.subscribe(setRequest), []);
  if (request === null) return null;
  return <ScheduleDialog request={request} isFirst={isFirst} onClose={() => setRequest(null)} />;
}
