import { BUTTONS, QUESTIONS } from "./messages.ts";
import path from "node:path";
import { app, dialog, type MessageBoxOptions, type OpenDialogOptions } from "electron";
import { activeWindow } from "./windows/own-windows.ts";

/**
 * Asks the user for a file to write, and suggests a name; null if the user cancels.
 * @param folder the folder that the dialog shows first; by default the folder of downloads.
 */
export async function chooseFile(
  suggestedName: string,
  folder = app.getPath("downloads"),
): Promise<string | null> {
  const options = { defaultPath: path.join(folder, suggestedName) };
  const window = activeWindow();
  const { canceled, filePath } = await (window
    ? dialog.showSaveDialog(window, options)
    : dialog.showSaveDialog(options));
  return canceled || filePath === "" ? null : filePath;
}

/** Asks the user whether a file may be replaced. */
export function confirmReplace(file: string): Promise<boolean> {
  const options: MessageBoxOptions = {
    type: "warning",
    message: QUESTIONS.replace({ file: path.basename(file) }),
    detail: QUESTIONS.replaceDetail,
    buttons: [BUTTONS.replace, BUTTONS.cancel],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  return isConfirmed(options);
}

/** Shows a question over the active window. @returns true if the user chose its first button. */
async function isConfirmed(options: MessageBoxOptions): Promise<boolean> {
  const window = activeWindow();
  const { response } = await (window
    ? dialog.showMessageBox(window, options)
    : dialog.showMessageBox(options));
  return response === 0;
}

/**
 * Asks the user whether keys and tokens may be sent to an origin. @security the page has no influence on the dialog.
 */
export function confirmOrigin(origin: string): Promise<boolean> {
  const options: MessageBoxOptions = {
    type: "question",
    message: QUESTIONS.connect({ origin }),
    detail: QUESTIONS.connectDetail,
    buttons: [BUTTONS.connect, BUTTONS.cancel],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  return isConfirmed(options);
}

/** Asks the user whether mail may be sent by a server. @security the page has no influence on the dialog. */
export function confirmMailServer(server: string): Promise<boolean> {
  const options: MessageBoxOptions = {
    type: "question",
    message: QUESTIONS.mailServer({ server }),
    detail: QUESTIONS.mailServerDetail,
    buttons: [BUTTONS.useServer, BUTTONS.cancel],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  };
  return isConfirmed(options);
}

/** Asks the user for a file of certificate authorities; null if the user cancels. */
export async function chooseAuthority(): Promise<string | null> {
  const options: OpenDialogOptions = { properties: ["openFile"] };
  const window = activeWindow();
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options));
  return canceled ? null : (filePaths[0] ?? null);
}

/**
 * Asks the user for a folder, which the dialog can create; null if the user cancels.
 * @param folder the folder that the dialog shows first; by default the folder of documents.
 */
export async function chooseFolder(folder = app.getPath("documents")): Promise<string | null> {
  const options: OpenDialogOptions = {
    defaultPath: folder,
    properties: ["openDirectory", "createDirectory"],
  };
  const window = activeWindow();
  const { canceled, filePaths } = await (window
    ? dialog.showOpenDialog(window, options)
    : dialog.showOpenDialog(options));
  return canceled ? null : (filePaths[0] ?? null);
}
