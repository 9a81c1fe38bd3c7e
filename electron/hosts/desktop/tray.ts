import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { app, Menu, Tray, type MenuItemConstructorOptions } from "electron";
import { plural } from "../../../shared/base/text/grammar.ts";
import { COMMANDS, type CommandName } from "../../../shared/contract/commands.ts";
import type { PushPayload } from "../../../shared/contract/contract.ts";
import type { Schedule } from "../../../shared/features/schedules/schedules.ts";
import type { AppCore } from "../core/app-core.ts";
import { nextRunLines } from "../../features/schedules/next-runs.ts";
import { trayIcon } from "./tray-icon.ts";

/** Most schedules in the menu; it has the next ones. */
const MOST_SCHEDULES = 6;

/** The tray's actions on the window. */
export interface TrayActions {
  readonly show: () => void;
  readonly carryOut: (command: CommandName) => void;
}

/** The icon in the tray. It is shown while the setting is on and the desktop shows trays. */
export class AppTray {
  readonly #core: AppCore;
  readonly #actions: TrayActions;
  #wanted = false;
  #tray: Tray | null = null;
  #schedules: readonly Schedule[] = [];
  /** Alerts that fire. */
  #firing = 0;

  constructor(core: AppCore, actions: TrayActions) {
    this.#core = core;
    this.#actions = actions;
  }

  /** Whether the setting keeps Stockdeck running without its window. */
  get wanted(): boolean {
    return this.#wanted;
  }

  /** Follows the setting and the schedules, for as long as the app runs. */
  async follow(): Promise<void> {
    this.#core.events.subscribe((name, payload) => {
      if (name === "settings") void this.#want((payload as PushPayload<"settings">).keepInTray);
      if (name === "alerts") this.#alert((payload as PushPayload<"alerts">).firing);
      if (name === "schedules") this.#list(payload as PushPayload<"schedules">);
    });
    // The page shows a start that fails.
    const [settings, schedules] = await Promise.all([
      this.#core.userData.settings().catch(() => null),
      this.#core.dispatch("listSchedules", undefined),
    ]);
    if (schedules.ok) this.#list(schedules.value as Schedule[]);
    if (settings) await this.#want(settings.keepInTray);
  }

  /** Makes sure that the icon is there. @returns false if no desktop would show it. */
  async ensure(): Promise<boolean> {
    if (!(await trayAvailable())) {
      this.#remove();
      return false;
    }
    if (this.#tray) return true;
    const tray = new Tray(trayIcon(false));
    tray.on("click", this.#actions.show);
    this.#tray = tray;
    this.#draw();
    return true;
  }

  async #want(wanted: boolean): Promise<void> {
    this.#wanted = wanted;
    if (wanted) await this.ensure();
    else this.#remove();
  }

  #list(schedules: readonly Schedule[]): void {
    this.#schedules = schedules;
    this.#draw();
  }

  #alert(firing: number): void {
    if (firing === this.#firing) return;
    this.#firing = firing;
    this.#draw();
  }

  #remove(): void {
    this.#tray?.destroy();
    this.#tray = null;
  }

  #draw(): void {
    const { show, carryOut } = this.#actions;
    const alerts = alertsText(this.#firing);
    this.#tray?.setToolTip(this.#firing === 0 ? app.name : `${app.name}: ${alerts}`);
    this.#tray?.setImage(trayIcon(this.#firing > 0));
    // On a Mac the system colours the icon, which then has no mark.
    if (process.platform === "darwin") this.#tray?.setTitle(this.#firing === 0 ? "" : String(this.#firing));
    this.#tray?.setContextMenu(
      Menu.buildFromTemplate([
        { label: `Show ${app.name}`, click: show },
        {
          label: alerts,
          enabled: this.#firing > 0,
          click: () => void this.#core.windows.showRoute("/alerts"),
        },
        { label: COMMANDS.refresh.label, click: () => void this.#core.dispatch("syncNow", { full: false }) },
        { type: "separator" },
        ...scheduleItems(this.#schedules, () => {
          show();
          carryOut("schedules");
        }),
        { type: "separator" },
        { label: `Quit ${app.name}`, click: () => app.quit() },
      ]),
    );
  }
}

function alertsText(firing: number): string {
  return firing === 0 ? "No alerts" : plural(firing, "alert");
}

/** The next scheduled exports; each leads to the list of them. */
function scheduleItems(schedules: readonly Schedule[], open: () => void): MenuItemConstructorOptions[] {
  const lines = nextRunLines(schedules, MOST_SCHEDULES);
  if (lines.length === 0) return [{ label: "No scheduled exports", enabled: false }];
  // An ampersand would mark a letter of the menu.
  return lines.map((line) => ({ label: line.replaceAll("&", "&&"), click: open }));
}

/** The bus name whose owner shows the icons of trays (freedesktop.org, StatusNotifierItem). */
const WATCHER = "org.kde.StatusNotifierWatcher";
const BUS = "org.freedesktop.DBus";
const ASKED = `${BUS}.NameHasOwner`;

/** Programs that can ask the bus; a desktop has one of them. */
const ASKING: readonly (readonly [program: string, ...args: string[]])[] = [
  ["dbus-send", "--session", "--print-reply", `--dest=${BUS}`, "/", ASKED, `string:${WATCHER}`],
  ["gdbus", "call", "--session", "--dest", BUS, "--object-path", "/", "--method", ASKED, WATCHER],
];
/** Ms; the bus answers at once or not at all. */
const TIMEOUT = 2_000;

/**
 * Whether an icon in the tray would be seen. Windows and macOS always have a place for it; on Linux Electron makes a tray
 * without complaint if no desktop shows it, and a window that was hidden into it would be lost.
 */
export async function trayAvailable(): Promise<boolean> {
  if (process.platform !== "linux") return true;
  for (const [program, ...args] of ASKING) {
    try {
      const { stdout } = await promisify(execFile)(program, args, { timeout: TIMEOUT });
      return /\btrue\b/.test(stdout);
    } catch {
      // Not installed, or without a bus; the next one may know.
    }
  }
  return false;
}
