import { app } from "electron";
import { showMainWindow } from "./main-window.ts";

/**
 * Makes this the only instance over its data, before any file is opened. A second start shows the first one's
 * window and ends.
 * @returns false in that second process.
 */
export function claimSingleInstance(): boolean {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return false;
  }
  app.on("second-instance", () => showMainWindow());
  return true;
}
