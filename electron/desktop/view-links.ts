import { app } from "electron";
import { isViewLink } from "../../shared/views/view-share.ts";
import type { AppCore } from "../app/app-core.ts";

/**
 * Takes links to views (`stockdeck://view?d=…`) from other programs. A link is text for the import dialog and never an
 * address to go to; whatever has not its exact form is left alone.
 * @param showTables brings the window to the front whose page takes the link; undefined where none is open yet.
 * @security links come from any program or web page
 */
export function followViewLinks(
  core: Pick<AppCore, "openViewLink">,
  showTables: () => number | undefined,
): void {
  if (app.isPackaged) app.setAsDefaultProtocolClient("stockdeck");
  const openAmong = (texts: readonly string[]): void => {
    const link = texts.find(isViewLink);
    if (link !== undefined) core.openViewLink(link, showTables());
  };
  app.on("open-url", (event, url) => {
    event.preventDefault();
    openAmong([url]);
  });
  app.on("second-instance", (_event, commandLine) => openAmong(commandLine));
  openAmong(process.argv.slice(1));
}
