import type { SyncStatus } from "../../../shared/inventory/status.ts";
import { formatStamp } from "../../base/format-calendar.ts";
import { formatCount, plural } from "../../base/format.ts";

/** The completeness of the rows, with its date. Paper may be read on another day. */
export function completenessLine({ completeAsOf }: SyncStatus): string {
  return completeAsOf === null
    ? "Not complete yet: the first pull has not ended"
    : `Complete as of ${formatStamp(Date.parse(completeAsOf))}`;
}

/** The time of the print, in ms since the epoch. */
export const printedLine = (at: number): string => `Printed ${formatStamp(at)}`;

export const NOTHING_TO_PRINT = "Open a table first, then print it.";
export const BROWSER_SAVES_PDF = "The browser’s dialog also saves a PDF";

export const pdfSaved = (file: string): string => `${file} saved`;

export const PREVIEW = {
  title: "Print preview",
  paper: "Paper",
  orientation: "Orientation",
  savePdf: "Save as PDF…",
  print: "Print…",
  pages: "Pages",
};
export const ORIENTATION_LABELS = { landscape: "Landscape", portrait: "Portrait" } as const;
export const pageCount = (pages: number): string => plural(pages, "page");
export const pageLabel = (page: number, of: number): string =>
  `Page ${formatCount(page)} of ${formatCount(of)}`;
