import type { OwnRecords, RecordRow } from "./own-records.ts";
import type { SharedRecords } from "./shared-records.ts";

/**
 * The records of a document that a user sees, by id. Shared records take precedence over the user's own.
 * @param prefix the start of the ids.
 */
export function shownRecords(
  own: OwnRecords,
  shared: SharedRecords,
  connectionId: string,
  document: string,
  prefix = "",
): readonly RecordRow[] {
  const mine = visibleOwn(own, shared, connectionId, document, prefix);
  const shown = shared.shown(connectionId, document, prefix);
  if (shown.size === 0) return mine;
  const values = new Map(mine.map(({ id, value }) => [id, value]));
  for (const [id, value] of shown) values.set(id, value);
  return [...values]
    .map(([id, value]) => ({ id, value }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** The user's own records, without those that a shared record with another id hides. */
function visibleOwn(
  own: OwnRecords,
  shared: SharedRecords,
  connectionId: string,
  document: string,
  prefix: string,
): readonly RecordRow[] {
  const records = own.read(connectionId, document, prefix);
  const isHidden = records.length === 0 ? null : shared.hidden(connectionId, document);
  return isHidden ? records.filter(({ id }) => !isHidden(id)) : records;
}
