import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./root.ts";
import { ELECTRON_PACKAGES, ensureDebianPackages } from "./debian.ts";

/** An Electron that can be started, or the reason why there is none. */
export type Runtime = { readonly executable: string } | { readonly problem: string };

const NAMES: Readonly<Record<string, string>> = {
  win32: "electron.exe",
  darwin: "Electron.app/Contents/MacOS/Electron",
};

/** Ms after which a download of Electron is stopped. */
const DOWNLOAD_LIMIT = 5 * 60_000;

/** Finds an Electron runtime: ELECTRON_OVERRIDE_DIST_PATH, an earlier download, or a new one if `download`. */
export function findElectron(download: boolean): Runtime {
  const name = NAMES[process.platform] ?? "electron";
  const override = process.env["ELECTRON_OVERRIDE_DIST_PATH"];
  if (override) {
    const executable = path.join(override, name);
    if (!fs.existsSync(executable)) return { problem: `ELECTRON_OVERRIDE_DIST_PATH has no ${name}` };
    return checkStarts(executable);
  }
  const packageFolder = path.join(ROOT, "node_modules", "electron");
  const executable = path.join(packageFolder, "dist", name);
  if (fs.existsSync(executable)) return checkStarts(executable);
  if (!download) return { problem: "Electron is not downloaded" };
  console.error("Downloading Electron (once) ...");
  const { status, stderr, error } = spawnSync(process.execPath, [path.join(packageFolder, "install.js")], {
    encoding: "utf8",
    stdio: ["ignore", "inherit", "pipe"],
    timeout: DOWNLOAD_LIMIT,
  });
  if (status === 0 && fs.existsSync(executable)) return checkStarts(executable);
  const reason =
    error?.message ?? stderr.split("\n").find((line) => /error/i.test(line)) ?? `status ${status}`;
  return {
    problem:
      `Electron's download failed (${reason.trim()}). It comes from GitHub unless ELECTRON_MIRROR names a mirror; `
      + "ELECTRON_OVERRIDE_DIST_PATH can name the folder of a runtime that is there already",
  };
}

/** A runtime that lacks a shared library cannot even print its version. */
function checkStarts(executable: string): Runtime {
  const tell = (): string => {
    const { status, stderr } = spawnSync(executable, ["--version"], {
      encoding: "utf8",
      env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
      timeout: 30_000,
    });
    return status === 0 ? "" : stderr.trim().split("\n")[0] || `status ${status}`;
  };
  const first = tell();
  if (first === "") return { executable };
  const line = ensureDebianPackages(ELECTRON_PACKAGES);
  if (line !== null) return { problem: `${first}. ${line}` };
  const second = tell();
  return second === "" ? { executable } : { problem: `Electron does not start: ${second}` };
}
