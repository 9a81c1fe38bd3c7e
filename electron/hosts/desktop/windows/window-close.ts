import { app, dialog, type BrowserWindow } from "electron";
import type { AppTray } from "../tray.ts";

/**
 * Hides the last window into the tray instead of closing it, if set so. If no tray is available, nothing would bring it
 * back: then the user decides whether the app ends.
 * @param isLast whether it is the last window at that moment; other windows just close.
 */
export function hideOnClose(
  window: BrowserWindow,
  tray: Pick<AppTray, "wanted" | "ensure">,
  isLast: () => boolean,
): void {
  let ending = false;
  const end = (): void => {
    ending = true;
  };
  app.on("before-quit", end);
  window.once("closed", () => app.off("before-quit", end));
  window.on("close", (event) => {
    if (ending || !tray.wanted || !isLast()) return;
    event.preventDefault();
    void (async () => {
      if (await tray.ensure()) return window.hide();
      const { response } = await dialog.showMessageBox(window, NO_TRAY);
      if (response !== QUIT) return;
      app.quit();
    })();
  });
}

const QUIT = 0;
const NO_TRAY = {
  type: "info",
  message: "There is no tray on this desktop",
  detail:
    "Stockdeck was to keep running in the tray, but nothing shows one here. If it quits, scheduled exports wait for its next start.",
  buttons: ["Quit", "Keep the window"],
  defaultId: 1,
  cancelId: 1,
} satisfies Electron.MessageBoxOptions;
