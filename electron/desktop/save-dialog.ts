import path from "node:path";
import { app, dialog, type OpenDialogOptions } from "electron";
import { activeWindow } from "./windows/own-windows.ts";

/** Asks where to write a file, beginning in the folder of downloads with that name; null where the person cancels. */
export async function chooseFile(suggestedName: string): Promise<string | null> {
  const options = { defaultPath: path.join(app.getPath("downloads"), suggestedName) };
  const window = activeWindow();
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options));
  return canceled || filePath === "" ? null : filePath;
}

/** Asks for a folder, which may be made in the dialog; null where the person cancels. */
export async function chooseFolder(): Promise<string | null> {
  const options: OpenDialogOptions = {
    defaultPath: app.getPath("documents"),
    properties: ["openDirectory", "createDirectory"],
  };
  const window = activeWindow();
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options));
  return canceled ? null : (filePaths[0] ?? null);
}
