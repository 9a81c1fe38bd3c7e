import { AUTOSTART_ERRORS } from "./messages.ts";
import fs from "node:fs";
import path from "node:path";
import { AppFailure, said } from "../../../shared/base/errors.ts";
import { makePrivateFolder } from "../../base/files.ts";
import { storeFailure } from "../../store/database/store-error.ts";
import type { Autostart } from "./autostart-handlers.ts";
import { autostartEntry, startsAtLogin } from "./desktop-entry.ts";

/** The access rights of autostart entries: desktops and their settings must be able to read them. */
const ENTRY_MODE = 0o644;

/**
 * The path of the user's autostart entry. A relative XDG_CONFIG_HOME counts as absent (XDG Base Directory
 * Specification).
 */
export function autostartFile(
  { XDG_CONFIG_HOME: config }: Readonly<Record<string, string | undefined>>,
  home: string,
): string {
  const folder = config && path.isAbsolute(config) ? config : path.join(home, ".config");
  return path.join(folder, "autostart", "stockdeck.desktop");
}

/** The user's autostart entry, which desktops on Linux read at login. */
export class XdgAutostart implements Autostart {
  readonly #file: string;
  readonly #command: readonly string[];

  /** @param command the full path of the program, and its arguments. */
  constructor(file: string, command: readonly string[]) {
    this.#file = file;
    this.#command = command;
  }

  async state(): Promise<"on" | "off"> {
    try {
      return startsAtLogin(await fs.promises.readFile(this.#file, "utf8"), isProgram) ? "on" : "off";
    } catch (thrown) {
      if ((thrown as { code?: unknown }).code === "ENOENT") return "off";
      throw this.#failure("read", thrown);
    }
  }

  /** Switches the start at login on or off. If writing fails, the former entry is kept. */
  async set(on: boolean): Promise<void> {
    const text = on ? autostartEntry(this.#command) : null;
    const part = `${this.#file}.part`;
    try {
      if (text === null) return await fs.promises.rm(this.#file, { force: true });
      makePrivateFolder(path.dirname(this.#file));
      await fs.promises.writeFile(part, text, { flush: true });
      await fs.promises.chmod(part, ENTRY_MODE);
      await fs.promises.rename(part, this.#file);
    } catch (thrown) {
      await fs.promises.rm(part, { force: true }).catch(() => {});
      throw this.#failure(on ? "write" : "remove", thrown);
    }
  }

  #failure(action: "read" | "write" | "remove", thrown: unknown): AppFailure {
    const code = (thrown as { code?: unknown }).code;
    const sentence = AUTOSTART_ERRORS.file({ action, file: this.#file, code: String(code) });
    return new AppFailure({ ...storeFailure(thrown).error, ...said(sentence) }, { cause: thrown });
  }
}

/** Whether a file is a program; false if the file is missing. */
function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
