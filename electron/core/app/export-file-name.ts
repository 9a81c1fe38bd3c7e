import type { ExportRequest } from "../../../shared/exports.ts";

/** "items-checked-out-2026-11-21.csv": the table, the view, and the day or the moment that are given. */
export function exportFileName(
  { resource, view, format }: Pick<ExportRequest, "resource" | "view" | "format">,
  when: string,
): string {
  const plain = (words: string): string =>
    words
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, "-")
      .replace(/^-+|-+$/g, "");
  // What says when stays whole, however long the view's name is.
  const what = plain(`${resource} ${view?.name ?? ""}`).slice(0, 99 - when.length);
  return `${what.replace(/-+$/, "")}-${when}.${format}`;
}
