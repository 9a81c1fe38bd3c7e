import path from "node:path";
import { fileURLToPath } from "node:url";

import manifest from "../../../package.json" with { type: "json" };
import { nodeFetch } from "../../client/node-fetch.ts";
import { startCore, type AppCore } from "../core/app-core.ts";
import { terminalText } from "../../base/terminal-text.ts";
import { makePrivateFolder } from "../../base/files.ts";
import { systemClock } from "../../base/clock.ts";
import { osKeychain } from "../../base/keychain/keychain.ts";
import { againstPolicy, invalidInput } from "../../../shared/base/errors.ts";
import { environmentLanguage } from "../../../shared/base/text/languages.ts";
import { POLICY_ERRORS } from "../../../shared/base/messages.ts";
import { POLICY_ROOT, readPolicy } from "../../base/policy/read-policy.ts";
import { BROWSER_ERRORS } from "./messages.ts";

/**
 * Starts the core for the browser host, over Node's own network. STOCKDECK_LOG=1 shows its log.
 * @throws Error if the policy of this computer cannot be used.
 */
export function startBrowserCore(folder: string): AppCore {
  const read = readPolicy(process.env[POLICY_ROOT]);
  if ("problem" in read) throw new Error(read.problem);
  const { policy } = read;
  // The host writes exports to this folder, and the browser downloads them from it.
  const exported = path.join(folder, "exported");
  return startCore({
    folder,
    version: manifest.version,
    host: "browser",
    policy,
    fetch: nodeFetch,
    clock: systemClock,
    keychain: osKeychain(),
    sink: (line) => {
      if (process.env["STOCKDECK_LOG"]) console.error(terminalText(line));
    },
    // The page could answer a dialog of its own. So the terminal asks the user, and names the origin that gets the key.
    confirmOrigin: async (origin) => {
      console.error(`Connecting to ${origin}, as the page asked.`);
      return true;
    },
    confirmMailServer: async (server) => {
      console.error(`Sending mail by ${server}, as the page asked.`);
      return true;
    },
    systemLanguage: () => environmentLanguage(process.env),
    copyText: () => {
      throw invalidInput(BROWSER_ERRORS.copies);
    },
    chooseExport: async (suggestedName) => {
      if (policy.exportFolders) throw againstPolicy(POLICY_ERRORS.noDownloads);
      makePrivateFolder(exported);
      return path.join(exported, suggestedName);
    },
    confirmReplace: () => {
      throw invalidInput(BROWSER_ERRORS.saves);
    },
    chooseFolder: async () => {
      const scheduled = path.join(exported, "scheduled");
      makePrivateFolder(scheduled);
      return scheduled;
    },
    // Only the installed app has a program of its own, so Node runs the command line here.
    assistantCommand: { command: process.execPath, args: [commandLine(), "mcp", "--app-dir", folder] },
    trayAvailable: async () => false,
    openFile: () => {
      throw invalidInput(BROWSER_ERRORS.opens);
    },
    chooseFile: () => {
      throw invalidInput(BROWSER_ERRORS.saves);
    },
  });
}

/** The file of the command line, which Node runs. */
const commandLine = (): string => fileURLToPath(new URL("../../cli.ts", import.meta.url));

/** Ms between two checks of the clock. */
const STEP = 1_000;
/** The delay in ms from which a check means sleep. Even a busy computer is rarely that late. */
const LATE_AFTER_MS = 10_000;

/**
 * Detects the computer's sleep without Electron's power events: if a timer is far too late by the local clock, the
 * computer must have slept. Then the running pass is cancelled, and one pass catches up. A clock that was set forward
 * has the same effect, at the cost of one early refresh.
 */
export function followSleep(core: Pick<AppCore, "suspend" | "resume">): () => void {
  let last = systemClock.now();
  const check = (): void => {
    const now = systemClock.now();
    const slept = now - last >= STEP + LATE_AFTER_MS;
    last = now;
    // Cursors must not be used after the sleep, so the pass that uses them ends first.
    if (slept) void core.suspend().then(() => core.resume());
  };
  const timer = systemClock.every(STEP, check);
  return () => timer.stop();
}
