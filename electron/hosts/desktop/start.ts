import fs from "node:fs";
import { app, dialog } from "electron";
import { errorText, said } from "../../../shared/base/errors.ts";
import type { Sentence } from "../../../shared/base/text/texts.ts";
import type { Policy } from "../../../shared/base/policy.ts";
import { makePrivateFolder } from "../../base/files.ts";
import { terminalLine } from "../../base/terminal-text.ts";
import { EXIT } from "../cli/exit-code.ts";
import { START_DIALOG, START_REFUSALS } from "./messages.ts";
import { readPolicyOfStart } from "./start-language.ts";
import { readArguments, type StartArguments } from "./read-arguments.ts";
import { findWeakened, isMountedAppImage, refusalOf } from "./weakened-start.ts";

// The program that started the app may have closed stderr. Without a listener, a write would then end the process.
process.stderr.on("error", () => {});

const weakened = app.isPackaged
  ? findWeakened(
      process.argv,
      process.env,
      process.platform,
      isMountedAppImage(process.execPath, readMounts()),
    )
  : null;
const read = readArguments(process.argv, app.isPackaged, process.platform);

/** The mounts of this process; empty if they cannot be read. */
function readMounts(): string {
  try {
    return fs.readFileSync("/proc/self/mountinfo", "utf8");
  } catch {
    return "";
  }
}

/** Whether an AppImage's launcher turned off the sandbox of the pages. */
export const isSandboxOff = weakened?.sandboxOff ?? false;

/** A start that is refused. A problem with the policy is described only in English. */
interface Refused {
  readonly kind: "refused";
  readonly sentence: Sentence | string;
}

/** The parsed arguments of a start, with the administrator's policy. */
export type Start =
  Refused | (Exclude<StartArguments, { readonly kind: "refused" }> & { readonly policy: Policy });

/**
 * Reads the arguments and the policy of this start, or the reason to refuse it. In development, every option is
 * accepted.
 * @security
 */
export function readStart(): Start {
  const weak = weakened && refusalOf(weakened);
  if (weak) return refused(weak);
  if (read.kind === "refused") return read;
  if ("problem" in readPolicyOfStart) return refused(readPolicyOfStart.problem);
  const folder = read.kind === "headless" ? null : folderProblem(app.getPath("userData"));
  return folder === null ? { ...read, policy: readPolicyOfStart.policy } : refused(folder);
}

const refused = (sentence: Sentence | string): Refused => ({ kind: "refused", sentence });

/**
 * The reason why no window can open with a folder; null if a window can open. If Chromium cannot write to the folder,
 * it ends without a message.
 */
function folderProblem(folder: string): Sentence | null {
  try {
    makePrivateFolder(folder);
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK);
    return null;
  } catch {
    return START_REFUSALS.folder({ folder });
  }
}

/** Reports why the start is refused, and ends the process. A dialog shows it if there is a display. */
export async function refuseStart({ sentence }: Refused): Promise<void> {
  const error = said(sentence);
  process.stderr.write(`stockdeck: ${terminalLine(error.message)}\n`);
  if (hasDisplay()) {
    // On Linux a dialog must wait until Electron is ready. Before that, the refused options are removed, so that they
    // have no effect.
    for (const name of weakened?.refused ?? []) undo(name);
    if (process.platform === "linux") await app.whenReady();
    dialog.showErrorBox(START_DIALOG.title, errorText(error));
  }
  app.exit(EXIT.usage);
}

function undo(name: string): void {
  if (name.startsWith("--")) app.commandLine.removeSwitch(name.slice(2));
  else delete process.env[name];
}

function hasDisplay(): boolean {
  if (read.kind === "headless" || app.commandLine.hasSwitch("headless")) return false;
  if (process.platform !== "linux") return true;
  return Boolean(process.env["DISPLAY"] || process.env["WAYLAND_DISPLAY"]);
}

/**
 * Makes this process the only instance that uses its data, before any file is opened. A second start makes the first
 * instance show its window, and then ends.
 * @returns false in the second process.
 */
export function claimSingleInstance(): boolean {
  if (!app.requestSingleInstanceLock()) {
    app.quit();
    return false;
  }
  return true;
}
