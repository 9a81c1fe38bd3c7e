import type { AutostartState } from "../../../shared/features/autostart/autostart.ts";

/** The parts of Electron's `LoginItemSettings` that tell whether the system starts the app. */
interface LoginItem {
  readonly openAtLogin: boolean;
  /** On Windows: false if the user disabled the entry in the Task Manager or the Settings. */
  readonly executableWillLaunchAtLogin?: boolean;
  /** The state of the entry on macOS 13 and newer. */
  readonly status?: string;
}

/** The state of the login item of Windows or macOS. */
export function loginItemState(platform: "win32" | "darwin", item: LoginItem): AutostartState {
  if (platform === "win32") return item.openAtLogin && item.executableWillLaunchAtLogin ? "on" : "off";
  if (item.status === "requires-approval") return "needsApproval";
  return item.openAtLogin ? "on" : "off";
}
