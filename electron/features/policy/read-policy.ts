import path from "node:path";
import { NO_POLICY, type Policy } from "../../../shared/features/policy/policy.ts";
import { parsePolicy, PolicyFault } from "./parse-policy.ts";
import { readTrustedFile } from "./trusted-file.ts";

/**
 * The variable of a folder that stands for `/` when the policy is read; for tests. The packaged app refuses to start
 * with it (desktop/weakened-start.ts).
 */
export const POLICY_ROOT = "STOCKDECK_POLICY_ROOT";

/** The policy of this computer, or the sentence with which a start is refused. */
export type ReadPolicy = { readonly policy: Policy } | { readonly problem: string };

const LINUX_FILE = "/etc/stockdeck/policy.json";
const MAC_FILE = "/Library/Application Support/Stockdeck/policy.json";
const ROOT_USER = 0;

/**
 * Reads the administrator's policy. If there may be a policy that cannot be read, Stockdeck does not run: otherwise
 * damaging the policy would be the way around it.
 * @param testRoot stands for `/`; undefined in a packaged app. The owner of its file may also be the user of the test.
 */
export function readPolicy(testRoot?: string): ReadPolicy {
  const { file, owners } = testRoot
    ? { file: path.join(testRoot, LINUX_FILE), owners: [ROOT_USER, process.getuid?.() ?? ROOT_USER] }
    : policyFile(process.platform, process.execPath);
  try {
    const text = readTrustedFile(file, owners);
    return { policy: text === null ? NO_POLICY : parsePolicy(text) };
  } catch (thrown) {
    const fault = thrown instanceof PolicyFault ? thrown.message : "It cannot be read.";
    return {
      problem: `The policy of this computer cannot be used: ${file}. ${fault} Ask your administrator.`,
    };
  }
}

interface PolicyFile {
  readonly file: string;
  /** The users whose file counts; null on Windows, if files have no such owner. */
  readonly owners: readonly number[] | null;
}

/**
 * Finds the policy file of a platform.
 * @param executable the program that runs. On Windows the policy is next to it.
 * @security only administrators may write there; on Windows that holds for an installation under Program Files.
 */
export function policyFile(platform: NodeJS.Platform, executable: string): PolicyFile {
  switch (platform) {
    case "win32":
      return { file: path.win32.join(path.win32.dirname(executable), "policy.json"), owners: null };
    case "darwin":
      return { file: MAC_FILE, owners: [ROOT_USER] };
    default:
      return { file: LINUX_FILE, owners: [ROOT_USER] };
  }
}
