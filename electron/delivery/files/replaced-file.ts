import { constants, type Stats } from "node:fs";
import fs from "node:fs/promises";
import { AppFailure, said } from "../../../shared/base/errors.ts";
import { linkTarget } from "../../base/files.ts";
import { storeFailure } from "../../store/database/store-error.ts";
import { NOT_REPLACED } from "./messages.ts";

/** The path of a new file after all links, and the file that it replaces. */
export interface ReplacedFile {
  readonly path: string;
  /** The file that is replaced; null if there is none. */
  readonly former: Pick<Stats, "mode" | "uid" | "gid"> | null;
}

const WRITABLE_BY_ANYONE = 0o222;
const PERMISSIONS = 0o7777;

/**
 * Finds the file that a new file replaces. Links are followed, so that the target of a link is replaced and the link
 * itself stays.
 * @throws AppFailure `store` for a folder, pipe, socket or device, a read-only file, and a loop of links.
 */
export async function findReplaced(file: string): Promise<ReplacedFile> {
  // This check comes first, because the target of a link in /proc has no path.
  const found = await fs.stat(file).catch(unlessMissing);
  if (found && !found.isFile()) throw notReplaced(kindOf(found));
  const target = await linkTarget(file).catch(asRefusal);
  if (!found) return { path: target, former: null };
  // Root may write to every file, but even root must not replace a read-only file.
  const isWritable =
    (found.mode & WRITABLE_BY_ANYONE) !== 0
    && (await fs.access(target, constants.W_OK).then(
      () => true,
      () => false,
    ));
  if (!isWritable) throw notReplaced("readOnly");
  return { path: target, former: found };
}

/**
 * Gives a written file the mode, owner and group of the file that it replaces.
 * @throws AppFailure `store` if the system does not allow this, because then other users could read the file, or its
 * owner could not.
 */
export async function takeOver(written: string, { former }: ReplacedFile): Promise<void> {
  if (!former) return;
  const own = await fs.stat(written);
  try {
    if (own.uid !== former.uid || own.gid !== former.gid) await fs.chown(written, former.uid, former.gid);
    const mode = former.mode & PERMISSIONS;
    if (((await fs.stat(written)).mode & PERMISSIONS) !== mode) await fs.chmod(written, mode);
  } catch (thrown) {
    throw notReplaced("foreign", thrown);
  }
}

function kindOf(found: Stats): keyof typeof NOT_REPLACED {
  if (found.isDirectory()) return "folder";
  if (found.isFIFO()) return "pipe";
  return found.isSocket() ? "socket" : "device";
}

function unlessMissing(thrown: unknown): null {
  if ((thrown as { code?: unknown }).code === "ENOENT") return null;
  return asRefusal(thrown);
}

function asRefusal(thrown: unknown): never {
  if ((thrown as { code?: unknown }).code === "ELOOP") throw notReplaced("links", thrown);
  throw storeFailure(thrown);
}

/** The error for a file that may not be replaced. The file is unchanged. */
export class NotReplaced extends AppFailure {}

/** Makes the refusal to replace a file. */
export function notReplaced(why: keyof typeof NOT_REPLACED, cause?: unknown): NotReplaced {
  return new NotReplaced({ kind: "store", reason: "other", ...said(NOT_REPLACED[why]) }, { cause });
}
