import path from "node:path";
import type { Policy } from "../../../../shared/features/policy/policy.ts";

/** The releases that an installation follows. */
export type UpdateChannel = "latest" | "beta";

/** The administrator's rules for updates. */
export interface UpdatePolicy {
  readonly allowed: boolean;
  readonly channel: UpdateChannel;
}

/** The rules if no administrator set any. */
export const DEFAULT_UPDATE_POLICY: UpdatePolicy = { allowed: true, channel: "latest" };

/** The rules for updates in this computer's policy. */
export const updatePolicyOf = ({ updates = {} }: Policy): UpdatePolicy => ({
  allowed: updates.allowed ?? DEFAULT_UPDATE_POLICY.allowed,
  channel: updates.channel ?? DEFAULT_UPDATE_POLICY.channel,
});

/** The facts that show how this installation was made. */
interface Installation {
  readonly platform: NodeJS.Platform;
  readonly execPath: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether a path exists and the user may write to it. */
  readonly isWritable: (path: string) => boolean;
}

/**
 * Whether the app can install a new version of itself, or only announce it. System packages (`deb`), an MSI, a `tar.gz`
 * and folders of other users are updated by the person who installed them.
 */
export function wayOf({ platform, execPath, environment, isWritable }: Installation): "install" | "notify" {
  if (platform === "darwin") return "install";
  if (platform === "win32") {
    // NSIS puts its uninstaller next to the program; the MSI has none.
    const uninstaller = path.win32.join(path.win32.dirname(execPath), "Uninstall Stockdeck.exe");
    return isWritable(uninstaller) ? "install" : "notify";
  }
  const appImage = ownAppImage(execPath, environment);
  return appImage !== null && isWritable(path.dirname(appImage)) ? "install" : "notify";
}

/**
 * The AppImage of this program; null without one. Programs that another AppImage started, such as a terminal, inherit
 * its variables, which name a folder that does not contain this program.
 */
export function ownAppImage(
  execPath: string,
  { APPIMAGE, APPDIR }: Readonly<Record<string, string | undefined>>,
): string | null {
  if (!APPIMAGE || !APPDIR || !path.isAbsolute(APPIMAGE)) return null;
  return execPath.startsWith(APPDIR.endsWith("/") ? APPDIR : `${APPDIR}/`) ? APPIMAGE : null;
}
