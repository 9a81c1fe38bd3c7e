import fs from "node:fs/promises";
import path from "node:path";
import { againstPolicy } from "../../shared/domain/errors.ts";
import type { Policy } from "../../shared/domain/policy.ts";

/**
 * Refuses a folder that the policy does not allow files to be exported to. Real paths are compared, so that neither a
 * symbolic link nor `..` leads out.
 * @throws AppFailure `policy`, which names the folders.
 */
export async function requireExportFolder({ exportFolders }: Policy, folder: string): Promise<void> {
  if (exportFolders === undefined) return;
  const [wanted, ...allowed] = await Promise.all([folder, ...exportFolders].map(realPath));
  if (wanted && allowed.some((root) => root !== null && isWithin(root, wanted))) return;
  const missing = allowed.every((root) => root === null) ? " None of them is there now." : "";
  throw againstPolicy(
    `Your administrator allows files to be exported to ${exportFolders.join(", ")} only, with the folders in there.${missing}`,
  );
}

/** The same of a file, which need not be there: what stands in its place is replaced, and no link is followed. */
export function requireExportFile(policy: Policy, file: string): Promise<void> {
  return requireExportFolder(policy, path.dirname(file));
}

function isWithin(root: string, folder: string): boolean {
  const relative = path.relative(root, folder);
  return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

/** Null where it is not there. */
function realPath(folder: string): Promise<string | null> {
  return fs.realpath(folder).catch(() => null);
}
