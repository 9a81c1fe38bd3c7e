import { BUTTONS, QUESTIONS } from "../messages.ts";
import { app, dialog, type BrowserWindow, type MessageBoxOptions } from "electron";
import { systemClock } from "../../../base/clock.ts";
import type { Log } from "../../../base/log.ts";
import { RecoverySteps } from "./recovery-steps.ts";

/** The most ends of helper processes that are logged. A process that dies at every start would fill the log. */
const MOST_LOGGED = 100;

/** Logs the end of Chromium's helper processes, such as graphics and network. Chromium restarts them itself. */
export function followHelpers(log: Log): void {
  let logged = 0;
  app.on("child-process-gone", (_event, { type, reason, exitCode, serviceName }) => {
    if (reason === "clean-exit" || logged >= MOST_LOGGED) return;
    logged += 1;
    log.warn("a helper process ended", { type, reason, exitCode, serviceName });
  });
}

/** Reloads a window whose page died. If a page does not respond, it offers the user to reload it. */
export function recoverWindow(window: BrowserWindow, number: number, log: Log): void {
  followDeath(window, number, log);
  followSilence(window, number, log);
}

function followDeath(window: BrowserWindow, number: number, log: Log): void {
  const steps = new RecoverySteps();
  let isDead = false;
  const reload = (): void => {
    isDead = false;
    if (!window.isDestroyed()) window.webContents.reload();
  };
  const ask = async (): Promise<void> => {
    const answer = await choose(window, PAGE_DIED);
    steps.answered();
    if (answer === RELOAD) return reload();
    if (!window.isDestroyed()) window.close();
  };
  window.webContents.on("render-process-gone", (_event, { reason, exitCode }) => {
    if (reason === "clean-exit" || window.isDestroyed()) return;
    log.warn("a page's process ended", { window: number, reason, exitCode });
    isDead = true;
    const step = steps.died(systemClock.now());
    // At this moment Chromium is still ending the old process.
    if (step === "reload") setImmediate(reload);
    if (step === "ask") void ask();
  });
  // A window that the user closed may only be hidden in the tray. It reloads when it is shown again.
  window.on("show", () => {
    if (isDead && !steps.isAsking) reload();
  });
}

function followSilence(window: BrowserWindow, number: number, log: Log): void {
  let open: AbortController | null = null;
  const dismiss = (): void => open?.abort();
  const ask = async (signal: AbortSignal): Promise<void> => {
    const answer = await choose(window, { ...NO_RESPONSE, signal });
    open = null;
    // This ends the page, which then reloads. The user is asked again only if the page crashes by itself.
    if (answer === RELOAD && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
  };
  window.on("unresponsive", () => {
    if (open) return;
    open = new AbortController();
    log.warn("a page does not respond", { window: number });
    void ask(open.signal);
  });
  window.on("responsive", dismiss);
  window.once("closed", dismiss);
}

/** The index of the answer; `cancelId` if the box was dismissed or not shown. */
async function choose(window: BrowserWindow, options: MessageBoxOptions): Promise<number> {
  const shown = await dialog.showMessageBox(window, options).catch(() => null);
  return shown?.response ?? options.cancelId ?? 0;
}

const RELOAD = 0;
const PAGE_DIED = {
  type: "error",
  message: QUESTIONS.pageDied,
  detail: QUESTIONS.pageDiedDetail,
  buttons: [BUTTONS.reload, BUTTONS.close],
  defaultId: 0,
  cancelId: 1,
  noLink: true,
} satisfies MessageBoxOptions;
const NO_RESPONSE = {
  type: "warning",
  message: QUESTIONS.noResponse,
  detail: QUESTIONS.noResponseDetail,
  buttons: [BUTTONS.reload, BUTTONS.wait],
  defaultId: 1,
  cancelId: 1,
  noLink: true,
} satisfies MessageBoxOptions;
