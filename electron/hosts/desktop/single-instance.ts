import { app } from "electron";

/**
 * Makes this the only instance over its data, before any file is opened. A second start has the
 * first one show its window, and ends.
 * @returns false in that second process.
 */
export function claimSingleInstance(): boolean {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return false;
  }
  return true;
}
