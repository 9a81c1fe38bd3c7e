import path from "node:path";
import { AppFailure, toAppError } from "../../../shared/base/errors.ts";
import { NotReplaced } from "../../features/exports/write/replaced-file.ts";
import { writeWholeFile } from "../../features/exports/write/staged-file.ts";
import { requireExportFile } from "../../features/policy/export-folders.ts";
import type { CoreOptions } from "./core-options.ts";

/**
 * Asks the user for a file, and writes it.
 * @param content made once the user has chosen.
 * @returns the file's name; null if the user cancelled.
 * @throws AppFailure `policy` for a folder that an administrator does not allow; `store`.
 */
export async function saveFile(
  host: Pick<CoreOptions, "chooseFile" | "policy">,
  suggestedName: string,
  content: () => string | Promise<Uint8Array>,
): Promise<{ readonly file: string | null }> {
  const file = await host.chooseFile(suggestedName);
  if (file === null) return { file };
  await requireExportFile(host.policy, file);
  await writeWholeFile(file, await content()).catch(notWrittenThere);
  return { file: path.basename(file) };
}

/** The advice on the data folder would mislead: the user chose this place. */
function notWrittenThere(thrown: unknown): never {
  if (thrown instanceof NotReplaced) throw thrown;
  const { kind, reason } = toAppError(thrown);
  const why = reason === "full" ? "The disk is full." : "Choose another folder.";
  const message = `The file could not be written there. ${why}`;
  throw new AppFailure({ kind, ...(reason ? { reason } : {}), message }, { cause: thrown });
}
