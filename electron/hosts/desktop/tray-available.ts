import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** The bus name whose owner shows the icons of trays (freedesktop.org, StatusNotifierItem). */
const WATCHER = "org.kde.StatusNotifierWatcher";
const BUS = "org.freedesktop.DBus";
const ASKED = `${BUS}.NameHasOwner`;

/** Programs that can ask the bus; a desktop has one of them. */
const ASKING: readonly (readonly [program: string, ...args: string[]])[] = [
  ["dbus-send", "--session", "--print-reply", `--dest=${BUS}`, "/", ASKED, `string:${WATCHER}`],
  ["gdbus", "call", "--session", "--dest", BUS, "--object-path", "/", "--method", ASKED, WATCHER],
];
/** Ms; the bus answers at once or not at all. */
const TIMEOUT = 2_000;

/**
 * Whether an icon in the tray would be seen. Windows and macOS always have a place for it; on Linux Electron makes a tray
 * without complaint if no desktop shows it, and a window that was hidden into it would be lost.
 */
export async function trayAvailable(): Promise<boolean> {
  if (process.platform !== "linux") return true;
  for (const [program, ...args] of ASKING) {
    try {
      const { stdout } = await promisify(execFile)(program, args, { timeout: TIMEOUT });
      return /\btrue\b/.test(stdout);
    } catch {
      // Not installed, or without a bus; the next one may know.
    }
  }
  return false;
}
