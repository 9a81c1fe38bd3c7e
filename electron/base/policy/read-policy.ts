import fs from "node:fs";
import path from "node:path";
import type { z } from "zod";
import { toAppError } from "../../../shared/base/errors.ts";
import { NO_POLICY, policySchema, type Policy } from "../../../shared/base/policy.ts";
import { normalizeBaseUrl } from "../connection-input.ts";

/**
 * The variable that replaces `/` by a folder, so that tests can set a policy. The packaged app refuses to start with
 * this variable (desktop/weakened-start.ts).
 */
export const POLICY_ROOT = "STOCKDECK_POLICY_ROOT";

/** The policy of this computer, or the reason why Stockdeck must not start. */
export type ReadPolicy = { readonly policy: Policy } | { readonly problem: string };

const LINUX_FILE = "/etc/stockdeck/policy.json";
const MAC_FILE = "/Library/Application Support/Stockdeck/policy.json";
const ROOT_USER = 0;

/**
 * Reads the administrator's policy. If there may be a policy that cannot be read, Stockdeck does not start: otherwise
 * damaging the policy would switch it off.
 * @param testRoot replaces `/`; undefined in a packaged app. The policy's file may then also belong to the user who
 * runs the test.
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
  /** The users who may own the policy's file. Null on Windows, because files there have no such owner. */
  readonly owners: readonly number[] | null;
}

/**
 * Chooses the path of the policy for a platform.
 * @param executable the path of the running program. On Windows the policy is next to the program.
 * @security only administrators may write in this folder; on Windows this is true for an installation under Program
 * Files.
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

/** The most bytes of a policy file. */
const MAX_BYTES = 64 * 1024;
/** The permissions that allow the group and other users to write. */
const OTHERS_WRITE = 0o022;

/**
 * Reads a file that only an administrator can have written. For a symbolic link, its target is checked. The folder is
 * checked too, because a user who may write to it could put another file there.
 * @param owners the users who may own the file: root, except in a test. Null skips the check of owner and rights, which
 * do not exist on Windows.
 * @returns null if there is no file.
 * @throws PolicyFault.
 * @security every doubt is a fault; only if the file is missing, there is no policy.
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

/** Opens a file. @returns null if nothing has this name, not even a link whose target is missing. */
function open(file: string): number | null {
  try {
    // Without O_NONBLOCK, opening a pipe would wait until another program writes to the pipe.
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

/** The error for a policy that cannot be used. The message describes the fault without the file's path. */
class PolicyFault extends Error {
  override readonly name = "PolicyFault";
}

/** Reads a policy from its JSON text. @throws PolicyFault. */
export function parsePolicy(text: string): Policy {
  const parsed = policySchema.safeParse(readJson(text));
  if (!parsed.success) throw new PolicyFault(parsed.error.issues.map(describeIssue).join(" "));
  const { baseUrl, exportFolders, ...others } = parsed.data;
  const relative = exportFolders?.find((folder) => !path.isAbsolute(folder));
  if (relative !== undefined)
    throw new PolicyFault(`exportFolders: “${relative}” is not the whole path of a folder.`);
  const authority = others.mail?.server?.authority;
  if (authority && !path.isAbsolute(authority))
    throw new PolicyFault(`mail.server.authority: “${authority}” is not the whole path of a file.`);
  return {
    ...others,
    ...(baseUrl === undefined ? {} : { baseUrl: readUrl("baseUrl", baseUrl) }),
    ...(exportFolders === undefined ? {} : { exportFolders }),
  };
}

function readJson(text: string): unknown {
  try {
    // Some editors on Windows write a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    throw new PolicyFault("It is not JSON.");
  }
}

function readUrl(name: string, text: string): string {
  try {
    return normalizeBaseUrl(text);
  } catch (thrown) {
    throw new PolicyFault(`${name}: ${toAppError(thrown).message}`);
  }
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const where = issue.path.map(String);
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => `There is no setting “${[...where, key].join(".")}”.`).join(" ");
  const place = where.length === 0 ? "The policy" : where.join(".");
  return `${place}: ${issue.message.replace(/^Invalid input: /, "")}.`;
}
