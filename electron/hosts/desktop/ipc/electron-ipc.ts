import { ipcMain, type IpcMain } from "electron";

/** The part of `ipcMain` that is needed to serve the contract. No other part of `ipcMain` leaves this folder. */
export const electronIpc: Pick<IpcMain, "handle" | "removeHandler"> = ipcMain;
