import { BrowserWindow, type BaseWindow } from "electron";
import { callerWindow } from "../../../features/windows/window-registry.ts";
import { APP_ORIGIN } from "../app-protocol.ts";
import type { SenderCheck } from "../ipc/serve-calls.ts";

/** Our windows by their numbers, the only ones that the app opens. */
const windows = new Map<number, BrowserWindow>();

/** Notes a window for as long as it lives. */
export function registerWindow(number: number, window: BrowserWindow): void {
  windows.set(number, window);
  window.once("closed", () => windows.delete(number));
}

/** The window of that number; undefined if it is not open. */
export function windowOf(number: number): BrowserWindow | undefined {
  return windows.get(number);
}

/** The number of a window; undefined for a window that is not ours. */
export function numberOf(wanted: BaseWindow | null | undefined): number | undefined {
  return [...windows].find(([, window]) => window === wanted)?.[0];
}

/** The number of our window with the focus; undefined if none has it. */
export function focusedNumber(): number | undefined {
  return numberOf(BrowserWindow.getFocusedWindow());
}

/** The active window: the caller's, else the focused one, else any; undefined without windows. */
export function activeWindow(): BrowserWindow | undefined {
  const caller = callerWindow();
  const calling = caller === undefined ? undefined : windows.get(caller);
  return calling ?? BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
}

/** Trusts only the main frame of our own window that shows our own page. @security */
export const ownWindows: SenderCheck = {
  windowOf: ({ sender, senderFrame }) => {
    if (!senderFrame?.url.startsWith(`${APP_ORIGIN}/`)) return null;
    const found = [...windows].find(([, window]) => !window.isDestroyed() && window.webContents === sender);
    return found && senderFrame === found[1].webContents.mainFrame ? found[0] : null;
  },
};
