import { app } from "electron";
import type { AppCore } from "../core/app-core.ts";

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
