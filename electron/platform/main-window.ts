import path from "node:path";
import { BrowserWindow, nativeTheme, type Session } from "electron";
import { APP_ORIGIN } from "./app-protocol.ts";
import type { SenderCheck } from "./ipc/serve-calls.ts";
import type { WindowMemory } from "./window-state.ts";

export interface WindowOptions {
  readonly session: Session;
  /** The built preload. */
  readonly preload: string;
  readonly memory: WindowMemory;
  readonly devTools: boolean;
}

/** The page's own background, so that no white flash precedes the first paint. */
const BACKGROUND = { light: "#ffffff", dark: "#1a1b1e" } as const;

/** Opens the window: sandboxed, isolated, and shown with its first frame. */
export function openMainWindow({ session, preload, memory, devTools }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    ...memory.bounds(),
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: "Stockdeck",
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      session,
      preload: path.resolve(preload),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools,
    },
  });
  memory.attach(window);
  window.once("ready-to-show", () => window.show());
  void window.loadURL(`${APP_ORIGIN}/`);
  return window;
}

/** Trusts the main frame of a window of ours that shows our own page, and nothing else. @security */
export const ownWindows: SenderCheck = {
  isTrusted: ({ sender, senderFrame }) => {
    const window = BrowserWindow.fromWebContents(sender);
    if (!window || !senderFrame || senderFrame !== window.webContents.mainFrame) return false;
    return senderFrame.url.startsWith(`${APP_ORIGIN}/`);
  },
};

/** Brings the window back: out of the tray, out of the dock, or from behind others. @returns false where there is none. */
export function showMainWindow(): boolean {
  const [window] = BrowserWindow.getAllWindows();
  if (!window) return false;
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
  return true;
}
