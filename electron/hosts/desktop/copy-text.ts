import * as electron from "electron";

/** The clipboard of Electron versions before it took over the web's; Stockdeck's oldest is 33. */
interface FormerClipboard {
  write(data: { readonly text: string; readonly html: string }): void;
}

/** Puts a text on the clipboard, with its HTML version if that is given. */
export async function copyText(text: string, html: string | undefined): Promise<void> {
  const { clipboard } = electron;
  if (html === undefined) return clipboard.writeText(text);
  if ("ClipboardItem" in electron) {
    const item = new electron.ClipboardItem({ "text/plain": text, "text/html": html });
    return clipboard.write([item]);
  }
  (clipboard as unknown as FormerClipboard).write({ text, html });
}
