import { shell } from "electron";
import { AppFailure } from "../../shared/domain/errors.ts";

/** Opens a file with what the system opens it with, or shows it in its folder. @throws AppFailure. */
export async function openFile(file: string, what: "file" | "folder"): Promise<void> {
  if (what === "folder") return shell.showItemInFolder(file);
  const problem = await shell.openPath(file);
  if (problem === "") return;
  throw new AppFailure({ kind: "invalid_input", message: `The file could not be opened. ${problem}` });
}
