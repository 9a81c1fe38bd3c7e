import { FILE_ERRORS } from "./messages.ts";
import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { AppFailure, said } from "../../../shared/base/errors.ts";
import { systemClock } from "../../base/clock.ts";
import { storeFailure } from "../../store/database/store-error.ts";
import { findReplaced, notReplaced, takeOver } from "./replaced-file.ts";

/** A file that is written and synced, but not yet moved to its final path. */
export interface StagedFile {
  readonly bytes: number;
  /** The hash in lower-case hexadecimal. */
  readonly sha256: string;
  /**
   * Moves the staged file to its final path, replacing an existing file. The new file gets the mode, owner and group of
   * the existing file.
   * @throws AppFailure of kind `store`. In this case no temporary file remains.
   */
  commit(): Promise<void>;
  /** Deletes the staged file. Has no effect after `commit`. */
  discard(): Promise<void>;
}

const PREFIX = ".stockdeck-export-";
const SUFFIX = ".part";
/** Ms after which temporary files in a shared folder are removed. This includes files of other computers. */
const SURELY_LEFT = 24 * 3_600_000;
/**
 * The modes of a temporary file: if it replaces a file, and if the file is new. In the first case no other user may
 * read it before it has the mode of the old file.
 */
const [PRIVATE, USUAL] = [0o600, 0o666];

/**
 * Writes and syncs a temporary file next to the file that it will replace. If the path is a link, the link's target is
 * replaced. If any step fails, the old file is unchanged and no temporary file remains. Files that a killed process
 * left in this folder are removed too. Each chunk's memory is freed.
 * @throws AppFailure of kind `store`, also if the existing file may not be replaced (replaced-file.ts).
 */
export async function stageFile(
  file: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<StagedFile> {
  const replaced = await findReplaced(file);
  const folder = path.dirname(replaced.path);
  await removeLitter(folder);
  const temporary = path.join(folder, temporaryName());
  const handle = await fs.open(temporary, "wx", replaced.former ? PRIVATE : USUAL).catch(asOpenFailure);
  const discard = (): Promise<void> => fs.rm(temporary, { force: true });
  const hash = createHash("sha256");
  let bytes = 0;
  try {
    // One chunk is written while the next is made.
    let writing: Promise<unknown> = Promise.resolve();
    for await (const chunk of chunks) {
      await writing.catch(asStoreFailure);
      hash.update(chunk);
      bytes += chunk.length;
      writing = handle.writeFile(chunk).then(() => free(chunk));
      writing.catch(() => {});
    }
    await writing.catch(asStoreFailure);
    await handle.sync().catch(asStoreFailure);
    await handle.close();
  } catch (thrown) {
    await handle.close().catch(() => {});
    await discard();
    throw thrown;
  }
  const commit = async (): Promise<void> => {
    try {
      // Writing takes time, so the existing file is checked again.
      const now = await findReplaced(file);
      if (now.path !== replaced.path) throw notReplaced("moved");
      await takeOver(temporary, now.former ? now : replaced);
      await fs.rename(temporary, now.path);
    } catch (thrown) {
      await discard();
      throw storeFailure(thrown);
    }
  };
  return { bytes, sha256: hash.digest("hex"), commit, discard };
}

/**
 * Frees a chunk at once. An export makes hundreds of megabytes of chunks outside the heap, which the garbage collector
 * frees late. The memory of a pooled Buffer is not freed, because other Buffers share it.
 */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength - byteLength <= 1) buffer.transfer(0);
}

/**
 * The name of a temporary file. It names the process and the computer, so that another process can tell whether the
 * writer still runs.
 */
function temporaryName(): string {
  return `${PREFIX}${hostMark()}-${process.pid}-${randomBytes(4).toString("hex")}${SUFFIX}`;
}

/**
 * Removes the temporary files of killed exports in a folder. A failure is ignored, because it does not affect this
 * export.
 */
async function removeLitter(folder: string): Promise<void> {
  const names = await fs.readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(PREFIX) || !name.endsWith(SUFFIX)) continue;
    const file = path.join(folder, name);
    const [host, pid] = name.slice(PREFIX.length, -SUFFIX.length).split("-");
    const found = await fs.stat(file).catch(() => null);
    // The times of files come from the system's clock, so the system's clock also measures their age.
    const old = found !== null && systemClock.now() - found.mtimeMs > SURELY_LEFT;
    if (old || (host === hostMark() && !isAlive(Number(pid))))
      await fs.rm(file, { force: true }).catch(() => {});
  }
}

function hostMark(): string {
  return createHash("sha256").update(os.hostname()).digest("hex").slice(0, 8);
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // EPERM means that the process exists, but belongs to another user.
    return (thrown as { code?: string }).code === "EPERM";
  }
}

function asOpenFailure(thrown: unknown): never {
  if ((thrown as { code?: unknown }).code !== "ENOENT") asStoreFailure(thrown);
  const sentence = FILE_ERRORS.noFolder;
  throw new AppFailure({ kind: "store", reason: "not_writable", ...said(sentence) }, { cause: thrown });
}

function asStoreFailure(thrown: unknown): never {
  throw storeFailure(thrown);
}

/** Writes a text or bytes to a file, completely or not at all. @throws AppFailure of kind `store`. */
export async function writeWholeFile(file: string, content: string | Uint8Array): Promise<void> {
  await (await stageFile(file, [Buffer.from(content)])).commit();
}
