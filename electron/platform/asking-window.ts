import { BrowserWindow } from "electron";

/** The window that somebody works in; undefined where there is none. */
export function askingWindow(): BrowserWindow | undefined {
  return BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
}
