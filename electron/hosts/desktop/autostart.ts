import os from "node:os";
import { app } from "electron";
import type { AssistantCommand } from "../../../shared/features/assistants/assistants.ts";
import type { Autostart } from "../../features/autostart/autostart-handlers.ts";
import { loginItemState } from "../../features/autostart/login-item.ts";
import { autostartFile, XdgAutostart } from "../../features/autostart/xdg-autostart.ts";
import { HIDDEN_OPTION } from "./read-arguments.ts";
import { ownAppImage } from "./updates/update-source.ts";

/** Creates the entry that starts the app at login, in the form of this system. */
export function createAutostart(): Autostart {
  const { platform, env, execPath } = process;
  // In development the program is Electron, and the folder of the app is its argument.
  const folder = app.isPackaged ? [] : [app.getAppPath()];
  if (platform !== "win32" && platform !== "darwin") {
    const program = ownAppImage(execPath, env) ?? execPath;
    return new XdgAutostart(autostartFile(env, os.homedir()), [program, ...folder, HIDDEN_OPTION]);
  }
  // Electron writes the path to the registry without quotes, so a path with a space would start another
  // program. https://github.com/electron/electron/issues/53911
  const quoted = (file: string): string => `"${file}"`;
  const item =
    platform === "win32" ? { path: quoted(execPath), args: [...folder.map(quoted), HIDDEN_OPTION] } : {};
  return {
    state: async () => loginItemState(platform, app.getLoginItemSettings(item)),
    set: async (on) => app.setLoginItemSettings({ ...item, openAtLogin: on }),
  };
}

/** The command with which programs of assistants start this app without a window. */
export function assistantCommand(): AssistantCommand {
  const { env, execPath } = process;
  const folder = app.isPackaged ? [] : [app.getAppPath()];
  return { command: ownAppImage(execPath, env) ?? execPath, args: [...folder, "--headless", "mcp"] };
}

/** Whether macOS started the app at login. In this case macOS passes no arguments to the app. */
export function wasOpenedAtLogin(): boolean {
  return process.platform === "darwin" && app.getLoginItemSettings().wasOpenedAtLogin;
}
