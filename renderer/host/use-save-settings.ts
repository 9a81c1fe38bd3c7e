import { notifications } from "@mantine/notifications";
import type { UseMutationResult } from "@tanstack/react-query";
import type { Settings } from "../../shared/inventory/settings.ts";
import { useHost, useHostServices } from "./host-context.ts";
import { useMutationCall } from "../base/use-mutation-call.ts";
import { SETTINGS_SAVED } from "./messages.ts";

/** Saves all settings and shows them as the core accepted them. */
export function useSaveSettings(): UseMutationResult<Settings, unknown, Settings> {
  const host = useHost();
  const { live } = useHostServices();
  return useMutationCall(host.saveSettings, (settings) => {
    live.patch({ settings });
    notifications.show({ message: SETTINGS_SAVED });
  });
}
