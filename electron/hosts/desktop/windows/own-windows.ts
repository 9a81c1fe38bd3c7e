import {
  BrowserWindow,
  type BaseWindow,
  nativeTheme,
  screen,
  type Session,
  type WebPreferences,
} from "electron";
import { callerWindow } from "../../../features/windows/window-service.ts";
import { APP_ORIGIN } from "../app-protocol.ts";
import type { SenderCheck } from "../ipc/serve-calls.ts";
import path from "node:path";
import { windowQuery } from "../../../../shared/features/windows/window-names.ts";
import {
  placeBeside,
  restoredPlace,
  type Bounds,
  type Placed,
} from "../../../features/windows/window-set.ts";

/** The app's windows by their numbers. */
const windows = new Map<number, BrowserWindow>();

/** The window whose page is being printed. The user never sees it, so it does not count as one of the app's windows. */
let sheet: BrowserWindow | null = null;
/** The window number of a page that is being printed; no real window has this number. */
const SHEET_NUMBER = 0;
let onLastClosed: () => void = () => {};

/** Registers a window until it is closed. */
export function registerWindow(number: number, window: BrowserWindow): void {
  windows.set(number, window);
  window.once("closed", () => {
    windows.delete(number);
    // Runs after the other listeners. Electron's own event would also wait for the window of a sheet.
    if (windows.size === 0) setImmediate(() => windows.size === 0 && onLastClosed());
  });
}

/** Sets the listener for the end of the user's last window. A sheet that is being printed does not count. */
export function followLastClosed(listener: () => void): void {
  onLastClosed = listener;
}

/**
 * Lets the page of a sheet call the core.
 * @returns a function that ends this permission.
 */
export function trustSheet(window: BrowserWindow): () => void {
  sheet = window;
  return () => {
    if (sheet === window) sheet = null;
  };
}

/** The window with a number; undefined if it is not open. */
export function windowOf(number: number): BrowserWindow | undefined {
  return windows.get(number);
}

/** The number of a window; undefined if it has no number. */
export function numberOf(wanted: BaseWindow | null | undefined): number | undefined {
  return [...windows].find(([, window]) => window === wanted)?.[0];
}

/** The number of the focused window; undefined if no window has the focus. */
export function focusedNumber(): number | undefined {
  return numberOf(BrowserWindow.getFocusedWindow());
}

/** The window that the user works in: the caller's, else the focused one, else any. Undefined without windows. */
export function activeWindow(): BrowserWindow | undefined {
  const caller = callerWindow();
  const calling = caller === undefined ? undefined : windows.get(caller);
  const focused = focusedNumber();
  return calling ?? (focused === undefined ? [...windows.values()][0] : windows.get(focused));
}

/**
 * Accepts calls only from the main frames of the app's windows and of a sheet. @security they must have the app's page
 */
export const ownWindows: SenderCheck = {
  windowOf: ({ sender, senderFrame }) => {
    if (!senderFrame?.url.startsWith(`${APP_ORIGIN}/`)) return null;
    const own = sheet ? [...windows, [SHEET_NUMBER, sheet] as const] : [...windows];
    const found = own.find(([, window]) => !window.isDestroyed() && window.webContents === sender);
    return found && senderFrame === found[1].webContents.mainFrame ? found[0] : null;
  },
};

/** The settings that all windows share. */
export interface WindowSettings {
  readonly session: Session;
  /** The path of the built preload. */
  readonly preload: string;
  readonly devTools: boolean;
}

export interface NewWindow {
  readonly number: number;
  /** The part of the page's address behind the `#`; null for the first screen. */
  readonly route: string | null;
  readonly place: Placed;
  readonly maximized: boolean;
  /** Whether the window gets the focus when it appears. */
  readonly active: boolean;
}

/** The page's background colours. With them, no white flash appears before the first paint. */
const BACKGROUND = { light: "#ffffff", dark: "#1a1b1e" } as const;

const FIRST_SIZE = { width: 1_400, height: 900 } as const;
const SMALLEST_SIZE = { minWidth: 720, minHeight: 480 } as const;

/** The preferences of every page: sandboxed and isolated. @security */
export const pagePreferences = ({ session, preload, devTools }: WindowSettings): WebPreferences => ({
  session,
  preload: path.resolve(preload),
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
  devTools,
});

/** Opens a sandboxed, isolated window. It is shown when its first frame is ready. */
export function createWindow(settings: WindowSettings, options: NewWindow): BrowserWindow {
  const { number, route, place, maximized, active } = options;
  const window = new BrowserWindow({
    ...place,
    ...SMALLEST_SIZE,
    show: false,
    title: "Stockdeck",
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: pagePreferences(settings),
  });
  if (maximized) window.maximize();
  window.once("ready-to-show", () => (active ? window.show() : window.showInactive()));
  void window.loadURL(`${APP_ORIGIN}/${windowQuery(number)}${route === null ? "" : `#${route}`}`);
  return window;
}

/** The place of a window that is reopened with its former bounds. */
export function placeAgain(bounds: Bounds): Placed {
  return restoredPlace(bounds, screen.getDisplayMatching(bounds).workArea);
}

/** The place of a new window: next to the caller, or the system's choice. */
export function placeNew(caller: BrowserWindow | undefined): Placed {
  if (!caller) return FIRST_SIZE;
  const other = caller.getNormalBounds();
  return placeBeside(other, screen.getDisplayMatching(other).workArea);
}
