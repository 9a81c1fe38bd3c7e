import { app, crashReporter } from "electron";
import type { AppCore } from "../app/app-core.ts";
import { crashFolder, wantsDumps } from "../app/crashes/crash-reports.ts";

/**
 * Has Chromium record a memory dump of every process that crashes, if the user wants that; else there is none. To be called
 * before Electron is ready.
 * @security a dump of the main process can contain the key; it stays where it is written.
 */
export function recordDumps(folder: string): void {
  if (!wantsDumps(folder)) return;
  app.setPath("crashDumps", crashFolder(folder).dumps);
  crashReporter.start({ uploadToServer: false });
}

/** Reports every end of a process that is no orderly one; of this process at the next start. */
export function followCrashes({ crashes }: Pick<AppCore, "crashes">): void {
  crashes.beginRun();
  app.on("render-process-gone", (_event, contents, { reason, exitCode }) => {
    if (reason !== "clean-exit" && !contents.isDestroyed()) crashes.add({ kind: "page", reason, exitCode });
  });
  app.on("child-process-gone", (_event, { type, reason, exitCode }) => {
    if (reason !== "clean-exit") crashes.add({ kind: "helper", reason: `${type}: ${reason}`, exitCode });
  });
  // When Windows ends the session, it ends the process without an event of the app.
  app.on("browser-window-created", (_event, window) => {
    window.on("session-end", () => crashes.endRun());
  });
}
