import fs from "node:fs/promises";
import path from "node:path";

/** Most links in a chain; a longer chain is a loop, as on Linux. */
const MAX_LINKS = 40;

/**
 * The path behind a chain of symbolic links, of a file that need not exist; the path itself, with its folder's real path,
 * if it is no link.
 * @throws the error of the file system; `ELOOP` for links that lead to each other.
 */
export async function linkTarget(file: string): Promise<string> {
  let at = path.resolve(file);
  for (let links = 0; links < MAX_LINKS; links += 1) {
    const folder = await fs.realpath(path.dirname(at)).catch(unlessMissing(path.dirname(at)));
    const here = path.join(folder, path.basename(at));
    const found = await fs.lstat(here).catch(unlessMissing(null));
    if (found?.isSymbolicLink() !== true) return here;
    at = path.resolve(folder, await fs.readlink(here));
  }
  throw Object.assign(new Error("ELOOP: too many symbolic links"), { code: "ELOOP" });
}

/** Returns an answer if a file does not exist; any other error is thrown again. */
function unlessMissing<T>(answer: T): (thrown: unknown) => T {
  return (thrown) => {
    if ((thrown as { code?: unknown }).code === "ENOENT") return answer;
    throw thrown;
  };
}
