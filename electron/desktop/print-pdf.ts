import { askingWindow } from "./windows/own-windows.ts";

/** What the window that somebody works in would print, as a PDF of the paper that its page asks for. */
export async function printPdf(): Promise<Uint8Array> {
  const window = askingWindow();
  if (!window) throw new Error("There is no window to print.");
  return window.webContents.printToPDF({ preferCSSPageSize: true, printBackground: true });
}
