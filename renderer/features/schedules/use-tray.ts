import { useQuery } from "@tanstack/react-query";
import { useHost, useHostServices, useLive } from "../../host/host-context.ts";
import { unwrap } from "../../base/unwrap.ts";
import { notifyAction } from "../../ui/notify.tsx";
import { useSaveSettings } from "../../host/use-save-settings.ts";
import { TRAY_ACTION, TRAY_OFFER } from "./messages.ts";

/** Whether the desktop has a tray; undefined until that is known. */
export function useTrayAvailable(): boolean | undefined {
  const host = useHost();
  // A desktop may get a tray while the app runs.
  return useQuery({
    queryKey: ["tray"],
    queryFn: () => unwrap(host.trayAvailable()),
    gcTime: 0,
    staleTime: 0,
  }).data;
}

/**
 * Offers to keep the app in the tray, after the first schedule. Only if the system has a tray and the setting is
 * off.
 */
export function useTrayOffer(): () => Promise<void> {
  const { host, boot } = useHostServices();
  const settings = useLive((live) => live.settings);
  const save = useSaveSettings();
  return async () => {
    if (boot.host === "browser" || settings.keepInTray) return;
    const available = await host.trayAvailable();
    if (!available.ok || !available.value) return;
    notifyAction(TRAY_OFFER, TRAY_ACTION, () => save.mutate({ ...settings, keepInTray: true }));
  };
}
