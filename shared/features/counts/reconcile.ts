import type { ChangeType } from "../../inventory/change-types.ts";

/** An item as the count's list or the local copy contains it. Length and weight are in the service's unit. */
export interface CountedItem {
  readonly id: string;
  readonly name: string;
  readonly typeId: string | null;
  readonly locationId: string | null;
  readonly status: string | null;
  readonly length: number | null;
  readonly weight: number | null;
}

/** The present state of an item in the local copy. */
export interface ItemState {
  readonly item: CountedItem;
  /** Whether the service no longer returns the item. */
  readonly isGone: boolean;
  /** The changes observed since the count's start, the oldest first. */
  readonly changes: readonly SeenChange[];
}

/** An observed change, with the moments between which it was made (ISO 8601). */
export interface SeenChange {
  readonly type: ChangeType;
  readonly fields: readonly string[];
  readonly after: string | null;
  readonly before: string;
}

/** A row of a count's list. */
export interface ExpectedRow {
  readonly item: CountedItem;
  /** False for a row that was not drawn, because only a random share is counted. */
  readonly isDrawn: boolean;
}

/** The parts of a scan on which the result depends. */
interface ScanOf {
  readonly text: string;
  readonly itemId: string | null;
  readonly by: string;
  readonly length: number | null;
  readonly weight: number | null;
}

/** The kinds of findings about an item or a text. */
export const FINDING_KINDS = [
  "present",
  "missing",
  /** The item is not in the list. */
  "unexpected",
  /** According to its record, the item is at another location. */
  "elsewhere",
  "checkedOut",
  /** The item is archived, or the service no longer returns it. */
  "archived",
  /** The item is in the list, but was not drawn for the random share. */
  "notDrawn",
  /** The text is not an item's id or name. */
  "unknown",
] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];

/** A change observed during the count that explains a difference. */
export type Explanation = Pick<SeenChange, "type" | "after" | "before">;

/** A count's finding about one item or unknown text. */
export interface Finding {
  readonly kind: FindingKind;
  /** The scanned text; null for an item that was ticked or is missing. */
  readonly text: string | null;
  /**
   * The item's record: its record at the start of the count if the item is in the list, else its present record. Null
   * for an unknown text.
   */
  readonly item: CountedItem | null;
  /** The item in the local copy when the count was closed or verified; null if it was not looked up. */
  readonly now: CountedItem | null;
  readonly isGone: boolean;
  /** The number of times the item or text was scanned or typed. Ticks and rows of files are not included. */
  readonly scans: number;
  /** The measured length and weight, in the service's unit. */
  readonly length: number | null;
  readonly weight: number | null;
  /** Whether the measured length or weight differs by more than the tolerance. */
  readonly lengthDiffers: boolean;
  readonly weightDiffers: boolean;
  /** The change that explains the difference; null if there is no such change. */
  readonly explained: Explanation | null;
}

export interface CountInput {
  readonly expected: readonly ExpectedRow[];
  readonly scans: Iterable<ScanOf>;
  /** The items of `idsToLookUp`, by id. */
  readonly states: ReadonlyMap<string, ItemState>;
  /** The location of all rows of the list; null if the rows have several locations or none. */
  readonly place: string | null;
  /** The tolerance in percent of the recorded length or weight. */
  readonly tolerance: number;
}

/** The scans of one item, or of one unknown text. */
interface Seen {
  readonly text: string | null;
  readonly scans: number;
  readonly length: number | null;
  readonly weight: number | null;
}

const NOT_SEEN: Seen = { text: null, scans: 0, length: null, weight: null };

/** The fields whose change moves an item away from its location, or back to it. */
const PLACE_FIELDS = ["status", "locationId", "archivedAt"];
/** Changes of a whole record, which do not name the changed fields. */
const WHOLE_CHANGES: readonly ChangeType[] = [
  "inventory.item.created",
  "stockdeck.item.no_longer_returned",
  "stockdeck.item.returned_again",
];
/**
 * The rounding error of a difference, as a share. With this allowance, a difference equal to the tolerance is not
 * reported.
 */
const ROUNDING = 1e-9;

/** The items whose present records decide the result: the drawn items of the list, and all items that were scanned. */
export function idsToLookUp(expected: readonly ExpectedRow[], scans: Iterable<ScanOf>): readonly string[] {
  const drawn = expected.filter(({ isDrawn }) => isDrawn).map(({ item }) => item.id);
  return [...new Set([...drawn, ...scansByItem(scans).items.keys()])];
}

/**
 * Compares a count's list with its scans.
 * @returns the rows of the list in their order, then all other scanned items and texts in the order of their scans.
 */
export function reconcile({ expected, scans, states, place, tolerance }: CountInput): readonly Finding[] {
  const { items, unknown } = scansByItem(scans);
  const listed = expected.flatMap(({ item, isDrawn }): readonly Finding[] => {
    const seen = items.get(item.id);
    items.delete(item.id);
    const state = states.get(item.id);
    if (!seen) return isDrawn ? [missingRow(item, state)] : [];
    return [listedRow(isDrawn ? "present" : "notDrawn", item, seen, state, tolerance)];
  });
  const others = [...items].map(([id, seen]): Finding => {
    const state = states.get(id);
    const kind = kindOfUnlisted(state, place);
    if (!state) return { ...unknownText(seen), kind };
    const finding = findingOf(kind, state.item, seen, state, tolerance);
    return { ...finding, explained: lastChange(state, PLACE_FIELDS) ?? finding.explained };
  });
  return [...listed, ...others, ...[...unknown.values()].map(unknownText)];
}

/** The finding for a row of the list that was counted. The item's record may have another location by now. */
function listedRow(
  kind: "present" | "notDrawn",
  item: CountedItem,
  seen: Seen,
  state: ItemState | undefined,
  tolerance: number,
): Finding {
  const recorded = state ? kindOfUnlisted(state, item.locationId) : "unexpected";
  if (!state || recorded === "unexpected") return findingOf(kind, item, seen, state, tolerance);
  const finding = findingOf(recorded, item, seen, state, tolerance);
  return { ...finding, explained: lastChange(state, PLACE_FIELDS) ?? finding.explained };
}

/**
 * The finding for a row of the list that nobody counted. A change during the count explains the finding, unless the
 * item is back at its location.
 */
export function missingRow(item: CountedItem, state: ItemState | undefined): Finding {
  const isElsewhere =
    !state || state.isGone || state.item.status !== item.status || state.item.locationId !== item.locationId;
  return {
    kind: "missing",
    ...NOT_SEEN,
    item,
    now: state?.item ?? null,
    isGone: state?.isGone ?? true,
    lengthDiffers: false,
    weightDiffers: false,
    explained: state && isElsewhere ? lastChange(state, PLACE_FIELDS) : null,
  };
}

/** Whether a finding requires a correction in the service. */
export function isOpenDifference({
  kind,
  explained,
  lengthDiffers,
  weightDiffers,
}: Pick<Finding, "kind" | "explained" | "lengthDiffers" | "weightDiffers">): boolean {
  if (explained !== null) return false;
  return (kind !== "present" && kind !== "notDrawn") || lengthDiffers || weightDiffers;
}

function scansByItem(scans: Iterable<ScanOf>): { items: Map<string, Seen>; unknown: Map<string, Seen> } {
  const [items, unknown] = [new Map<string, Seen>(), new Map<string, Seen>()];
  for (const { text, itemId, by, length, weight } of scans) {
    const [map, key] = itemId === null ? [unknown, text] : [items, itemId];
    const before = map.get(key) ?? NOT_SEEN;
    map.set(key, {
      text: before.text ?? (by === "tick" ? null : text),
      scans: before.scans + (by === "scan" || by === "typed" ? 1 : 0),
      // If an item was measured several times, the last measurement counts.
      length: length ?? before.length,
      weight: weight ?? before.weight,
    });
  }
  return { items, unknown };
}

function kindOfUnlisted(state: ItemState | undefined, place: string | null): FindingKind {
  if (!state) return "unknown";
  const { status, locationId } = state.item;
  if (state.isGone || status === "archived") return "archived";
  if (status === "checked_out") return "checkedOut";
  return place !== null && locationId !== null && locationId !== place ? "elsewhere" : "unexpected";
}

function findingOf(
  kind: FindingKind,
  item: CountedItem,
  seen: Seen,
  state: ItemState | undefined,
  tolerance: number,
): Finding {
  const lengthDiffers = differs(item.length, seen.length, tolerance);
  const weightDiffers = differs(item.weight, seen.weight, tolerance);
  const fields = [...(lengthDiffers ? ["remainingLength"] : []), ...(weightDiffers ? ["weight"] : [])];
  // Each different amount must be explained, because a changed length does not explain a different weight.
  const changes = state ? fields.map((field) => lastChange(state, [field])) : [];
  const isExplained = changes.length > 0 && changes.every((change) => change !== null);
  return {
    kind,
    ...seen,
    item,
    now: state?.item ?? null,
    isGone: state?.isGone ?? false,
    lengthDiffers,
    weightDiffers,
    explained: isExplained ? (changes.at(-1) ?? null) : null,
  };
}

function unknownText(seen: Seen): Finding {
  return {
    kind: "unknown",
    ...seen,
    item: null,
    now: null,
    isGone: false,
    lengthDiffers: false,
    weightDiffers: false,
    explained: null,
  };
}

/**
 * Whether a measured amount differs from the recorded amount. If no amount is recorded, every measured amount differs.
 */
function differs(recorded: number | null, measured: number | null, tolerance: number): boolean {
  if (measured === null) return false;
  if (recorded === null) return true;
  const allowed = (Math.abs(recorded) * tolerance) / 100;
  return Math.abs(measured - recorded) > allowed + Math.abs(recorded) * ROUNDING;
}

/**
 * The last change of one of the fields during the count. A change of the whole record counts as a change of every
 * field.
 */
function lastChange({ changes }: ItemState, fields: readonly string[]): Explanation | null {
  const found = changes.findLast(
    (change) => WHOLE_CHANGES.includes(change.type) || change.fields.some((field) => fields.includes(field)),
  );
  return found ? { type: found.type, after: found.after, before: found.before } : null;
}
