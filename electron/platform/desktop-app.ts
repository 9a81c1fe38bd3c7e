import path from "node:path";
import { fileURLToPath } from "node:url";
import { app, powerMonitor, session } from "electron";
import type { CommandName } from "../../shared/commands.ts";
import { startCore, type AppCore } from "../core/app/app-core.ts";
import { systemClock } from "../core/clock.ts";
import { osKeychain } from "../core/keychain/keychain.ts";
import { declareAppScheme, serveAppScheme } from "./app-protocol.ts";
import { electronIpc } from "./ipc/electron-ipc.ts";
import { pushEvents, serveCalls } from "./ipc/serve-calls.ts";
import { lockNavigation, lockSession } from "./lockdown.ts";
import { copyText } from "./copy-text.ts";
import { createLogFile } from "./log-file.ts";
import { openMainWindow, ownWindows, showMainWindow } from "./main-window.ts";
import { setMenu } from "./menu.ts";
import { createFetch } from "./network.ts";
import { openFile } from "./open-file.ts";
import { chooseOpen } from "./open-dialog.ts";
import { printPdf } from "./print-pdf.ts";
import { chooseFile, chooseFolder } from "./save-dialog.ts";
import { AppTray } from "./tray.ts";
import { trayAvailable } from "./tray-available.ts";
import { hideOnClose } from "./window-close.ts";
import { WindowMemory } from "./window-state.ts";

/** The folder of the build, of which this file's bundle is part. */
const DIST = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..").replace(/[/\\]electron$/, "");

/** Starts the core at once; its databases open in their threads while Chromium gets ready. */
export function startDesktopCore(): AppCore {
  declareAppScheme();
  lockNavigation();
  const folder = app.getPath("userData");
  return startCore({
    folder,
    version: app.getVersion(),
    host: "electron",
    // Chromium's network is there once the app is ready; a pass that comes earlier waits for it.
    fetch: async (url, init) => {
      await app.whenReady();
      return createFetch()(url, init);
    },
    clock: systemClock,
    keychain: osKeychain(),
    sink: createLogFile(folder),
    copyText,
    chooseFile,
    chooseExport: chooseFile,
    chooseFolder,
    trayAvailable,
    chooseOpen,
    openFile,
    printPdf,
  });
}

/** Opens the window and connects it with the core. */
export async function showWindow(core: AppCore): Promise<void> {
  await app.whenReady();
  const devTools = !app.isPackaged;
  const pages = session.fromPartition("stockdeck-page", { cache: false });
  serveAppScheme(pages, path.join(DIST, "renderer"));
  lockSession(pages);
  serveCalls({ ipc: electronIpc, dispatch: core.dispatch, senders: ownWindows, log: core.log });
  const carryOut = (name: CommandName): void => core.events.emit("command", { name });
  setMenu(carryOut, devTools);
  const memory = new WindowMemory(app.getPath("userData"));
  const show = (): void => {
    if (!showMainWindow()) open();
  };
  const tray = new AppTray(core, { show, carryOut });
  const open = (): void => {
    const preload = path.join(DIST, "preload", "preload.cjs");
    const window = openMainWindow({ session: pages, preload, memory, devTools });
    hideOnClose(window, tray);
    window.once("closed", pushEvents(core.events, window.webContents));
  };
  open();
  app.on("activate", show);
  await tray.follow();
}

/** Follows sleep and the end of the app: one catch-up pass, and files closed before the process ends. */
export function followLifecycle(core: AppCore): void {
  app.on("window-all-closed", () => {
    if (process.platform !== "darwin") app.quit();
  });
  void app.whenReady().then(() => followPower(core));
  let closed = false;
  app.on("will-quit", (event) => {
    if (closed) return;
    event.preventDefault();
    void core.close().finally(() => {
      closed = true;
      app.quit();
    });
  });
}

/** Nothing is sent while the computer sleeps, and one pass catches up when it wakes. */
function followPower(core: AppCore): void {
  powerMonitor.on("suspend", () => void core.suspend());
  powerMonitor.on("resume", () => void core.resume());
}
