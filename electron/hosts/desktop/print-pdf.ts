import { activeWindow } from "./windows/own-windows.ts";

/** Prints the active window to a PDF of the paper size that its page sets. */
export async function printPdf(): Promise<Uint8Array> {
  const window = activeWindow();
  if (!window) throw new Error("There is no window to print.");
  return window.webContents.printToPDF({ preferCSSPageSize: true, printBackground: true });
}
