import fs from "node:fs";
import path from "node:path";
import { NO_POLICY, type Policy } from "../../../shared/features/policy/policy.ts";
import { parsePolicy, PolicyFault } from "./parse-policy.ts";

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

/** Bytes; no policy needs more. */
const MAX_BYTES = 64 * 1024;
/** The rights of the group and of other users to write. */
const OTHERS_WRITE = 0o022;

/**
 * Reads a file that only an administrator can have written. A symbolic link is judged at its target. The folder is
 * judged too, because a user who may write to it could put another file there.
 * @param owners the users whose files count: root, except in a test. Null skips the check of owner and rights, which
 * Windows lacks.
 * @returns null if there is no file.
 * @throws PolicyFault.
 * @security every doubt is a fault, and never the same as no policy.
 */
export function readTrustedFile(file: string, owners: readonly number[] | null): string | null {
  const handle = open(file);
  if (handle === null) return null;
  try {
    const found = fs.fstatSync(handle);
    if (!found.isFile()) throw new PolicyFault("It is not a file.");
    if (owners !== null) {
      requireTrusted("It", found, owners);
      for (const folder of new Set([path.dirname(file), path.dirname(fs.realpathSync(file))]))
        requireTrusted(`Its folder ${folder}`, fs.statSync(folder), owners);
    }
    if (found.size > MAX_BYTES) throw new PolicyFault(`It is larger than ${MAX_BYTES / 1024} KB.`);
    return fs.readFileSync(handle, "utf8");
  } finally {
    fs.closeSync(handle);
  }
}

/** @returns null if there is nothing of that name, not even a link that leads nowhere. */
function open(file: string): number | null {
  try {
    // Opening a pipe would otherwise wait for its writer.
    return fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NONBLOCK);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === "ENOENT" && !isLink(file)) return null;
    throw new PolicyFault(`It cannot be read (${code ?? "unknown reason"}).`);
  }
}

function isLink(file: string): boolean {
  return fs.lstatSync(file, { throwIfNoEntry: false }) !== undefined;
}

function requireTrusted(what: string, { uid, mode }: fs.Stats, owners: readonly number[]): void {
  if (!owners.includes(uid)) throw new PolicyFault(`${what} does not belong to root.`);
  if ((mode & OTHERS_WRITE) !== 0)
    throw new PolicyFault(`${what} can be written to by others than its owner.`);
}
