import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Schedule } from "../../../shared/features/schedules/schedules.ts";
import { useHost, useHostServices, useLive } from "../../host/host-context.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { unwrap } from "../../base/unwrap.ts";
import { SCHEDULES, TRAY } from "./messages.ts";
import { notifyAction } from "../../ui/notify.tsx";
import { useSaveSettings } from "../../host/documents.ts";

const KEY = ["schedules"] as const;
const NO_SCHEDULES: readonly Schedule[] = [];

/** The scheduled exports of all connections. */
export function useSchedules(): readonly Schedule[] {
  const host = useHost();
  return useQuery({ queryKey: KEY, queryFn: () => unwrap(host.listSchedules()) }).data ?? NO_SCHEDULES;
}

/**
 * Follows the schedules of the core and announces failures. Only one component may use this hook, and it must always be
 * mounted.
 */
export function useFollowSchedules(): void {
  // Loads the schedules first, so that old failures are not announced.
  useSchedules();
  const host = useHost();
  const client = useQueryClient();
  const announce = useAnnounce();
  useEffect(
    () =>
      host.onSchedules((schedules) => {
        const former = client.getQueryData<readonly Schedule[]>(KEY) ?? NO_SCHEDULES;
        const known = new Set(former.map(({ failure }) => failure?.at));
        if (schedules.some(({ failure }) => failure && !known.has(failure.at))) announce(SCHEDULES.runFailed);
        // Cancels a pending answer, because it is older than this push.
        void client.cancelQueries({ queryKey: KEY }).then(() => client.setQueryData(KEY, schedules));
      }),
    [host, client, announce],
  );
}

/** Whether the desktop has a tray; undefined until the answer is known. */
export function useTrayAvailable(): boolean | undefined {
  const host = useHost();
  // The query always runs again, because a desktop may get a tray while the app runs.
  return useQuery({
    queryKey: ["tray"],
    queryFn: () => unwrap(host.trayAvailable()),
    gcTime: 0,
    staleTime: 0,
  }).data;
}

/**
 * Returns a function that offers the tray after the first schedule. It offers this only if there is a tray and the
 * setting is off.
 */
export function useTrayOffer(): () => Promise<void> {
  const { host, boot } = useHostServices();
  const settings = useLive((live) => live.settings);
  const save = useSaveSettings();
  return async () => {
    if (boot.host === "browser" || settings.keepInTray) return;
    const available = await host.trayAvailable();
    if (!available.ok || !available.value) return;
    notifyAction(TRAY.offer, TRAY.keep, () => save.mutate({ ...settings, keepInTray: true }));
  };
}
