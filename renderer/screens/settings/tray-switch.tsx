import { Switch } from "@mantine/core";
import { useHostServices, useLive } from "../../host/host-context.ts";
import { errorOf } from "../../host/unwrap.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { TRAY } from "./messages.ts";
import { useSaveSettings } from "../../inventory/settings/use-save-settings.ts";
import { useTrayAvailable } from "../../inventory/schedules/use-tray.ts";

/** Keeps the app running in the tray without its window. A browser host keeps running by itself. */
export function TraySwitch() {
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
