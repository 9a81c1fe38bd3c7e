import { shell } from "electron";
import { invalidInput } from "../../../shared/base/errors.ts";

/** Opens a file in the system's program for it, or shows its folder. @throws AppFailure. */
export async function openFile(file: string, what: "file" | "folder"): Promise<void> {
  if (what === "folder") return shell.showItemInFolder(file);
  const problem = await shell.openPath(file);
  if (problem === "") return;
  throw invalidInput(`The file could not be opened. ${problem}`);
}
