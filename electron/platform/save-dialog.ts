import path from "node:path";
import { app, BrowserWindow, dialog } from "electron";

/** Asks where to write a file, beginning in the folder of downloads with that name; null where the person cancels. */
export async function chooseFile(suggestedName: string): Promise<string | null> {
  const options = { defaultPath: path.join(app.getPath("downloads"), suggestedName) };
  const window = BrowserWindow.getFocusedWindow() ?? BrowserWindow.getAllWindows()[0];
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options));
  return canceled || filePath === "" ? null : filePath;
}
