import { ipcMain, type IpcMain } from "electron";

/** The slice of `ipcMain` that serving the contract needs; nothing else of it leaves this folder. */
export const electronIpc: Pick<IpcMain, "handle" | "removeHandler"> = ipcMain;
