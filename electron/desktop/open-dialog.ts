import { dialog } from "electron";
import { activeWindow } from "./windows/own-windows.ts";

/** Asks which export to read; null where the person cancels. */
export async function chooseOpen(): Promise<string | null> {
  const options: Electron.OpenDialogOptions = {
    properties: ["openFile"],
    filters: [
      { name: "Exports", extensions: ["csv", "xlsx", "json", "ndjson"] },
      { name: "All files", extensions: ["*"] },
    ],
  };
  const window = activeWindow();
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options));
  return canceled ? null : (filePaths[0] ?? null);
}
