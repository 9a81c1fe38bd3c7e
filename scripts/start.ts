import "../electron/hosts/browser/start-language.ts";
import { spawn } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import { startBrowserCore } from "../electron/hosts/browser/browser-core.ts";
import { defaultFolder } from "../electron/hosts/browser/default-folder.ts";
import { startBrowserHost } from "../electron/hosts/browser/browser-host.ts";
import { ensureDebianPackages, XVFB_PACKAGES } from "./debian.ts";
import { findElectron } from "./electron-runtime.ts";
import { followSleep } from "../electron/hosts/browser/browser-core.ts";
import { buildApp, ROOT } from "./root.ts";

const { values: options } = parseArgs({
  options: {
    /** Serves to a browser without looking for Electron. */
    browser: { type: "boolean", default: false },
    /** Opens the window on a virtual display if there is no real one. */
    xvfb: { type: "boolean", default: false },
    /** The port of the browser host; by default any free port. */
    port: { type: "string", default: "0" },
    /** Serves the existing build in dist/. */
    "no-build": { type: "boolean", default: false },
    /** The folder with Stockdeck's data; the installed app's folder unless given. */
    folder: { type: "string" },
  },
});

/** `npm start`: opens the window if possible, else serves the dashboard to a browser and prints the reason. */
async function start(): Promise<void> {
  const found = options.browser ? { problem: "the browser was asked for (--browser)" } : findWindow();
  if ("problem" in found) {
    console.log(`No window: ${found.problem}.`);
    await serveToBrowser();
    return;
  }
  if (!options["no-build"]) buildApp("all");
  const [command = "", ...args] = found.command;
  const child = spawn(command, args, { stdio: "inherit", cwd: ROOT });
  child.on("exit", (code) => process.exit(code ?? 1));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
}

function findWindow(): { command: string[] } | { problem: string } {
  const onDisplay =
    process.platform !== "linux" || Boolean(process.env["DISPLAY"] || process.env["WAYLAND_DISPLAY"]);
  if (!onDisplay && !options.xvfb) {
    return {
      problem: "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set; --xvfb opens a virtual one)",
    };
  }
  const runtime = findElectron(true);
  if ("problem" in runtime) return runtime;
  const command = [runtime.executable, ROOT];
  // Chromium refuses its sandbox to root; only test machines run a desktop as root.
  if (process.getuid?.() === 0) command.push("--no-sandbox");
  if (options.folder) command.push(`--user-data-dir=${path.resolve(options.folder)}`);
  if (onDisplay) return { command };
  const line = ensureDebianPackages(XVFB_PACKAGES);
  return line === null ? { command: ["xvfb-run", "-a", ...command] } : { problem: line };
}

async function serveToBrowser(): Promise<void> {
  if (!options["no-build"]) buildApp("page");
  const core = startBrowserCore(options.folder ? path.resolve(options.folder) : defaultFolder());
  const host = await startBrowserHost({
    core,
    pages: path.join(ROOT, "dist/renderer"),
    port: Number(options.port),
  });
  console.log(`Stockdeck is open in your browser at:\n\n  ${host.url}\n\nCtrl+C ends it.`);
  const stopFollowing = followSleep(core);
  const stop = (): void => {
    stopFollowing();
    void host
      .close()
      .then(() => core.close())
      .then(() => process.exit(0));
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
}

await start();
