import fs from "node:fs";
import path from "node:path";
import { PolicyFault } from "./parse-policy.ts";

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
