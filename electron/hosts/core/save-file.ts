import path from "node:path";
import { AppFailure, toAppError } from "../../../shared/base/errors.ts";
import type { SaveFile } from "../../base/save-file.ts";
import { NotReplaced } from "../../features/exports/write/replaced-file.ts";
import { writeWholeFile } from "../../features/exports/write/staged-file.ts";
import { requireExportFile } from "../../features/policy/export-folders.ts";
import type { CoreOptions } from "./core-options.ts";

/** The way in which this host saves a file that the user chooses. */
export const saveFileBy =
  (host: Pick<CoreOptions, "chooseFile" | "policy">): SaveFile =>
  async (suggestedName, content) => {
    const file = await host.chooseFile(suggestedName);
    if (file === null) return { file };
    await requireExportFile(host.policy, file);
    await writeWholeFile(file, await content()).catch(notWrittenThere);
    return { file: path.basename(file) };
  };

/** The advice on the data folder would mislead: the user chose this place. */
function notWrittenThere(thrown: unknown): never {
  if (thrown instanceof NotReplaced) throw thrown;
  const { kind, reason } = toAppError(thrown);
  const why = reason === "full" ? "The disk is full." : "Choose another folder.";
  const message = `The file could not be written there. ${why}`;
  throw new AppFailure({ kind, ...(reason ? { reason } : {}), message }, { cause: thrown });
}
