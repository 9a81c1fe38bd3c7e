import { DESKTOP_ERRORS, SANDBOX } from "./messages.ts";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as electron from "electron";
import { app, Notification, powerMonitor, session, shell } from "electron";
import { invalidInput } from "../../../shared/base/errors.ts";
import type { Policy } from "../../../shared/base/policy.ts";
import { sentenceText } from "../../../shared/base/text/texts.ts";
import type { SystemNotification } from "../../features/alerts/alert-service.ts";
import { startCore, type AppCore } from "../core/app-core.ts";
import { systemClock } from "../../base/clock.ts";
import { setProcessLocale } from "../../base/process-locale.ts";
import { osKeychain } from "../../base/keychain/keychain.ts";
import { AppWindows } from "./windows/app-windows.ts";
import { declareAppScheme, serveAppScheme } from "./app-protocol.ts";
import { electronIpc } from "./ipc/electron-ipc.ts";
import { serveCalls } from "./ipc/serve-calls.ts";
import { DefectLog, onDefect, createLogFile, type Log } from "../../base/log.ts";
import { lockApp, lockSession } from "./lockdown.ts";
import { terminalText } from "../../base/terminal-text.ts";
import {
  chooseAuthority,
  chooseFile,
  chooseFolder,
  confirmMailServer,
  confirmOrigin,
  confirmReplace,
} from "./dialogs.ts";
import { setDockMenu, setMenu } from "./menu.ts";
import { chromiumFetch } from "./network.ts";
import { OpenNotifications } from "./open-notifications.ts";
import { ownWindows, activeWindow, followLastClosed } from "./windows/own-windows.ts";
import { followHelpers } from "./windows/recovery.ts";
import { SheetPrinter } from "./windows/sheet-window.ts";
import { AppTray, trayAvailable } from "./tray.ts";
import { assistantCommand, createAutostart, wasOpenedAtLogin } from "./autostart.ts";
import { readArguments } from "./read-arguments.ts";
import { createUpdates, type DesktopUpdates } from "./updates/create-updates.ts";
import { updatePolicyOf } from "./updates/update-source.ts";
import { restart } from "./updates/relaunch.ts";
import { isSandboxOff } from "./start.ts";
import { systemLanguage } from "./start-language.ts";
import { followViewLinks, type WindowStart } from "./view-links.ts";

/** The folder of the build that contains this bundle. */
const DIST = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..").replace(/[/\\]electron$/, "");

/** The core of the app, and its updates. */
export interface DesktopCore {
  readonly core: AppCore;
  readonly updates: DesktopUpdates;
}

const sheets = new SheetPrinter();

/** Starts the core at once: its databases open in their threads while Chromium gets ready. */
export function startDesktopCore(policy: Policy): DesktopCore {
  keepGtkLight();
  declareAppScheme();
  lockApp();
  registerNotifications();
  // The locale must be set before any window opens or a notification is written.
  void app.whenReady().then(() => setProcessLocale(systemLocale()));
  const folder = app.getPath("userData");
  const defects = new DefectLog(
    createLogFile(folder),
    (line) => void process.stderr.write(`${terminalText(line)}\n`),
  );
  const updates = createUpdates(updatePolicyOf(policy));
  const firstFolder = policy.exportFolders?.[0];
  const chooseSaved = (name: string): Promise<string | null> => chooseFile(name, firstFolder);
  const core = startCore({
    folder,
    version: app.getVersion(),
    host: "electron",
    policy,
    fetch: chromiumFetch,
    clock: systemClock,
    keychain: osKeychain(),
    sink: defects.sink,
    ...(isSandboxOff ? { sandboxOff: sentenceText(SANDBOX.off) } : {}),
    confirmOrigin,
    copyText,
    chooseFile: chooseSaved,
    chooseExport: chooseSaved,
    confirmReplace,
    chooseFolder: () => chooseFolder(firstFolder),
    confirmMailServer,
    chooseAuthority,
    trayAvailable,
    assistantCommand: assistantCommand(),
    autostart: createAutostart(),
    systemLanguage,
    restart,
    showNotification,
    openFile,
    printPdf,
    printSheet: (sheet) => sheets.print(sheet),
    updates: updates.service,
  });
  followHelpers(core.log);
  followCrashes(core);
  onDefect((defect) => {
    defects.report(core.log, defect);
    core.crashes.add({
      kind: "defect",
      reason: defect instanceof Error ? defect.name : typeof defect,
      defect,
    });
  });
  if (isSandboxOff) core.log.warn(SANDBOX.off.english);
  void updates.start(core);
  return { core, updates };
}

/**
 * Opens the windows of the last session, and connects them with the core. After a hidden start, they are opened on
 * request.
 * @param start the link to a view or the view file of this start, and whether the start is hidden.
 */
export async function showWindows(core: AppCore, start: WindowStart): Promise<void> {
  let windows: AppWindows | null = null;
  // A link that arrives before the first window is opened in the first window.
  followViewLinks(core, start, () => windows?.showCurrent());
  await app.whenReady();
  const devTools = !app.isPackaged;
  const pages = session.fromPartition("stockdeck-page", { cache: false });
  serveAppScheme(pages, path.join(DIST, "renderer"));
  lockSession(pages);
  serveCalls({ ipc: electronIpc, dispatch: core.dispatch, senders: ownWindows, log: core.log });
  const tray = new AppTray(core, () => windows?.showAll());
  const settings = { session: pages, preload: path.join(DIST, "preload", "preload.cjs"), devTools };
  sheets.use(settings);
  const opened = new AppWindows(core, settings, tray, app.getPath("userData"));
  windows = opened;
  core.windows.useHost(opened);
  if (start.isHidden || wasOpenedAtLogin()) void startInTray(tray, opened, core.log);
  else opened.restore();
  // Menu and tray come last, because the windows take some time to appear anyway.
  setMenu((name, window) => opened.carryOut(name, window), devTools);
  setDockMenu((name) => opened.carryOut(name));
  app.on("activate", () => opened.showAll());
  app.on("second-instance", (_event, commandLine) => {
    const again = readArguments(commandLine, app.isPackaged, process.platform);
    // The system may start the app at login although it is already running.
    if (again.kind !== "window" || !again.isHidden) opened.showCurrent();
  });
  await tray.follow();
}

/**
 * Keeps the app in the tray without a window. If there is no tray, a window opens, because nothing else leads to the
 * app.
 */
async function startInTray(tray: AppTray, windows: AppWindows, log: Log): Promise<void> {
  const isShown = await tray.showWithoutWindow().catch((cause: unknown) => {
    log.warn("the tray's icon could not be shown", { cause });
    return false;
  });
  if (!isShown) windows.showCurrent();
}

/**
 * The most ms for which the end of the app waits until files are closed. Committed data are safe even without closing.
 */
const CLOSE_TIMEOUT = 10_000;

/** Follows sleep and the end of the app: one pass catches up, and files close before the process ends. */
export function followLifecycle({ core, updates }: DesktopCore): void {
  // Without a listener, Electron quits when a sheet closes, even if the app should run in the tray.
  app.on("window-all-closed", () => {});
  followLastClosed(() => {
    if (process.platform !== "darwin") app.quit();
  });
  void app.whenReady().then(() => followPower(core));
  let closing = false;
  let closed = false;
  app.on("will-quit", (event) => {
    if (closed) return;
    event.preventDefault();
    if (closing) return;
    closing = true;
    const end = (): void => {
      if (closed) return;
      closed = true;
      core.crashes.endRun();
      updates.service.relaunchIfAsked();
      app.quit();
    };
    const limit = systemClock.after(CLOSE_TIMEOUT, end);
    // The unfinished work is determined first, because closing interrupts it.
    const unfinished = core.unfinished();
    const close = async (): Promise<void> => {
      await core.close();
      // It is too late for another quit, because the process is already ending.
      if (closed) return;
      limit.stop();
      await updates.service.installAtEnd(unfinished);
    };
    // Electron ignores a quit that is requested while this event is being handled.
    void close().finally(() => setImmediate(end));
  });
}

/** No request is sent while the computer sleeps; one pass catches up afterwards. */
function followPower(core: AppCore): void {
  powerMonitor.on("suspend", () => void core.suspend());
  powerMonitor.on("resume", () => void core.resume());
}

/**
 * The system's locale for numbers and dates, for this process and its pages. It is available when Electron is ready.
 */
function systemLocale(): string | undefined {
  return [app.getSystemLocale(), ...app.getPreferredSystemLanguages()].find((locale) => locale !== "");
}

/**
 * The former interface of Electron's clipboard. The oldest supported version, 33, still has it; later versions have the
 * web's interface.
 */
interface FormerClipboard {
  write(data: { readonly text: string; readonly html: string }): void;
}

/** Copies a text to the clipboard, and also as HTML if given. */
async function copyText(text: string, html: string | undefined): Promise<void> {
  const { clipboard } = electron;
  if (html === undefined) return clipboard.writeText(text);
  if ("ClipboardItem" in electron) {
    const item = new electron.ClipboardItem({ "text/plain": text, "text/html": html });
    return clipboard.write([item]);
  }
  (clipboard as unknown as FormerClipboard).write({ text, html });
}

/** The id of the app, the same as in electron-builder.yml. Windows shows notifications only for a known id. */
const APP_ID = "dev.stockdeck.app";
/** The id by which Windows starts the app after a click on a notification. It must never change. */
const ACTIVATOR = "{6F2B8C1E-4D0A-4B63-9C57-2E1F7A90D3B4}";

const notifications = new OpenNotifications((text) => new Notification(text));

/**
 * Registers the app's notifications with Windows. The activator must be set before the app's id, because setting the id
 * registers it.
 */
function registerNotifications(): void {
  if (process.platform !== "win32") return;
  app.setToastActivatorCLSID(ACTIVATOR);
  app.setAppUserModelId(APP_ID);
}

/** Shows a system notification; false if the system refuses. It has no buttons, because Linux does not show them. */
async function showNotification(text: SystemNotification, onClick: () => void): Promise<boolean> {
  await app.whenReady();
  return Notification.isSupported() && notifications.show(text, onClick);
}

/** Opens a file in the system's program for it, or shows its folder. @throws AppFailure. */
async function openFile(file: string, what: "file" | "folder"): Promise<void> {
  if (what === "folder") return shell.showItemInFolder(file);
  const problem = await shell.openPath(file);
  if (problem === "") return;
  throw invalidInput(DESKTOP_ERRORS.notOpened({ problem }));
}

/** Prints the active window to a PDF. The page of the window sets the paper size. */
async function printPdf(): Promise<Uint8Array> {
  const window = activeWindow();
  if (!window) throw new Error("There is no window to print.");
  return window.webContents.printToPDF({ preferCSSPageSize: true, printBackground: true });
}

/** Reports every abnormal end of another process. If this process itself crashes, its next start reports that. */
function followCrashes({ crashes }: Pick<AppCore, "crashes">): void {
  crashes.beginRun();
  app.on("render-process-gone", (_event, contents, { reason, exitCode }) => {
    if (reason !== "clean-exit" && !contents.isDestroyed()) crashes.add({ kind: "page", reason, exitCode });
  });
  app.on("child-process-gone", (_event, { type, reason, exitCode }) => {
    if (reason !== "clean-exit") crashes.add({ kind: "helper", reason: `${type}: ${reason}`, exitCode });
  });
  // When a Windows session ends, only windows get an event; no event of the app follows.
  app.on("browser-window-created", (_event, window) => {
    window.on("session-end", () => crashes.endRun());
  });
}

const VARIABLE = "GDK_GL";

/**
 * Keeps GTK 3 from loading the graphics driver into this process. Chromium draws in its own process, and GTK only draws
 * dialogs, without OpenGL. This saves up to 60 MB if the driver compiles its shaders with LLVM. The function must be
 * called before Electron is ready. https://docs.gtk.org/gtk3/running.html
 */
function keepGtkLight(): void {
  if (process.platform !== "linux" || process.env[VARIABLE] !== undefined) return;
  process.env[VARIABLE] = "disable";
  // The variable is deleted, so that programs that open an exported file do not inherit it.
  void app.whenReady().then(() => delete process.env[VARIABLE]);
}
