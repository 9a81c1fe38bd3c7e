import { BUTTONS, QUESTIONS } from "../messages.ts";
import { app, dialog, type BaseWindow, type BrowserWindow } from "electron";
import type { CommandName } from "../../../../shared/contract/commands.ts";
import { routeSchema } from "../../../../shared/features/windows/windows.ts";
import { systemClock, type Timer } from "../../../base/clock.ts";
import type { AppCore } from "../../core/app-core.ts";
import { WindowRegistry, type HostWindows } from "../../../features/windows/window-service.ts";
import { WindowSetFile, type SavedWindow } from "../../../features/windows/window-set.ts";
import {
  createWindow,
  placeAgain,
  placeNew,
  type NewWindow,
  type WindowSettings,
  focusedNumber,
  registerWindow,
  numberOf,
  windowOf,
} from "./own-windows.ts";
import { pushEvents } from "../ipc/serve-calls.ts";
import type { AppTray } from "../tray.ts";
import { recoverWindow } from "./recovery.ts";

/** The parts of the tray that windows use. */
type WindowTray = Pick<AppTray, "wanted" | "ensure" | "windowOpened">;

/** The route of the first screen in a new window. */
const FIRST_ROUTE = "/items";
/** Ms before a change of the open windows is written. Dragging a window changes its place in every frame. */
const WRITE_DELAY = 250;

/**
 * The open windows. Each window has a number, which identifies the state of its tables. The set of windows is written
 * whenever it changes, and opened again at the next start. A window that the user closes is removed from the set,
 * except the last one, whose number stays reserved until it is opened again.
 */
export class AppWindows implements HostWindows {
  readonly #core: AppCore;
  readonly #settings: WindowSettings;
  readonly #tray: WindowTray;
  readonly #file: WindowSetFile;
  readonly #registry = new WindowRegistry();
  readonly #routes = new Map<number, string>();
  /** The last window, if it is closed while the app keeps running. */
  #closed: SavedWindow | null = null;
  /** False until the windows of the last session are opened. After a start without a window, the user opens them. */
  #isRestored = false;
  #writing: Timer | null = null;
  #quitting = false;

  constructor(core: AppCore, settings: WindowSettings, tray: WindowTray, folder: string) {
    this.#core = core;
    this.#settings = settings;
    this.#tray = tray;
    this.#file = new WindowSetFile(folder);
    app.on("before-quit", () => {
      // While the app quits, closing windows must not change which windows the next start opens.
      this.#write(true);
      this.#quitting = true;
    });
  }

  /**
   * Opens the windows of the last session, or a first window.
   * @param route the route for the window used last; null for its own route.
   * @returns the number of this window.
   */
  restore(route: string | null = null): number {
    this.#isRestored = true;
    const saved = this.#file.read();
    for (const window of saved) this.#registry.reopen(window.window);
    void this.#core.windows.keepTables(this.#registry.numbers).catch((cause: unknown) => this.#failed(cause));
    const last = saved.at(-1);
    for (const window of saved.slice(0, -1)) this.#reopen(window, false);
    if (last) this.#reopen({ ...last, route: route ?? last.route }, true);
    const number = last?.window ?? this.#registry.open();
    if (!last) this.#create({ number, route, place: placeNew(undefined) });
    return number;
  }

  async open(route: string, caller: number | undefined): Promise<number> {
    if (!this.#isRestored) return this.restore(route);
    if (this.#closed) {
      const { window: number, place } = this.#closed;
      this.#reopen({ window: number, place, route }, true);
      return number;
    }
    const from = this.#registry.current(caller);
    const number = this.#registry.open();
    // If the state of the tables cannot be copied, the window must open anyway.
    await this.#core.windows.copyTables(from, number).catch((cause: unknown) => this.#failed(cause));
    this.#create({ number, route, place: this.#beside(caller) });
    return number;
  }

  showLast(): number | null {
    const number = this.#open().at(-1);
    if (number === undefined) return null;
    this.#bringToFront(number);
    return number;
  }

  /** Sends a command to a window; by default to the active window. If no window is open, it opens one. */
  carryOut(name: CommandName, window?: BaseWindow): void {
    const number = numberOf(window) ?? this.#current();
    if (number === undefined) this.#openAgain();
    else this.#core.events.emit("command", { name }, number);
  }

  /**
   * Brings the active window to the front, or opens a window.
   * @returns the number of the window if it was already open and can receive events.
   */
  showCurrent(): number | undefined {
    const number = this.#current();
    if (number === undefined) this.#openAgain();
    else this.#bringToFront(number);
    return number;
  }

  /** Shows all windows that are in the tray, in the dock or behind other windows. The window used last is in front. */
  showAll(): void {
    for (const number of this.#open()) this.#bringToFront(number);
    if (this.#open().length === 0) this.#openAgain();
  }

  /** The numbers of the open windows. The window used last is at the end. */
  #open(): readonly number[] {
    return this.#registry.numbers.filter((number) => windowOf(number));
  }

  #current(): number | undefined {
    return focusedNumber() ?? this.#open().at(-1);
  }

  #bringToFront(number: number): void {
    const window = windowOf(number);
    if (!window) return;
    this.#registry.use(number);
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  #beside(caller: number | undefined): NewWindow["place"] {
    const number = caller ?? this.#current();
    return placeNew(number === undefined ? undefined : windowOf(number));
  }

  #openAgain(): void {
    if (!this.#isRestored) this.restore();
    else if (this.#closed) this.#reopen(this.#closed, true);
    else void this.open(FIRST_ROUTE, undefined).catch((cause: unknown) => this.#failed(cause));
  }

  #reopen(saved: SavedWindow, active: boolean): void {
    const { window: number, place, route } = saved;
    if (this.#closed?.window === number) this.#closed = null;
    this.#create({ number, route, place: placeAgain(place), maximized: place.maximized, active });
  }

  #create(options: Omit<NewWindow, "maximized" | "active"> & Partial<NewWindow>): void {
    const { number, route } = options;
    if (route !== null) this.#routes.set(number, route);
    const window = createWindow(this.#settings, { maximized: false, active: true, ...options });
    registerWindow(number, window);
    recoverWindow(window, number, this.#core.log);
    window.once("closed", pushEvents(this.#core.events, number, window.webContents));
    window.webContents.on("did-navigate-in-page", (_event, url, isMainFrame) => {
      const found = routeSchema.safeParse(new URL(url).hash.slice(1));
      if (!isMainFrame || !found.success) return;
      this.#routes.set(number, found.data);
      this.#writeSoon();
    });
    const changed = (): void => this.#writeSoon();
    window.on("resize", changed);
    window.on("move", changed);
    window.on("maximize", changed);
    window.on("unmaximize", changed);
    window.on("focus", () => {
      this.#registry.use(number);
      this.#writeSoon();
    });
    window.once("show", () => this.#tray.windowOpened());
    hideOnClose(window, this.#tray, () => this.#isLast(number));
    let last: SavedWindow | null = null;
    window.on("close", () => {
      last = this.#saved(number);
    });
    window.once("closed", () => this.#onClosed(number, last));
    this.#writeSoon();
  }

  #isLast(number: number): boolean {
    return this.#registry.numbers.every((other) => other === number || !windowOf(other));
  }

  #onClosed(number: number, last: SavedWindow | null): void {
    this.#core.windows.close(number);
    if (this.#quitting) return;
    if (last && this.#isLast(number)) this.#closed = last;
    else {
      this.#registry.close(number);
      this.#routes.delete(number);
      // If this fails, the next start deletes the state.
      if (last) void this.#core.windows.forgetTables(number).catch((cause: unknown) => this.#failed(cause));
    }
    this.#writeSoon();
  }

  #saved(number: number): SavedWindow | null {
    if (this.#closed?.window === number) return this.#closed;
    const window = windowOf(number);
    if (!window || window.isDestroyed()) return null;
    const place = { ...window.getNormalBounds(), maximized: window.isMaximized() };
    return { window: number, place, route: this.#routes.get(number) ?? null };
  }

  #writeSoon(): void {
    this.#writing ??= systemClock.after(WRITE_DELAY, () => this.#write());
  }

  #write(last = false): void {
    this.#writing?.stop();
    this.#writing = null;
    if (this.#quitting || !this.#isRestored) return;
    const windows = this.#registry.numbers.flatMap((number) => this.#saved(number) ?? []);
    if (last) this.#file.writeLast(windows);
    else void this.#file.write(windows);
  }

  #failed(cause: unknown): void {
    this.#core.log.warn("a window's tables were not copied or forgotten", { cause });
  }
}

/**
 * Hides the last window in the tray instead of closing it, if set. If there is no visible tray, the window could not be
 * shown again, so the user decides whether the app ends.
 * @param isLast whether the window is the last window at this moment; any other window just closes.
 */
function hideOnClose(window: BrowserWindow, tray: WindowTray, isLast: () => boolean): void {
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
      // The setting may have been turned off meanwhile. A hidden window without a tray icon could not be shown again.
      if (await tray.ensure()) return tray.wanted ? window.hide() : window.close();
      const { response } = await dialog.showMessageBox(window, NO_TRAY);
      if (response !== QUIT) return;
      app.quit();
    })();
  });
}

const QUIT = 0;
const NO_TRAY = {
  type: "info",
  message: QUESTIONS.noTray,
  detail: QUESTIONS.noTrayDetail,
  buttons: [BUTTONS.quit, BUTTONS.keepWindow],
  defaultId: 1,
  cancelId: 1,
} satisfies Electron.MessageBoxOptions;
