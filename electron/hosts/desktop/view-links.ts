import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { app } from "electron";
import { isViewLink, MAX_VIEW_FILE, VIEW_FILE_SUFFIX } from "../../../shared/features/views/view-share.ts";
import type { AppCore } from "../core/app-core.ts";
import { readArguments, type StartArguments } from "./read-arguments.ts";

/** A start that opens the window. */
export type WindowStart = Extract<StartArguments, { readonly kind: "window" }>;

/**
 * Handles links to views (`stockdeck://view?d=…`) and view files from other programs. Both become texts for the import
 * dialog. The app never navigates to a link, and ignores links of another form.
 * @param first the link or file of this start.
 * @param showWindow brings the window whose page takes the link to the front; it returns undefined if no window is open
 * yet.
 * @security links come from any program or web page
 */
export function followViewLinks(
  core: Pick<AppCore, "openViewLink" | "openViewFile" | "log">,
  first: WindowStart,
  showWindow: () => number | undefined,
): void {
  if (app.isPackaged) registerLinks();
  const open = (link: string): void => core.openViewLink(link, showWindow());
  app.on("open-url", (event, url) => {
    event.preventDefault();
    if (isViewLink(url)) open(url);
  });
  const openFile = async (file: string, folder: string): Promise<void> => {
    try {
      core.openViewFile(await readViewFile(file, folder), showWindow());
    } catch (cause) {
      core.log.warn("a view's file could not be opened", { cause });
    }
  };
  const follow = ({ link, file }: WindowStart, folder: string): void => {
    if (link !== null) open(link);
    if (file !== null) void openFile(file, folder);
  };
  app.on("open-file", (event, file) => {
    event.preventDefault();
    if (file.endsWith(VIEW_FILE_SUFFIX)) void openFile(file, "/");
  });
  app.on("second-instance", (_event, commandLine, folder) => {
    const read = readArguments(commandLine, app.isPackaged, process.platform);
    if (read.kind === "window") follow(read, folder);
  });
  follow(first, process.cwd());
}

/**
 * Reads the file of a view.
 * @param folder the base of a relative path.
 * @throws Error if the path is not a file, or if the file is too large or cannot be read.
 */
async function readViewFile(file: string, folder: string): Promise<string> {
  const name = file.startsWith("file:") ? fileURLToPath(file) : path.resolve(folder, file);
  const { size, isPlain } = await fs.stat(name).then((stat) => ({ size: stat.size, isPlain: stat.isFile() }));
  // In UTF-8, a character has at most four bytes.
  if (!isPlain || size > MAX_VIEW_FILE * 4) throw new Error("no file, or too large for a view");
  return fs.readFile(name, "utf8");
}

/**
 * Registers this app for links. Windows passes a link on the command line, on which `--` keeps a crafted link from
 * adding options. macOS sends an event. Linux reads the .desktop file, to which electron-builder.yml adds the same
 * `--`.
 */
function registerLinks(): void {
  if (process.platform === "win32")
    app.setAsDefaultProtocolClient("stockdeck", path.resolve(process.execPath), ["--"]);
  else app.setAsDefaultProtocolClient("stockdeck");
}
