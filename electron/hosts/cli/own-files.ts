import fs from "node:fs/promises";
import path from "node:path";
import { linkTarget } from "../../base/files.ts";
import { notReplaced } from "../../features/exports/write/replaced-file.ts";
import type { DataFolder } from "../../store/database/data-folder.ts";

/** The names of databases and locks, with the copies and SQLite's files next to them. */
const OWN_NAME = /^(inventory|user|collector)\.sqlite|^sync\.lock/i;

/**
 * Refuses an export over a file of Stockdeck's own. Such files are in the data folder, in the folders of other
 * connections next to it, and in the app's folder two above. Links are followed, because writing follows them too.
 * @throws AppFailure `store`.
 */
export async function requireForeignFile({ folder }: DataFolder, file: string): Promise<void> {
  const target = await linkTarget(file).catch(() => null);
  // Without a target nothing would be written (exports/write/replaced-file.ts).
  if (target === null || !OWN_NAME.test(path.basename(target))) return;
  const home = await fs.realpath(folder).catch(() => path.resolve(folder));
  const [profiles, at] = [path.dirname(home), path.dirname(target)];
  if (at === home || at === path.dirname(profiles) || path.dirname(at) === profiles)
    throw notReplaced("The file that is there is one of Stockdeck's own.");
}
