import path from "node:path";
import { app, dialog } from "electron";
import { askingWindow } from "./asking-window.ts";

/** Asks where to write a file, beginning in the folder of downloads with that name; null where the person cancels. */
export async function chooseFile(suggestedName: string): Promise<string | null> {
  const options = { defaultPath: path.join(app.getPath("downloads"), suggestedName) };
  const window = askingWindow();
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options));
  return canceled || filePath === "" ? null : filePath;
}
