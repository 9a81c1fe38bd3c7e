import fs from "node:fs";
import path from "node:path";

/** Access rights of Stockdeck's files and folders: for the user alone. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;

/** Creates a folder and its parents, which only the user may read. A folder that exists keeps its rights. */
export function makePrivateFolder(folder: string): void {
  fs.mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
}

/** Replaces the whole content of a private file, and creates its folder. @throws Error if the disk refuses. */
export function replacePrivateFile(file: string, text: string): void {
  const part = `${file}.part`;
  makePrivateFolder(path.dirname(file));
  fs.writeFileSync(part, text, { mode: PRIVATE_FILE });
  fs.renameSync(part, file);
}

/**
 * Creates an empty file that only the user may read, or restricts an existing file. An existing file is not opened:
 * closing it would release every lock that this process has on it, and SQLite relies on these locks.
 */
export function makePrivateFile(file: string): void {
  if (fs.existsSync(file)) restrict(file, PRIVATE_FILE);
  else fs.closeSync(fs.openSync(file, "a", PRIVATE_FILE));
}

/**
 * Removes other users' rights to a folder and its files. Copying the folder may have granted such rights. The rights of
 * the folder are changed first, so that no other user can enter meanwhile. Links are not followed. On a disk without
 * access rights, nothing changes.
 */
export async function keepPrivate(folder: string): Promise<void> {
  try {
    makePrivateFolder(folder);
    restrict(folder, PRIVATE_FOLDER);
    await restrictWithin(folder);
  } catch {
    // If a file cannot be read, the code that opens it reports this.
  }
}

async function restrictWithin(folder: string): Promise<void> {
  for (const entry of await fs.promises.readdir(folder, { withFileTypes: true })) {
    const at = path.join(folder, entry.name);
    if (entry.isFile()) restrict(at, PRIVATE_FILE);
    if (!entry.isDirectory()) continue;
    restrict(at, PRIVATE_FOLDER);
    await restrictWithin(at);
  }
}

function restrict(at: string, mode: number): void {
  try {
    if ((fs.lstatSync(at).mode & 0o777) !== mode) fs.chmodSync(at, mode);
  } catch {
    // The file was deleted meanwhile, belongs to another user, or is on a disk without access rights.
  }
}

/** Whether a file exists. A link counts even if its target is missing. */
export const isThere = async (file: string): Promise<boolean> =>
  (await fs.promises.lstat(file).catch(() => null)) !== null;

/** A file's size and modification time right after it was written. */
export interface AsWritten {
  readonly bytes: number;
  /** The modification time, ms since the epoch. */
  readonly modifiedAt: number;
}

/** The most ms by which a disk may round the time of a file. FAT stores only even seconds. */
const ROUNDED_MS = 2_000;

/** Whether a file has not been changed since it was written. */
export const isAsWritten = (
  { size, mtimeMs }: Pick<fs.Stats, "size" | "mtimeMs">,
  { bytes, modifiedAt }: AsWritten,
): boolean => size === bytes && Math.abs(mtimeMs - modifiedAt) <= ROUNDED_MS;

/** The most links in a chain, as on Linux. A chain with more links is a loop. */
const MAX_LINKS = 40;

/**
 * Follows a chain of symbolic links to its end. The file at the end need not exist. A path that is not a link is
 * returned with the real path of its folder.
 * @throws the error of the file system; `ELOOP` for links that lead to each other.
 */
export async function linkTarget(file: string): Promise<string> {
  let at = path.resolve(file);
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const folder = await fs.promises.realpath(path.dirname(at)).catch(unlessMissing(path.dirname(at)));
    const here = path.join(folder, path.basename(at));
    const found = await fs.promises.lstat(here).catch(unlessMissing(null));
    if (found?.isSymbolicLink() !== true) return here;
    at = path.resolve(folder, await fs.promises.readlink(here));
  }
  throw Object.assign(new Error("ELOOP: too many symbolic links"), { code: "ELOOP" });
}

/** Makes an error handler that returns `answer` for a missing file. It throws all other errors again. */
function unlessMissing<T>(answer: T): (thrown: unknown) => T {
  return (thrown) => {
    if ((thrown as { code?: unknown }).code === "ENOENT") return answer;
    throw thrown;
  };
}

/**
 * Asks the user for a file, and writes it.
 * @param content called once the user has chosen a file.
 * @returns the file's name; null if the user cancelled.
 * @throws AppFailure `policy` for a folder that an administrator does not allow, `store` if writing fails.
 */
export type SaveFile = (
  suggestedName: string,
  content: () => string | Promise<Uint8Array>,
) => Promise<{ readonly file: string | null }>;
