import { ageOf, normalizeInstant } from "../../base/time/instant.ts";
import type { ListedChange } from "../../inventory/changes.ts";

/** The moments before and after an observation, ISO 8601; the first is null if unknown. */
export interface ObservedBounds {
  readonly after: string | null;
  readonly before: string;
}

/** The time for which one holder had one item. */
export interface Custody {
  readonly itemId: string;
  readonly itemName: string;
  /** Null if the service named no holder. */
  readonly holder: string | null;
  /** The time of the check-out by the service, ISO 8601 in UTC; null if the service has no time. */
  readonly outAt: string | null;
  /** The two observations between which the check-out happened; null if it happened before the first observation. */
  readonly out: ObservedBounds | null;
  /** The way in which the custody ended, and between which two observations; null while the item is out. */
  readonly end: (ObservedBounds & { readonly how: CustodyEnd }) | null;
}
export type CustodyEnd = "returned" | "handedOn" | "archived" | "noLongerReturned";

/** The types of changes that prove that a holder has or had an item. */
export const CUSTODY_CHANGES = [
  "inventory.item.checked_out",
  "inventory.item.returned",
  "inventory.item.archived",
] as const;

/**
 * The types of changes that a history of custody needs. Changes that tell whether the service still returns the item
 * are included.
 */
export const CUSTODY_HISTORY_CHANGES = [
  ...CUSTODY_CHANGES,
  "stockdeck.item.no_longer_returned",
  "stockdeck.item.returned_again",
] as const;

type CustodyChange = Pick<
  ListedChange,
  "type" | "id" | "name" | "observedAfter" | "observedBefore" | "fields" | "holder" | "oldHolder"
>;

/**
 * Pairs check-outs with returns. Pairs without a return come first, then the latest return.
 * @param changes the newest first.
 */
export function custodyOf(changes: readonly CustodyChange[]): readonly Custody[] {
  const open = new Map<string, Custody>();
  const ended: Custody[] = [];
  for (const change of changes.toReversed()) {
    reopen(change.id, open, ended);
    const how = endOf(change);
    // "No longer returned" ends a custody only if the check-out is known.
    if (how !== null && (how !== "noLongerReturned" || open.has(change.id))) {
      ended.push({ ...(open.get(change.id) ?? before(change)), end: { ...boundsOf(change), how } });
      open.delete(change.id);
    }
    if (change.type === "inventory.item.checked_out") open.set(change.id, begin(change));
  }
  return [...[...open.values()].toReversed(), ...ended.toReversed()];
}

/**
 * Reopens the custody of an item that was no longer returned. A later change shows that the item stayed out in the
 * meantime.
 */
function reopen(itemId: string, open: Map<string, Custody>, ended: Custody[]): void {
  const last = ended.findLastIndex((custody) => custody.itemId === itemId);
  const custody = ended[last];
  if (custody?.end?.how !== "noLongerReturned") return;
  ended.splice(last, 1);
  open.set(itemId, { ...custody, end: null });
}

/** The way in which a change ends the previous custody; null if the change does not end it. */
function endOf({ type, fields }: CustodyChange): CustodyEnd | null {
  if (type === "inventory.item.returned") return "returned";
  if (type === "stockdeck.item.no_longer_returned") return "noLongerReturned";
  if (type === "inventory.item.archived") return fields["status"]?.old === "checked_out" ? "archived" : null;
  // A check-out that does not change the status passes the item to another holder.
  return type === "inventory.item.checked_out" && !("status" in fields) ? "handedOn" : null;
}

const boundsOf = ({ observedAfter, observedBefore }: CustodyChange): ObservedBounds => ({
  after: observedAfter,
  before: observedBefore,
});

const moment = (value: unknown): string | null =>
  typeof value === "string" ? normalizeInstant(value) : null;

function begin(change: CustodyChange): Custody {
  const { id, name, fields, holder } = change;
  return {
    itemId: id,
    itemName: name,
    // The new values of a return are ignored, because the service may keep the holder of a returned item.
    holder,
    outAt: moment(fields["checkedOutAt"]?.new),
    out: boundsOf(change),
    end: null,
  };
}

/**
 * The custody that a change ends, built from the old values of the change. Used if no refresh observed the check-out.
 */
function before({ id, name, fields, oldHolder }: CustodyChange): Custody {
  return {
    itemId: id,
    itemName: name,
    holder: oldHolder,
    outAt: moment(fields["checkedOutAt"]?.old),
    out: null,
    end: null,
  };
}

/** The duration of a custody, as two bounds in ms; null if the beginning is unknown. @param now ms since the epoch. */
export function custodyTime(
  { outAt, out, end }: Custody,
  now: number,
): { readonly least: number; readonly most: number } | null {
  const until = end ? Date.parse(end.before) : now;
  // If the service's date is impossible, the observed time of the check-out is used instead.
  const stamp = ageOf(outAt, until) === null ? null : outAt;
  const earliest = Date.parse(stamp ?? out?.after ?? "");
  const latest = Date.parse(stamp ?? out?.before ?? "");
  if (Number.isNaN(latest)) return null;
  const from = end ? Date.parse(end.after ?? stamp ?? end.before) : now;
  // If nothing limits how early the check-out happened, the latest possible check-out time is used.
  const first = Number.isNaN(earliest) ? latest : earliest;
  return { least: Math.max(0, from - latest), most: Math.max(0, until - first) };
}
