import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Schedule } from "../../../shared/features/schedules/schedules.ts";
import { useHost } from "../../host/host-context.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { unwrap } from "../../base/unwrap.ts";
import { lazyPart } from "../../base/lazy-part.tsx";
import { defineDialog } from "../../ui/dialog-registry.tsx";
import { RUN_FAILED } from "./messages.ts";

/** The dialog of a scheduled export. */
export const scheduleDialog = defineDialog(lazyPart(() => import("./schedule-dialog.tsx"), "ScheduleDialog"));

const KEY = ["schedules"] as const;
const NONE: readonly Schedule[] = [];

/** The scheduled exports of all connections, as the core last reported them. */
export function useSchedules(): readonly Schedule[] {
  const host = useHost();
  return useQuery({ queryKey: KEY, queryFn: () => unwrap(host.listSchedules()) }).data ?? NONE;
}

/** Follows the schedules of the core and announces failures. For one component that is always mounted. */
export function useFollowSchedules(): void {
  // Loaded for as long as they are followed: a failure that is known already is not announced.
  useSchedules();
  const host = useHost();
  const client = useQueryClient();
  const announce = useAnnounce();
  useEffect(
    () =>
      host.onSchedules((schedules) => {
        const former = client.getQueryData<readonly Schedule[]>(KEY) ?? NONE;
        const known = new Set(former.map(({ failure }) => failure?.at));
        if (schedules.some(({ failure }) => failure && !known.has(failure.at))) announce(RUN_FAILED);
        // A pending answer is older than this event.
        void client.cancelQueries({ queryKey: KEY }).then(() => client.setQueryData(KEY, schedules));
      }),
    [host, client, announce],
  );
}
