import { TRAY } from "./messages.ts";
import { COMMAND_LABELS } from "../../../shared/contract/messages.ts";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { app, Menu, Tray, type MenuItemConstructorOptions, nativeImage, type NativeImage } from "electron";
import { systemClock } from "../../base/clock.ts";
import type { Schedule } from "../../../shared/features/schedules/schedules.ts";
import type { AppCore } from "../core/app-core.ts";
import { nextRunLines } from "../../features/schedules/next-runs.ts";

/** The most schedules in the menu. The menu has the schedules that run next. */
const MOST_SCHEDULES = 6;

/**
 * Ms for which a start without a window waits for a tray. At login, the desktop's panel may start later than the app.
 */
const TRAY_WAIT_MS = 10_000;
/** Ms between two checks for a tray. */
const TRAY_QUESTION_MS = 500;

/** The route to the list of scheduled exports, which the menu opens. */
const SCHEDULES_ROUTE = "/settings?section=schedules";

/**
 * The tray icon. The icon needs a desktop that shows trays. It is shown if the setting is on, or until a window opens
 * after a start without a window.
 */
export class AppTray {
  readonly #core: AppCore;
  readonly #show: () => void;
  #wanted = false;
  /** Whether the app was started without a window and no window has opened since. */
  #isWindowless = false;
  #tray: Tray | null = null;
  #schedules: readonly Schedule[] = [];
  /** The number of firing alerts. */
  #firing = 0;

  /** @param show shows all windows, or opens a window if there is none. */
  constructor(core: AppCore, show: () => void) {
    this.#core = core;
    this.#show = show;
  }

  /** Whether the setting says that Stockdeck keeps running without its window. */
  get wanted(): boolean {
    return this.#wanted;
  }

  /** Follows the setting and the schedules until the app ends. */
  async follow(): Promise<void> {
    const { events } = this.#core;
    events.on("settings", ({ keepInTray }) => void this.#want(keepInTray));
    events.on("alerts", ({ firing }) => this.#alert(firing));
    events.on("schedules", (schedules) => this.#list(schedules));
    // If reading fails, the page shows the problem.
    const [settings, schedules] = await Promise.all([
      this.#core.userData.settings().catch(() => null),
      this.#core.dispatch("listSchedules", undefined),
    ]);
    if (schedules.ok) this.#list(schedules.value as Schedule[]);
    if (settings) await this.#want(settings.keepInTray);
  }

  /** Makes sure that the icon exists, if it is still needed. @returns false if the desktop would not show it. */
  async ensure(): Promise<boolean> {
    if (!(await trayAvailable())) {
      this.#remove();
      return false;
    }
    // While the bus was asked, the setting may have been switched off.
    if (!this.#wanted && !this.#isWindowless) this.#remove();
    else if (!this.#tray) this.#create();
    return true;
  }

  #create(): void {
    const tray = new Tray(trayIcon(false));
    tray.on("click", this.#show);
    this.#tray = tray;
    this.#draw();
  }

  /**
   * Shows the icon for a start without a window, whatever the setting says. Waits for a tray that appears late.
   * @returns false if there is no tray, so that the app needs its window.
   */
  async showWithoutWindow(): Promise<boolean> {
    this.#isWindowless = true;
    const end = systemClock.now() + TRAY_WAIT_MS;
    while (this.#isWindowless && !(await this.ensure())) {
      if (systemClock.now() > end) return false;
      await systemClock.wait(TRAY_QUESTION_MS);
    }
    // While the bus was asked, a window may have opened.
    if (!this.#isWindowless) await this.#want(this.#wanted);
    return true;
  }

  /** After a start without a window, the icon from now on follows the setting again. */
  windowOpened(): void {
    if (!this.#isWindowless) return;
    this.#isWindowless = false;
    void this.#want(this.#wanted);
  }

  async #want(wanted: boolean): Promise<void> {
    this.#wanted = wanted;
    if (wanted || this.#isWindowless) await this.ensure();
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
    const { windows } = this.#core;
    const alerts = alertsText(this.#firing);
    this.#tray?.setToolTip(this.#firing === 0 ? app.name : TRAY.tooltip({ app: app.name, alerts }));
    this.#tray?.setImage(trayIcon(this.#firing > 0));
    // macOS colours the icon, so the icon has no mark. The title shows the number instead.
    if (process.platform === "darwin") this.#tray?.setTitle(this.#firing === 0 ? "" : String(this.#firing));
    this.#tray?.setContextMenu(
      Menu.buildFromTemplate([
        { label: TRAY.show({ app: app.name }), click: this.#show },
        {
          label: alerts,
          enabled: this.#firing > 0,
          click: () => void windows.showRoute("/alerts"),
        },
        { label: COMMAND_LABELS.refresh, click: () => void this.#core.dispatch("syncNow", { full: false }) },
        { type: "separator" },
        ...scheduleItems(this.#schedules, () => void windows.showRoute(SCHEDULES_ROUTE)),
        { type: "separator" },
        { label: TRAY.quit({ app: app.name }), click: () => app.quit() },
      ]),
    );
  }
}

function alertsText(firing: number): string {
  return firing === 0 ? TRAY.noAlerts : TRAY.alerts({ alerts: firing });
}

/** The menu items for the next scheduled exports. Each opens the list of schedules. */
function scheduleItems(schedules: readonly Schedule[], open: () => void): MenuItemConstructorOptions[] {
  const lines = nextRunLines(schedules, MOST_SCHEDULES);
  if (lines.length === 0) return [{ label: TRAY.noSchedules, enabled: false }];
  // A single ampersand would mark the next letter as the letter that opens the item.
  return lines.map((line) => ({ label: line.replaceAll("&", "&&"), click: open }));
}

/** The name on the bus whose owner shows tray icons (freedesktop.org, StatusNotifierItem). */
const WATCHER = "org.kde.StatusNotifierWatcher";
const BUS = "org.freedesktop.DBus";
const ASKED = `${BUS}.NameHasOwner`;

/** Programs that can query the bus. Most desktops have one of these programs. */
const ASKING: readonly (readonly [program: string, ...args: string[]])[] = [
  ["dbus-send", "--session", "--print-reply", `--dest=${BUS}`, "/", ASKED, `string:${WATCHER}`],
  ["gdbus", "call", "--session", "--dest", BUS, "--object-path", "/", "--method", ASKED, WATCHER],
];
/** The timeout of a query in ms. The bus answers at once or not at all. */
const TIMEOUT = 2_000;

/**
 * Whether a tray icon would be visible. Windows and macOS always show it. On Linux, Electron creates a tray even if the
 * desktop does not show it, and a window that is hidden in this tray would be lost.
 */
export async function trayAvailable(): Promise<boolean> {
  if (process.platform !== "linux") return true;
  for (const [program, ...args] of ASKING) {
    try {
      const { stdout } = await promisify(execFile)(program, args, { timeout: TIMEOUT });
      return /\btrue\b/.test(stdout);
    } catch {
      // The program is missing, or there is no bus. So the next program is tried.
    }
  }
  return false;
}

/**
 * The image renderer/icon.svg as a PNG with 32 pixels, because Electron cannot draw SVG. The brand's colour stands out
 * on light and dark backgrounds.
 */
const COLOUR =
  "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAAEeUlEQVR4nOxXbWyTVRQ+5333gftAQIkfUaKJupjIwtomxARNNC5A"
  + "tzFjglFMkPhjccGtXZwz4r7Y1h/KcP0QlBmMmghhJCqwdlOj4g8Tg22H+4EhWfyKGowfOMGNre09Pm9n17db163DsD88P96+9773"
  + "nuc555577q1GSwyNlhhXBeTQImFr8FeLkIdFFJrOoKfyOC0CTFnC6gw8TCK7mal0xqfTQrw75LZ/QFlgYQLaRbOcH9jKLG2YcHem"
  + "oUL0jTC1h3vsR2Fe6LIEgNj6Z+AxZEpzKrFcEOF945q+x2hdo6JN+NnJzEXTI4TOYHk6g6sq+qidVXYCtvbptpuLnoADL6J117RR"
  + "olE8fDEu2Hva/cBf5inrnJ+tyKHxRjDXwerypFY6q0i6wisrDqUTMkuAzeEvR+9BvN6a9EbO48dNy/I9oZfKRykDrM9/fC1dmmyE"
  + "4XqzEIj/Hs9nQu5K/3wCRlMmCh26mB99+uzL1RcoC5Q0HSsumsw5AILHkyLkdwhYbR43qw5A6X6QTicPsn1b8aT+XpnDfz8tEBZn"
  + "4MHiCf39GeSKjSjOQNocsDkGSoRVB2Yh81PGfK6IO8Ju+6dp5zn7H4LyVky5b5oYzDDQpzS9OdyzaWRBAhKwNvjXspIuhGHLjE9f"
  + "CHNHqMf+kdGw1Ps3aZq0wty95kEQc0zFeNeQz35mLo40OTBQQhTbIONyONRbNWb0lTX4bRqEYJttTCEQCaFPx+s6SmUeJMW7gj77"
  + "UNyRmhMFVKBtE9ZPzozCLAFWZ38IIbTA+h+icedolF8f8dkn4kKQBxqJC6QbKC3kpIppL4R99i+N1h11gfzluqrVhJoRxevw/VTQ"
  + "Xbk+swBH/w8gWGPy5hyyp4vHbugN9doiRpfF4a/UmDoTnhuRQGFqDnsrBqc8DuZKwa81U8R0Y9KUjGAX3JlRQGld4JZcXWBctiMS"
  + "yV0i8h2eruAvY2/R0UdjU2L96xlrE+ypOhUfEy9gBTuQH0blvM1EjALE70RZNX/dU/VzRgHTkag/voZYR2LRduyEXFNEUNm4LezZ"
  + "3Jes9cI2J0o2ijeZK6dQBAxvk4p1hrxbfkzHM+9hZEQkT1ctYNqBiOSZjA8zSYsS0TXsCKzxPSaPJ6HpzYhi17DP/lMm+2lywO9B"
  + "5yPC4onk5L423L3xn4SQXE21YsaTZiFmxImJDkZZXIlQlzZ+WJgbjdTi1Qm6IyF3xbMZBaSUYmMnCHdfXBbdlyjFVufgTUTRFnj4"
  + "FJYm/79oTCAab3CEXV/trzhn9MVL8aWcncii59BclbCHi8v18wkox8gDCOntJtf+hnd7Y1zoTZyCZXWB1Zqumhihiineg2Lzm9G/"
  + "trZ/ZV4+NaDfkXIqknwbU3rNkHfzJxkFxJHpOCbxxqjwlWyOY7RdwRX2dxd0HKcg04WE+NVx1ruN1pwXEtQPEB/J/kIyhxCsZxuZ"
  + "IpIOxpWMFHWFvPbDl38lm22erc6B6it/KU0DS0OgShOcgEaZw5mBS+gJWgQWLeD/wtW/Zksu4F8AAAD//+IxhTMAAAAGSURBVAMA"
  + "mkb0rcg/YDAAAAAASUVORK5CYII=";
/** The icon in black, 16 and 32 pixels wide; macOS colours it for its menu bar. */
const TEMPLATE =
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAABNklEQVR4nKTTTytEURjH8TOjSPEaUCQbCwtvQMoKC/mTJBs7Iykb"
  + "lCQLCzuJjIVsFMUOyVYSIvnXTDPNvINZzDSL+fM9ze/WnTt3msV96tO959x7n/Ocp3PDJmCETcCol6AJC0gigTnNNUwQwix+cYon"
  + "vOAM33oWqpdgHF84V4J+zGBS9/969okh94pOZNCOKJaQM9XRigNtLYUObwU92MMU4oigWSLqxQR2MehXwQ7u8YFFrKJoKs2z130c"
  + "YgDD2PRWYMt/wC3+0KnVtnUfw6PeaXE+cidYRpeadIVXZJHHOy7wpnfW/BKkcYJj9CqBHR/hWXN2HFWPanowon324RrrWt3uv009"
  + "GsUPVnDnTeCMp7XvbtxofsxUzsEGLlHyq8AdtvPz2NLYdtweooLxWTFQBP4bywAAAP//9BpCEQAAAAZJREFUAwBkEUK9aF0gywAA"
  + "AABJRU5ErkJggg==";
const TEMPLATE_TWICE =
  "iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAYAAABzenr0AAADFElEQVR4nOyXaYiNYRTHj5mGsi+DZJ0vI2UkkWQpInywfCBbTfJB"
  + "ZEuh7GML2beyRCjLjC8jlBQNUlKaIZmUuEQpxCA1xMz/P8+53TNP773ve+9M3S9z6tftPc/2P+d9nvO8N0eybDmSZWsR0BQBM0AM"
  + "vAHTJUPLRMBM8AyUg/6gAFwHldqWlrWK2I9CZ4OtYFBI32pQAq6BOokwcVj7fPACXDWL/wR7QDdlL/ilbexTqmPmhq2RLAO5YAHY"
  + "CAqNvwYcAwfAd29MZ7AGrAAdjf8V2Akug/8SQcAkcBb0Nb5v4DA4oiJSWScVstITEgPLwa0wATXeQCpfIi7t6VgHcArMM74voLvt"
  + "lBswkBGMNuKKwAjwToliE8AJaXw8mf7d4KHtmGwPDATbxe182+e++u8lGTcRbAFjjY8noQxsAq/9AWHHkNFzA/mF5pEKuaPPU3Th"
  + "UV4/1ocN4GWS+QMFMPox4Ar4rb7hKmSy1/epuNc41PPf1oUr9bmtuONcIV4WggRw0mHgK9gBToJabRsHdqnAIKsA68FjfW4DlopL"
  + "P+vFEzDSDggqEvn6ywE8ejGwDOSBB+Le7zRQ5YmeCsbr4nk6hmMP6Vy0rv5iQRnoIy7yYk/gW3HRnwf/1Mdo6jQyGl/HQnERDzBj"
  + "eQIuqv9jmIC49RO3sYo1orixsvFOKJNErec8LLsl0rhy/gUXNKD3QYtEuYyYkc3iImtt/M/Vz6h5Igabtj/gnLiMfUg1eVAhYrk9"
  + "o228drkZb4pLPatbkbb1FFfl5oAeZuHTYJa4U/QDtAOrxGWstySOboOFlWIuvl9cVYuX4l7iIl8kbpfTalU0I/6kPorlRlwric3H"
  + "+fLDBPAyYg0vMD5GwhvwqCRuQdb0deL2wT7wWf1dwGqN2t4p/HJaDO6GCaCluo4p4qCkdx0zM5ck4nVsjceQu5vHx34J8XUcF/d6"
  + "aMwE093e9GH5ZfUsDVo4qgBfCI9fYUjfal2YmzD0kyyqANufX8PbwBCvrUr95ZKGpSvAGssxCxWjZKG5IRlYUwQ0i7X8Ncu6gHoA"
  + "AAD//2RcGQUAAAAGSURBVAMAKKWhgrj9HJAAAAAASUVORK5CYII=";

/** Makes the tray icon. @param marked whether it has a dot, which means that something needs attention. */
function trayIcon(marked: boolean): NativeImage {
  if (process.platform !== "darwin") {
    const icon = nativeImage.createFromDataURL(png(COLOUR));
    return marked ? withDot(icon) : icon;
  }
  const icon = nativeImage.createFromDataURL(png(TEMPLATE));
  icon.addRepresentation({ scaleFactor: 2, dataURL: png(TEMPLATE_TWICE) });
  icon.setTemplateImage(true);
  return icon;
}

/**
 * The radius of the dot; below, its red as blue, green, red, alpha. The red stands out on light and dark backgrounds.
 */
const DOT = { radius: 7, colour: [0x35, 0x39, 0xe5, 0xff] } as const;

/** Adds a dot in the upper right corner. On macOS, icons get no dot, because macOS colours them. */
function withDot(icon: NativeImage): NativeImage {
  const { width, height } = icon.getSize();
  const pixels = icon.toBitmap();
  for (let y = 0; y < 2 * DOT.radius; y += 1)
    for (let x = width - 2 * DOT.radius; x < width; x += 1) {
      const distance = Math.hypot(x + 0.5 - (width - DOT.radius), y + 0.5 - DOT.radius);
      if (distance <= DOT.radius) pixels.set(DOT.colour, 4 * (y * width + x));
    }
  return nativeImage.createFromBitmap(pixels, { width, height });
}

function png(base64: string): string {
  return `data:image/png;base64,${base64}`;
}
