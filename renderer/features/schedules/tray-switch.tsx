import { Switch } from "@mantine/core";
import { useLive, useServices } from "../../app/app-context.tsx";
import { errorOf } from "../../app/unwrap.ts";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { useSaveSettings } from "../settings/use-save-settings.ts";
import { useTrayAvailable } from "./use-tray.ts";

/** Whether the app goes on in the tray without its window. A browser's host goes on by itself. */
export function TraySwitch() {
  const { boot } = useServices();
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
