import { Switch } from "@mantine/core";
import { useHostServices, useLive } from "../../host/host-context.tsx";
import { errorOf } from "../../host/unwrap.ts";
import { ErrorNotice } from "../../ui/error-notice.tsx";
import { useSaveSettings } from "../../inventory/settings/use-save-settings.ts";
import { useTrayAvailable } from "../../inventory/schedules/use-tray.ts";

/** Whether the app goes on in the tray without its window. A browser's host goes on by itself. */
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
        label="Keep running in the tray when the window is closed"
        description={
          available === false
            ? "This desktop shows no tray. Closing the window asks whether to quit."
            : "Without it, closing the window ends Stockdeck, and scheduled exports wait for its next start."
        }
        checked={settings.keepInTray}
        onChange={(event) => save.mutate({ ...settings, keepInTray: event.currentTarget.checked })}
      />
      {error && <ErrorNotice error={error} />}
    </>
  );
}
