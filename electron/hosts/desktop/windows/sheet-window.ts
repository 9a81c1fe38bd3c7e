import { app, BrowserWindow } from "electron";
import { sheetAddress } from "../../../../shared/features/overview/sheet.ts";
import type { Sheet } from "../../../features/overview/sheet-printing.ts";
import { APP_ORIGIN } from "../app-protocol.ts";
import { pagePreferences, trustSheet, type WindowSettings } from "./own-windows.ts";

/** The size of the window in CSS pixels. It is wider than any paper; the page itself is as wide as its paper. */
const SIZE = { width: 900, height: 1_200 } as const;

/** Prints sheets in a window that the user never sees. It does not count as one of the app's windows. */
export class SheetPrinter {
  readonly #settings: Promise<WindowSettings>;
  #use: (settings: WindowSettings) => void = () => {};

  constructor() {
    this.#settings = new Promise((resolve) => (this.#use = resolve));
  }

  /** Sets how windows are made. The host calls this when pages can be loaded. */
  use(settings: WindowSettings): void {
    this.#use(settings);
  }

  /**
   * Prints a sheet to a PDF. @throws an error if the page cannot be loaded or dies; the signal's reason if it aborts.
   */
  async print({ sheet, drawn, signal }: Sheet): Promise<Uint8Array> {
    const settings = await this.#settings;
    signal.throwIfAborted();
    const window = new BrowserWindow({
      ...SIZE,
      show: false,
      focusable: false,
      skipTaskbar: true,
      title: "Stockdeck",
      webPreferences: { ...pagePreferences(settings), backgroundThrottling: false },
    });
    const distrust = trustSheet(window);
    let isQuitting = false;
    const noteQuit = (): void => void (isQuitting = true);
    app.once("before-quit", noteQuit);
    try {
      return await Promise.race([printOf(window, sheet, drawn), endOf(window, signal)]);
    } catch (thrown) {
      // When the app quits, it first closes all windows, and aborts the print a moment later.
      if (isQuitting) await aborted(signal);
      throw thrown;
    } finally {
      app.removeListener("before-quit", noteQuit);
      distrust();
      if (!window.isDestroyed()) window.destroy();
    }
  }
}

async function printOf(window: BrowserWindow, sheet: string, drawn: Promise<void>): Promise<Uint8Array> {
  await window.loadURL(`${APP_ORIGIN}${sheetAddress(sheet)}`);
  await drawn;
  return window.webContents.printToPDF({ preferCSSPageSize: true, printBackground: true });
}

/** Rejects when the page dies, or when the signal ends the print. */
function endOf(window: BrowserWindow, signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    window.webContents.once("render-process-gone", (_event, { reason }) =>
      reject(new Error(`the page of a sheet ended: ${reason}`)),
    );
    aborted(signal).catch(reject);
  });
}

/** Rejects with the signal's reason when it aborts. */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}
