import type { Count, CountScan } from "../../../shared/features/counts/count-records.ts";
import type { CountedItem, ExpectedRow } from "../../../shared/features/counts/reconcile.ts";
import type { Item } from "../../../shared/inventory/resources.ts";
import { fromMilliseconds } from "../../../shared/base/time/instant.ts";
import type { SampleCompany } from "../../sample-service/index.ts";
import { SAMPLE } from "./messages.ts";
import type { SampleHistory } from "./sample-connection.ts";

/** An open count: its list, and its scans in order. */
export interface SampleCount {
  readonly id: string;
  readonly count: Count;
  readonly rows: readonly ExpectedRow[];
  readonly scans: readonly CountScan[];
}

const ID = "5a3d1e60-0000-4000-8000-000000000001";
const HOUR = 3_600_000;
/** The number of item moves since the start of the count. They explain some of its differences. */
const MOVES = 60;
/** The fewest items that the counted location must have. Each kind of difference needs some items. */
const FEWEST_ITEMS = 12;
const TOLERANCE = 2;

/**
 * Prepares an open count of one location. Its result has each kind of difference: missing, elsewhere, checked out,
 * archived, not in the list, unknown, measured with another amount, scanned twice, and explained by a change since the
 * start of the count.
 */
export function sampleCount(
  { items, locations }: SampleCompany,
  { changes, passes }: SampleHistory,
): SampleCount | null {
  const first = changes
    .filter(({ before, after }) => before && hasMoved(before as Item, after as Item))
    .at(-MOVES);
  const startedAt = passes.findLast((pass) => first && fromMilliseconds(pass) < first.observation.before);
  if (startedAt === undefined) return null;
  const start = fromMilliseconds(startedAt);
  const changeNumber = changes.filter(({ observation }) => observation.before <= start).length;
  // The changes are in reverse order, so the last change of an item here is its first change after the start. The old
  // record of this change is the record at the start.
  const later = changes.slice(changeNumber).toReversed();
  const former = new Map(later.map(({ before, after }) => [String(after["id"]), before as Item | null]));
  const current = [...items.all()];
  const atStart = current.flatMap((item) => (former.has(item.id) ? (former.get(item.id) ?? []) : [item]));
  const isUnchanged = ({ id }: Item): boolean => !former.has(id);
  const expectedAt = (place: string): readonly Item[] =>
    atStart.filter(({ status, locationId }) => status === "available" && locationId === place);
  const place = [...locations.all()].find(({ id }) => {
    const there = expectedAt(id);
    const hasLeft = (item: Item): boolean => hasMoved(item, items.get(item.id) ?? item);
    return there.filter(isUnchanged).length >= FEWEST_ITEMS && there.some(hasLeft);
  });
  if (!place) return null;
  const expected = expectedAt(place.id);
  const at = new Date(startedAt + HOUR).toISOString();
  return {
    id: ID,
    count: {
      name: SAMPLE.count({ place: place.name }),
      scope: { kind: "location", id: place.id, name: place.name },
      share: 100,
      blind: false,
      withCheckedOut: false,
      tolerance: TOLERANCE,
      startedAt: new Date(startedAt).toISOString(),
      changeNumber,
      expected: expected.length,
      place: place.id,
      closedAt: null,
      verifiedAt: null,
    },
    rows: expected.map((item) => ({ item: countedItem(item), isDrawn: true })),
    scans: [
      ...scansOfExpected(expected.filter(isUnchanged), at),
      ...strays(current.filter(isUnchanged), place.id).map((item) => scanOf(item, at)),
      { text: "RACK-LABEL-07", itemId: null, name: null, by: "scan", at, length: null, weight: null },
    ],
  };
}

const hasMoved = (before: Item, after: Item): boolean =>
  before.status !== after.status || before.locationId !== after.locationId;

/** Scans all items except two. One item is scanned twice, and another with a measured length and weight. */
function scansOfExpected([, , twice, shorter, ...others]: readonly Item[], at: string): readonly CountScan[] {
  return [
    ...others.map((item) => scanOf(item, at)),
    ...(twice ? [scanOf(twice, at), scanOf(twice, at)] : []),
    ...(shorter ? [{ ...scanOf(shorter, at), ...measured(shorter) }] : []),
  ];
}

/** Finds one item of each kind that should not be at a place. */
function strays(items: readonly Item[], place: string): readonly Item[] {
  const wanted: readonly ((item: Item) => boolean)[] = [
    ({ status, locationId }) => status === "available" && locationId != null && locationId !== place,
    ({ status }) => status === "checked_out",
    ({ status }) => status === "archived",
    ({ status, locationId }) => status === "available" && locationId == null,
  ];
  return wanted.flatMap((isWanted) => items.find(isWanted) ?? []);
}

const scanOf = ({ id, name }: Item, at: string): CountScan => ({
  text: id,
  itemId: id,
  name,
  by: "scan",
  at,
  length: null,
  weight: null,
});

/** Measures four fifths of the recorded amounts of an item. */
function measured({ remainingLength, weight }: Item): Pick<CountScan, "length" | "weight"> {
  const part = (recorded: number | null | undefined): number | null =>
    recorded == null ? null : Math.round(recorded * 80) / 100;
  return { length: part(remainingLength), weight: part(weight) };
}

function countedItem({
  id,
  name,
  materialTypeId,
  locationId,
  status,
  remainingLength,
  weight,
}: Item): CountedItem {
  return {
    id,
    name,
    typeId: materialTypeId ?? null,
    locationId: locationId ?? null,
    status: status ?? null,
    length: remainingLength ?? null,
    weight: weight ?? null,
  };
}
