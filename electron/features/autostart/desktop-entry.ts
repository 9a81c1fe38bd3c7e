// https://specifications.freedesktop.org/desktop-entry-spec/latest/
import { AUTOSTART_ENTRY, AUTOSTART_ERRORS } from "./messages.ts";
import { invalidInput } from "../../../shared/base/errors.ts";

/** The escapes in a value of the type string (Desktop Entry Specification, "Possible value types"). */
const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};
const UNESCAPED: Readonly<Record<string, string>> = { s: " ", n: "\n", r: "\r", t: "\t", "\\": "\\" };

/**
 * Makes the text of an autostart entry.
 * @param command the full path of the program, and its arguments.
 * @throws AppFailure `invalid_input` if the specification does not allow this path.
 */
export function autostartEntry(command: readonly string[]): string {
  const [program = ""] = command;
  if (program.includes("=")) throw invalidInput(AUTOSTART_ERRORS.oddPath({ program }));
  return [
    "[Desktop Entry]",
    "Type=Application",
    "Name=Stockdeck",
    `Comment=${escape(AUTOSTART_ENTRY.comment)}`,
    // With this key, desktops skip the entry after the program was removed.
    `TryExec=${escape(program)}`,
    `Exec=${command.map((argument) => escape(quote(argument))).join(" ")}`,
    "Terminal=false",
    "StartupNotify=false",
    "",
  ].join("\n");
}

/** Quotes an argument of the key Exec ("The Exec key"). Quoting is always allowed, so every argument is quoted. */
function quote(argument: string): string {
  // A single percent sign would begin a field code.
  return `"${argument.replaceAll(/["`$\\]/g, String.raw`\$&`).replaceAll("%", "%%")}"`;
}

function escape(value: string): string {
  return value.replaceAll(/[\\\n\r\t]/g, (character) => ESCAPES[character] ?? character);
}

/**
 * Whether a desktop starts an entry's program at login (Desktop Application Autostart Specification).
 * @param isProgram whether a path leads to a program.
 */
export function startsAtLogin(text: string, isProgram: (file: string) => boolean): boolean {
  const keys = readKeys(text);
  if (!keys.has("Exec") || keys.get("Hidden") === "true") return false;
  // GNOME's settings turn an entry off by this key.
  if (keys.get("X-GNOME-Autostart-enabled") === "false") return false;
  const program = keys.get("TryExec");
  return program === undefined || isProgram(unescape(program));
}

/** The keys of the group [Desktop Entry]. */
function readKeys(text: string): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  let isInGroup = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("[")) isInGroup = line.trimEnd() === "[Desktop Entry]";
    const [, key, value] = /^([A-Za-z0-9-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (isInGroup && key !== undefined && value !== undefined) keys.set(key, value);
  }
  return keys;
}

function unescape(value: string): string {
  return value.replaceAll(/\\([snrt\\])/g, (escaped, code: string) => UNESCAPED[code] ?? escaped);
}
