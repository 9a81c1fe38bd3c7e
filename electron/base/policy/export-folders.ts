import { POLICY } from "../messages.ts";
import fs from "node:fs/promises";
import path from "node:path";
import { againstPolicy } from "../../../shared/base/errors.ts";
import type { Policy } from "../../../shared/base/policy.ts";
import { linkTarget } from "../files.ts";

/**
 * Refuses a folder that the policy does not allow for exports. Real paths are compared, so that neither a symbolic link
 * nor `..` leads out of an allowed folder.
 * @throws AppFailure `policy`, which names the folders.
 */
export async function requireExportFolder({ exportFolders }: Policy, folder: string): Promise<void> {
  if (exportFolders === undefined) return;
  const [wanted, ...allowed] = await Promise.all([folder, ...exportFolders].map(realPath));
  if (wanted && allowed.some((root) => root !== null && isWithin(root, wanted))) return;
  const areMissing = allowed.every((root) => root === null);
  const folders = exportFolders.join(", ");
  throw againstPolicy(
    areMissing ? POLICY.exportFoldersMissing({ folders }) : POLICY.exportFolders({ folders }),
  );
}

/**
 * Refuses a file in a folder that the policy does not allow. The file need not exist. If it is a link, its target is
 * checked too, because writing follows the link.
 * @throws AppFailure `policy`, which names the folders.
 */
export async function requireExportFile(policy: Policy, file: string): Promise<void> {
  await requireExportFolder(policy, path.dirname(file));
  // If the link's target cannot be found, nothing would be written (electron/delivery/files/replaced-file.ts).
  const target = await linkTarget(file).catch(() => null);
  if (target !== null) await requireExportFolder(policy, path.dirname(target));
}

function isWithin(root: string, folder: string): boolean {
  const relative = path.relative(root, folder);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** The real path of a folder; null if the folder does not exist. */
function realPath(folder: string): Promise<string | null> {
  return fs.realpath(folder).catch(() => null);
}
