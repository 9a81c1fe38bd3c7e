import type { Sentence } from "../../../shared/base/text/texts.ts";
import { POLICY_ROOT } from "../../base/policy/read-policy.ts";
import { START_REFUSALS } from "./messages.ts";
import { beforeEnd, optionName } from "./read-arguments.ts";

/** The options and variables of a start that would weaken the packaged app. */
export interface WeakenedStart {
  /** The names of the options and variables that make the start refuse. Their values are never included. */
  readonly refused: readonly string[];
  /** True if an AppImage's launcher turned off Chromium's sandbox. It does so if the system offers none. */
  readonly sandboxOff: boolean;
}

/** Options for debuggers and automation. */
const DEBUGGERS = `
  remote-debugging- remote-allow-origins inspect debug-brk enable-automation auto-open-devtools
  custom-devtools-frontend devtools- js-flags load-extension disable-extensions-except
  allowlisted-extension-id test-type`;
/** Options for Chromium's logs, which contain addresses and the console output of pages. */
const LOGS = "enable-logging log- logging- vmodule";
/** Options for the network and its logs. */
const NETWORK = `
  proxy- host-resolver- host-rules ignore-certificate-errors ignore-urlfetcher-cert allow-insecure-
  ssl-key-log-file ssl-version- net-log- auth-server- auth-negotiate- auth-spnego-
  explicitly-allowed-ports origin-to-force-quic-on cipher-suite- trace- enable-tracing
  experimental-network-inspection`;
/** Options for the sandbox and the isolation of pages. */
const BORDERS = `
  no-sandbox disable-gpu-sandbox disable-setuid-sandbox disable-seccomp-filter-sandbox
  disable-namespace-sandbox disable-landlock-sandbox allow-sandbox-debugging allow-third-party-modules
  no-zygote single-process in-process-gpu disable-site-isolation disable-web-security
  reduce-security-for-testing allow-running-insecure-content unsafely-treat-insecure-origin allow-file-access
  disable-kill-after-bad-ipc enable-blink- disable-blink- enable-experimental-web-platform
  expose-internals-for-testing force-fieldtrial`;
/** Options that start other programs, or use other data. */
const PROGRAMS = `
  renderer-cmd-prefix utility-cmd-prefix zygote-cmd-prefix gpu-launcher ppapi-plugin-launcher plugin-launcher
  browser-subprocess-path user-data-dir use-mock-keychain use-fake-`;
/**
 * Beginnings of the names of Chromium's, Electron's and Node's options that would weaken the app. Such options open it
 * to a debugger, redirect its traffic, log its secrets, turn off its sandbox or run another program.
 * https://www.electronjs.org/docs/latest/api/command-line-switches,
 * https://peter.sh/experiments/chromium-command-line-switches/
 */
const BEGINNINGS: readonly string[] = [DEBUGGERS, LOGS, NETWORK, BORDERS, PROGRAMS].flatMap((names) =>
  names.trim().split(/\s+/),
);

/** Parts of the names of features that concern the network or the sandbox. */
const FEATURE =
  /sandbox|sbox|network|isolat|tls|ssl|https?|cert|dns|doh|proxy|cors|csp|webrtc|origin|quic|securi|mixedcontent|privatenet|localnet|tracing|devtools|cookie|winhttp|acg|codeintegrity/i;

/**
 * Environment variables with the same effects as these options, or that bypass a policy. Node's own variables have no
 * effect because of the fuses in electron-builder.yml.
 */
const VARIABLES: readonly string[] = [
  "SSLKEYLOGFILE",
  "ELECTRON_RUN_AS_NODE",
  "ELECTRON_DISABLE_SANDBOX",
  "ELECTRON_ENABLE_LOGGING",
  "ELECTRON_LOG_FILE",
  "ELECTRON_DEBUG_NOTIFICATIONS",
  "CHROME_LOG_FILE",
  POLICY_ROOT,
];

/**
 * Finds the options and variables that would weaken a start of the packaged app.
 * @param isAppImage whether the program is in a mounted AppImage (`isMountedAppImage`).
 */
export function findWeakened(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  isAppImage: boolean,
): WeakenedStart {
  const found = beforeEnd(argv.slice(1)).flatMap((arg) => {
    const name = optionName(arg, platform);
    return name !== null && isWeakening(name, arg.slice(arg.indexOf("=") + 1)) ? [name] : [];
  });
  // The launcher of an AppImage adds this option if users cannot create namespaces.
  const isOwn = (name: string): boolean => isAppImage && name === "no-sandbox";
  const variables = VARIABLES.filter((name) => environment[name]);
  const refused = [...found.filter((name) => !isOwn(name)).map((name) => `--${name}`), ...variables];
  return { refused: [...new Set(refused)], sandboxOff: found.some(isOwn) };
}

/** The sentence for a refused start; null if nothing is refused. */
export function refusalOf({ refused }: WeakenedStart): Sentence | null {
  if (refused.length === 0) return null;
  return START_REFUSALS.weakened({ options: refused.join(", ") });
}

function isWeakening(name: string, value: string): boolean {
  // This option is the level of Chromium's log. Its name is too short to be matched by its beginning.
  if (name === "v") return true;
  if (name === "password-store") return value === "basic";
  if (name === "enable-features" || name === "disable-features") return FEATURE.test(value);
  return BEGINNINGS.some((beginning) => name.startsWith(beginning));
}

/**
 * Whether a program is in the file system that an AppImage mounts for itself. FUSE mounts this file system as
 * `/tmp/.mount_Stockd…`.
 * @param program the path of the program.
 * @param mounts the text of /proc/self/mountinfo (proc(5)); empty on other systems.
 * @security an environment variable proves nothing: anyone can set APPIMAGE.
 */
export function isMountedAppImage(program: string, mounts: string): boolean {
  return mounts.split("\n").some((line) => {
    const [before = "", after = ""] = line.split(" - ");
    const point = before.split(" ")[4] ?? "";
    return after.startsWith("fuse") && point.includes("/.mount_") && program.startsWith(`${point}/`);
  });
}
