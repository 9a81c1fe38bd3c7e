import { execFileSync } from "node:child_process";
import path from "node:path";
import { NO_POLICY, type Policy } from "../../shared/domain/policy.ts";
import { parsePolicy, parsePolicyText, PolicyFault } from "./parse-policy.ts";
import { listsPolicy, POLICIES_KEY, POLICY_KEY, readRegistry, SEPARATOR } from "./registry.ts";
import { readTrustedFile } from "./trusted-file.ts";

/**
 * Names a folder that stands for `/` when the policy is read; for tests. The packaged app refuses to start with it
 * (desktop/weakened-start.ts).
 */
export const POLICY_ROOT = "STOCKDECK_POLICY_ROOT";

/** The policy of this computer, or the sentence with which a start is refused. */
export type ReadPolicy = { readonly policy: Policy } | { readonly problem: string };

const POLICY_FILE = "/etc/stockdeck/policy.json";
const MANAGED_PREFERENCES = "/Library/Managed Preferences/dev.stockdeck.app.plist";
const ROOT_USER = 0;
/** Ms that a program of the system may take. */
const TIMEOUT = 10_000;

/**
 * Reads what an administrator has set. Where there may be a policy that cannot be read, Stockdeck does not run: otherwise
 * damaging the policy would be the way around it.
 * @param testRoot stands for `/`; undefined in a packaged app. The owner of its file may also be the user of the test.
 */
export function readPolicy(testRoot?: string): ReadPolicy {
  const source = sourceOf(testRoot);
  try {
    return { policy: source.read() };
  } catch (thrown) {
    const fault = thrown instanceof PolicyFault ? thrown.message : "It cannot be read.";
    return {
      problem: `The policy of this computer cannot be used: ${source.place}. ${fault} Ask your administrator.`,
    };
  }
}

interface Source {
  readonly place: string;
  read(): Policy;
}

function sourceOf(testRoot: string | undefined): Source {
  if (testRoot) {
    const place = path.join(testRoot, POLICY_FILE);
    return { place, read: () => readFile(place, [ROOT_USER, process.getuid?.() ?? ROOT_USER]) };
  }
  if (process.platform === "win32") return { place: POLICY_KEY, read: readWindows };
  if (process.platform === "darwin") return { place: MANAGED_PREFERENCES, read: readMac };
  return { place: POLICY_FILE, read: () => readFile(POLICY_FILE, [ROOT_USER]) };
}

function readFile(file: string, owners: readonly number[]): Policy {
  const text = readTrustedFile(file, owners);
  return text === null ? NO_POLICY : parsePolicyText(text);
}

/** By a configuration profile, macOS writes the settings that it manages for all users into this file. */
function readMac(): Policy {
  if (readTrustedFile(MANAGED_PREFERENCES, [ROOT_USER]) === null) return NO_POLICY;
  return parsePolicyText(run("/usr/bin/plutil", ["-convert", "json", "-o", "-", MANAGED_PREFERENCES]));
}

/** The exit code of `reg query` is the same for a key that is missing and for one that is refused; a list tells them apart. */
function readWindows(): Policy {
  const reg = path.join(process.env["SystemRoot"] ?? String.raw`C:\Windows`, "System32", "reg.exe");
  if (!listsPolicy(run(reg, ["query", POLICIES_KEY, "/reg:64"]))) return NO_POLICY;
  return parsePolicy(readRegistry(run(reg, ["query", POLICY_KEY, "/s", "/se", SEPARATOR, "/reg:64"])));
}

/** What a program of the system prints. @security it gets nothing of our environment, which may have a key. @throws Error where it fails. */
function run(file: string, args: readonly string[]): string {
  return execFileSync(file, args, {
    encoding: "utf8",
    env: { SystemRoot: process.env["SystemRoot"] },
    timeout: TIMEOUT,
    windowsHide: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
}
