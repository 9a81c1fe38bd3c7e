import { createHash, randomBytes } from "node:crypto";
import fs from "node:fs/promises";
import os from "node:os";
import path from "node:path";

import { AppFailure } from "../../../../shared/base/errors.ts";
import { storeFailure } from "../../../store/database/store-error.ts";
import { findReplaced, notReplaced, takeOver } from "./replaced-file.ts";

/** A file that is written and synced, and not yet in its place. */
export interface StagedFile {
  readonly bytes: number;
  /** Lower-case hexadecimal. */
  readonly sha256: string;
  /**
   * Moves the staged file to its place, replacing the file that is there. It gets the mode, owner and group of the old
   * file.
   * @throws AppFailure of kind `store`; then nothing is left behind.
   */
  commit(): Promise<void>;
  /** Removes it; after `commit` there is nothing to remove. */
  discard(): Promise<void>;
}

const PREFIX = ".stockdeck-export-";
const SUFFIX = ".part";
/** Ms after which even another machine's temporary file in a shared folder is removed. */
const SURELY_LEFT = 24 * 3_600_000;
/**
 * Modes of a temporary file that replaces a file, and of a new one. Until it has the mode of the file that it replaces,
 * nobody else may read it.
 */
const [PRIVATE, USUAL] = [0o600, 0o666];

/**
 * Writes and syncs a temporary file next to the file that it will replace. A link's target is replaced, and the link
 * stays. If any step fails, the old file stays as it was and nothing is left behind; files that a killed process left
 * in this folder are removed too. Chunks are used up.
 * @throws AppFailure of kind `store`, also for what cannot be replaced (replaced-file.ts).
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
    // One chunk is on its way to the disk while the next is made.
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
      // Writing takes time: the file that is in the place now decides.
      const now = await findReplaced(file);
      if (now.path !== replaced.path) throw notReplaced("Its link leads elsewhere now.");
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
 * Frees a chunk at once: an export makes hundreds of megabytes of them outside the heap, and the collector frees them
 * late. A pooled Buffer shares its memory with others and is left alone.
 */
function free({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength - byteLength <= 1) buffer.transfer(0);
}

/**
 * A temporary file's name, with the process and machine that write it. By it another process knows whether the file was
 * left behind.
 */
function temporaryName(): string {
  return `${PREFIX}${hostMark()}-${process.pid}-${randomBytes(4).toString("hex")}${SUFFIX}`;
}

/**
 * Removes the temporary files that killed exports left in a folder. Never fails: leftover files are no reason not to
 * export.
 */
async function removeLitter(folder: string): Promise<void> {
  const names = await fs.readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.startsWith(PREFIX) || !name.endsWith(SUFFIX)) continue;
    const file = path.join(folder, name);
    const [host, pid] = name.slice(PREFIX.length, -SUFFIX.length).split("-");
    const found = await fs.stat(file).catch(() => null);
    const old = found !== null && Date.now() - found.mtimeMs > SURELY_LEFT;
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
    // Another user's process is alive, too.
    return (thrown as { code?: string }).code === "EPERM";
  }
}

function asOpenFailure(thrown: unknown): never {
  if ((thrown as { code?: unknown }).code !== "ENOENT") asStoreFailure(thrown);
  const message = "The folder that the file is to go to does not exist.";
  throw new AppFailure({ kind: "store", reason: "not_writable", message }, { cause: thrown });
}

function asStoreFailure(thrown: unknown): never {
  throw storeFailure(thrown);
}

/** Writes a text or bytes whole or not at all, at once in its place. @throws AppFailure of kind `store`. */
export async function writeWholeFile(file: string, content: string | Uint8Array): Promise<void> {
  await (await stageFile(file, [Buffer.from(content)])).commit();
}
