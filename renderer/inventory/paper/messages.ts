import type { SyncStatus } from "../../../shared/inventory/status.ts";
import { texts } from "../../../shared/base/text/texts.ts";
import { formatStamp } from "../../base/format-calendar.ts";

export const PAPER = texts("inventory.paper", {
  notComplete: "Not complete yet: the first pull has not ended",
  complete: "Complete as of {stamp}",
  printed: "Printed {stamp}",
  nothingToPrint: "Open a table first, then print it.",
  browserSavesPdf: "The browser’s dialog also saves a PDF",
});

/** The completeness of the rows, with its date. Paper may be read on another day. */
export function completenessLine({ completeAsOf }: SyncStatus): string {
  return completeAsOf === null
    ? PAPER.notComplete
    : PAPER.complete({ stamp: formatStamp(Date.parse(completeAsOf)) });
}

/** The line with the time of printing. @param at ms since the epoch. */
export const printedLine = (at: number): string => PAPER.printed({ stamp: formatStamp(at) });

export const PREVIEW = texts("inventory.preview", {
  title: "Print preview",
  paper: "Paper",
  orientation: "Orientation",
  savePdf: "Save as PDF…",
  print: "Print…",
  pages: "Pages",
  pageCount: "{pages, plural, one {# page} other {# pages}}",
  page: "Page {page, number} of {of, number}",
});
export const ORIENTATION_LABELS = texts("inventory.preview.orientations", {
  landscape: "Landscape",
  portrait: "Portrait",
});
