import path from "node:path";
import { app } from "electron";
import { isViewLink } from "../../shared/views/view-share.ts";
import type { AppCore } from "../app/app-core.ts";
import { readArguments } from "./read-arguments.ts";

/**
 * Takes links to views (`stockdeck://view?d=…`) from other programs. A link is text for the import dialog and never an
 * address to go to; whatever has not its exact form is left alone.
 * @param first the link that this start brought.
 * @param showTables brings the window to the front whose page takes the link; undefined where none is open yet.
 * @security links come from any program or web page
 */
export function followViewLinks(
  core: Pick<AppCore, "openViewLink">,
  first: string | null,
  showTables: () => number | undefined,
): void {
  if (app.isPackaged) registerLinks();
  const open = (link: string): void => core.openViewLink(link, showTables());
  app.on("open-url", (event, url) => {
    event.preventDefault();
    if (isViewLink(url)) open(url);
  });
  app.on("second-instance", (_event, commandLine) => {
    const read = readArguments(commandLine, app.isPackaged, process.platform);
    if (read.kind === "window" && read.link !== null) open(read.link);
  });
  if (first !== null) open(first);
}

/**
 * Makes this app the one that opens the links. Windows starts it with them on a command line, where `--` keeps a
 * crafted link from bringing options along; macOS sends an event, and Linux reads the .desktop file, which
 * electron-builder.yml gives the same `--`.
 */
function registerLinks(): void {
  if (process.platform === "win32")
    app.setAsDefaultProtocolClient("stockdeck", path.resolve(process.execPath), ["--"]);
  else app.setAsDefaultProtocolClient("stockdeck");
}
