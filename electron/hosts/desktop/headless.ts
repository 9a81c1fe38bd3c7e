import path from "node:path";
import { app } from "electron";
import type { Policy } from "../../../shared/base/policy.ts";
import { environmentLocale } from "../../../shared/base/text/locale.ts";
import { onDefect } from "../../base/log.ts";
import { setProcessLocale } from "../../base/process-locale.ts";
import { EXIT } from "../cli/exit-code.ts";
import { chromiumFetch } from "./network.ts";

/**
 * Runs one command without the app, then ends the process with its exit code. The commands are the same that
 * `electron/cli.ts` runs in plain Node. A window that is open is not affected: only `forget` takes the single-instance
 * lock, and Chromium's own files are in a separate folder. Data folders have their own lock.
 */
export async function runHeadless(words: readonly string[], policy: Policy): Promise<void> {
  const folder = app.getPath("userData");
  const inUse = path.join(folder, "headless");
  app.setPath("sessionData", inUse);
  app.disableHardwareAcceleration();
  app.dock?.hide();
  const abort = new AbortController();
  // When Chromium is ready, it handles SIGINT and SIGTERM itself, and would end the app. So the listeners are added
  // before.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => abort.abort());
  app.on("will-quit", (event) => {
    event.preventDefault();
    abort.abort();
  });
  // The locale is stored in the environment data of threads. Electron 33 crashes if these data are used before Electron
  // is ready.
  await app.whenReady();
  setProcessLocale(environmentLocale(process.env));
  // The modules are loaded on demand, so that opening a window does not wait for them.
  const { runCommandLine } = await import("../cli/command-line.ts");
  const { processTerminal } = await import("../cli/terminal.ts");
  const terminal = processTerminal(abort.signal, policy, chromiumFetch, {
    folder,
    inUse,
    claim: () => app.requestSingleInstanceLock(),
  });
  // Electron would show a defect in a dialog. Without a user, the dialog would never be closed.
  onDefect((defect) => {
    terminal.defect(defect);
    app.exit(EXIT.localData);
  });
  const code = await runCommandLine(words, terminal);
  await Promise.all([process.stdout, process.stderr].map(flushed));
  app.exit(code);
}

/**
 * Waits until a stream has written everything. Otherwise the end of the process would cut off the buffered output of a
 * pipe.
 */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write("", () => resolve()));
}
