import os from "node:os";
import path from "node:path";
import manifest from "../../../package.json" with { type: "json" };

/** The folder that Electron gives to the app. */
export function defaultFolder(): string {
  const home = os.homedir();
  const parent =
    process.platform === "darwin"
      ? path.join(home, "Library", "Application Support")
      : process.platform === "win32"
        ? (process.env["APPDATA"] ?? path.join(home, "AppData", "Roaming"))
        : (process.env["XDG_CONFIG_HOME"] ?? path.join(home, ".config"));
  return path.join(parent, manifest.productName);
}
