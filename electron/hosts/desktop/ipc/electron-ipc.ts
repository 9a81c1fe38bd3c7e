import { ipcMain, type IpcMain } from "electron";

/** The part of `ipcMain` that serving the contract needs. Nothing else of it leaves this folder. */
export const electronIpc: Pick<IpcMain, "handle" | "removeHandler"> = ipcMain;
