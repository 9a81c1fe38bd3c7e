import path from "node:path";
import { BrowserWindow, nativeTheme, screen, type Session } from "electron";
import { windowQuery } from "../../../shared/contract/window-names.ts";
import type { WindowContent } from "../../app/windows/window-registry.ts";
import { placeBeside, restoredPlace, type Bounds, type Placed } from "../../app/windows/window-places.ts";
import { APP_ORIGIN } from "../app-protocol.ts";

/** What all windows have in common. */
export interface WindowSettings {
  readonly session: Session;
  /** The built preload. */
  readonly preload: string;
  readonly devTools: boolean;
}

export interface NewWindow {
  readonly number: number;
  readonly kind: WindowContent["kind"];
  /** The page's address behind the `#`; null: the first screen. */
  readonly route: string | null;
  readonly place: Placed;
  readonly maximized: boolean;
  /** Whether it takes the focus when it appears. */
  readonly active: boolean;
}

/** The page's own background, so that no white flash precedes the first paint. */
const BACKGROUND = { light: "#ffffff", dark: "#1a1b1e" } as const;

const SIZES = {
  tables: { width: 1_400, height: 900 },
  record: { width: 480, height: 760 },
} as const;
const SMALLEST = {
  tables: { minWidth: 720, minHeight: 480 },
  record: { minWidth: 380, minHeight: 320 },
} as const;

/** Opens a window: sandboxed, isolated, and shown with its first frame. */
export function createWindow(settings: WindowSettings, options: NewWindow): BrowserWindow {
  const { number, kind, route, place, maximized, active } = options;
  const window = new BrowserWindow({
    ...place,
    ...SMALLEST[kind],
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

/** Where a window is put that stood there at some time. */
export function placeAgain(bounds: Bounds): Placed {
  return restoredPlace(bounds, screen.getDisplayMatching(bounds).workArea);
}

/** Where a new window is put: beside the caller, else where the system likes. */
export function placeNew(kind: WindowContent["kind"], caller: BrowserWindow | undefined): Placed {
  if (!caller) return SIZES[kind];
  const other = caller.getNormalBounds();
  const size = kind === "tables" ? other : SIZES.record;
  return placeBeside(other, size, screen.getDisplayMatching(other).workArea);
}
