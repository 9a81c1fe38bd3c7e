import { createPublicKey, type KeyObject } from "node:crypto";
import path from "node:path";
import type { Policy } from "../../../../shared/base/policy.ts";

/** A build's update server, and the key that verifies its manifests. */
export interface UpdateSource {
  /** An https address with a folder of releases, or `github:OWNER/NAME`. */
  readonly url: string;
  /** The Ed25519 public key: SubjectPublicKeyInfo in base64. */
  readonly key: string;
  /** The web page for users who install updates manually. */
  readonly page: string;
}

/** The environment variables that set the source of updates for a build. */
interface SourceVariables {
  readonly STOCKDECK_UPDATE_URL?: string | undefined;
  readonly STOCKDECK_UPDATE_KEY?: string | undefined;
  readonly STOCKDECK_UPDATE_PAGE?: string | undefined;
}

const GITHUB = /^github:([A-Za-z0-9-]{1,39})\/([A-Za-z0-9._-]{1,100})$/;

/**
 * Reads and checks the update source; null without an address and a key.
 * @throws Error that names the variable to correct. A build with only the address or only the key, or without https,
 * would never update.
 */
export function readUpdateSource(variables: SourceVariables): UpdateSource | null {
  const { STOCKDECK_UPDATE_URL: url, STOCKDECK_UPDATE_KEY: key, STOCKDECK_UPDATE_PAGE: page } = variables;
  if (!url && !key) return null;
  if (!url || !key)
    throw new Error("STOCKDECK_UPDATE_URL and STOCKDECK_UPDATE_KEY are set together, or neither is.");
  const repository = repositoryOf(url);
  if (!repository) requireHttps(url, "STOCKDECK_UPDATE_URL");
  if (page) requireHttps(page, "STOCKDECK_UPDATE_PAGE");
  const ownPage = repository ? `https://github.com/${repository}/releases` : url;
  return {
    url,
    key: publicKeyOf(key).export({ format: "der", type: "spki" }).toString("base64"),
    page: page || ownPage,
  };
}

/**
 * The source of updates of this app. A packaged app has it from its build; in development the environment variables set
 * it.
 * @security no environment variable leads a packaged app to another server or key.
 */
export function sourceOf(
  isPackaged: boolean,
  built: UpdateSource | null,
  variables: SourceVariables,
): UpdateSource | null {
  return isPackaged ? built : readUpdateSource(variables);
}

/** `OWNER/NAME` of a repository on GitHub; null for another address. */
export function repositoryOf(url: string): string | null {
  const [, owner, name] = GITHUB.exec(url) ?? [];
  return owner && name ? `${owner}/${name}` : null;
}

/** Reads an Ed25519 public key, in PEM form or as base64 without the PEM lines. @throws Error for any other text. */
export function publicKeyOf(text: string): KeyObject {
  const wrong = "STOCKDECK_UPDATE_KEY is not an Ed25519 public key.";
  try {
    const key = text.includes("-----BEGIN")
      ? createPublicKey(text)
      : createPublicKey({ key: Buffer.from(text.trim(), "base64"), format: "der", type: "spki" });
    if (key.asymmetricKeyType === "ed25519") return key;
  } catch (cause) {
    throw new Error(wrong, { cause });
  }
  throw new Error(wrong);
}

/** Requires https. Plain http is allowed only to this computer, for tests. */
function requireHttps(address: string, variable: string): void {
  const url = URL.canParse(address) ? new URL(address) : null;
  const isOwn = url?.protocol === "http:" && /^(127\.0\.0\.1|\[::1\]|localhost)$/.test(url.hostname);
  if (url?.protocol !== "https:" && !isOwn) throw new Error(`${variable} has to begin with https://.`);
  if (url?.username || url?.password) throw new Error(`${variable} may hold no name and no password.`);
}

/** The channel of releases that an installation follows. */
export type UpdateChannel = "latest" | "beta";

/** The administrator's rules for updates. */
export interface UpdatePolicy {
  readonly allowed: boolean;
  readonly channel: UpdateChannel;
}

/** The rules that apply if no administrator has set any. */
export const DEFAULT_UPDATE_POLICY: UpdatePolicy = { allowed: true, channel: "latest" };

/** The rules for updates in this computer's policy. */
export const updatePolicyOf = ({ updates = {} }: Policy): UpdatePolicy => ({
  allowed: updates.allowed ?? DEFAULT_UPDATE_POLICY.allowed,
  channel: updates.channel ?? DEFAULT_UPDATE_POLICY.channel,
});

/** The facts from which the way of installation is derived. */
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
    // The NSIS installer puts its uninstaller into the folder of the program. The MSI has no such file.
    // oxlint-disable-next-line texts/in-messages -- a file name
    const uninstaller = path.win32.join(path.win32.dirname(execPath), "Uninstall Stockdeck.exe");
    return isWritable(uninstaller) ? "install" : "notify";
  }
  const appImage = ownAppImage(execPath, environment);
  return appImage !== null && isWritable(path.dirname(appImage)) ? "install" : "notify";
}

/**
 * The path of the AppImage that contains this program; null if none does. If another AppImage started this program, for
 * example a terminal, its variables are inherited. They name a folder that does not contain this program.
 */
export function ownAppImage(
  execPath: string,
  { APPIMAGE, APPDIR }: Readonly<Record<string, string | undefined>>,
): string | null {
  if (!APPIMAGE || !APPDIR || !path.isAbsolute(APPIMAGE)) return null;
  return execPath.startsWith(APPDIR.endsWith("/") ? APPDIR : `${APPDIR}/`) ? APPIMAGE : null;
}
