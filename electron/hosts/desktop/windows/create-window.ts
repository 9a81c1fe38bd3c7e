import path from "node:path";
import { BrowserWindow, nativeTheme, screen, type Session } from "electron";
import { windowQuery } from "../../../../shared/features/windows/window-names.ts";
import {
  placeBeside,
  restoredPlace,
  type Bounds,
  type Placed,
} from "../../../features/windows/window-places.ts";
import { APP_ORIGIN } from "../app-protocol.ts";

/** The settings that all windows share. */
export interface WindowSettings {
  readonly session: Session;
  /** The built preload. */
  readonly preload: string;
  readonly devTools: boolean;
}

export interface NewWindow {
  readonly number: number;
  /** The page's address behind the `#`; null: the first screen. */
  readonly route: string | null;
  readonly place: Placed;
  readonly maximized: boolean;
  /** Whether it takes the focus when it appears. */
  readonly active: boolean;
}

/** The page's own background, so that no white flash precedes the first paint. */
const BACKGROUND = { light: "#ffffff", dark: "#1a1b1e" } as const;

const FIRST_SIZE = { width: 1_400, height: 900 } as const;
const SMALLEST_SIZE = { minWidth: 720, minHeight: 480 } as const;

/** Opens a window: sandboxed, isolated, and shown with its first frame. */
export function createWindow(settings: WindowSettings, options: NewWindow): BrowserWindow {
  const { number, route, place, maximized, active } = options;
  const window = new BrowserWindow({
    ...place,
    ...SMALLEST_SIZE,
    show: false,
    title: "Stockdeck",
    backgroundColor: nativeTheme.shouldUseDarkColors ? BACKGROUND.dark : BACKGROUND.light,
    webPreferences: {
      session: settings.session,
      preload: path.resolve(settings.preload),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      devTools: settings.devTools,
    },
  });
  if (maximized) window.maximize();
  window.once("ready-to-show", () => (active ? window.show() : window.showInactive()));
  void window.loadURL(`${APP_ORIGIN}/${windowQuery(number)}${route === null ? "" : `#${route}`}`);
  return window;
}

/** The place of a window that is opened again with its former bounds. */
export function placeAgain(bounds: Bounds): Placed {
  return restoredPlace(bounds, screen.getDisplayMatching(bounds).workArea);
}

/** The place of a new window: next to the caller, else the system's choice. */
export function placeNew(caller: BrowserWindow | undefined): Placed {
  if (!caller) return FIRST_SIZE;
  const other = caller.getNormalBounds();
  return placeBeside(other, screen.getDisplayMatching(other).workArea);
}
