import type { RecordsText } from "../../electron/store/ingest/page-records.ts";

/** Records as they travel in a page: JSON in UTF-8, in two pieces. */
export function recordsText(records: readonly unknown[]): RecordsText {
  const text = new TextEncoder().encode(JSON.stringify(records));
  // As they come from a body: each piece is all of its buffer. The first has the array's bracket at least.
  const middle = Math.max(1, text.length >> 1);
  return [text.slice(0, middle), text.slice(middle)];
}
