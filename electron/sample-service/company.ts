import type { Item, Location, MaterialType } from "../../shared/domain/resources.ts";
import { EMPTY_BASE } from "./base.ts";
import { makeCatalogue } from "./catalogue.ts";
import { itemEvent, type SampleChange } from "./changes.ts";
import { generateItems } from "./generator.ts";
import { smallId } from "./ids.ts";
import { formatInstant } from "./instant.ts";
import { Life } from "./life.ts";
import { Table, type AnyRecord, type RecordTable } from "./table.ts";

type Patch<R> = Partial<R> & { readonly id: string };

/** A company of the sample service, open to tests: they read it, change it and let it live step by step. */
export interface SampleCompany {
  readonly id: string;
  readonly items: RecordTable<Item>;
  readonly types: RecordTable<MaterialType>;
  readonly locations: RecordTable<Location>;
  /**
   * Changes a record, or adds it where the id is new. `updatedAt` is stamped unless the patch has it (null
   * included); a field given as undefined is absent from the answers. Calls the listeners.
   */
  upsertItem(patch: Patch<Item>): Item;
  upsertType(patch: Patch<MaterialType>): MaterialType;
  upsertLocation(patch: Patch<Location>): Location;
  /** False where there is no such record. Listeners are not called: specification 6 has no event for it. */
  removeItem(id: string): boolean;
  removeType(id: string): boolean;
  removeLocation(id: string): boolean;
  /** One event of life; which one depends on the seed and on what was done before, never on a clock. */
  step(): SampleChange;
  onChange(listener: (change: SampleChange) => void): () => void;
}

/** What a company is made from. */
export interface CompanyOptions {
  readonly seed: number;
  readonly items: number;
  /** Milliseconds since the epoch; read once for the history, then for every stamp. */
  readonly now: () => number;
  /** Fewer places and types, for the second company. */
  readonly small?: boolean;
}

const SMALL = { places: 3, types: 5 };

/** Makes a company: the same seed, number of items and `now` always make the same one. */
export function makeCompany(options: CompanyOptions): SampleCompany {
  const start = options.now();
  const catalogue = options.small
    ? makeCatalogue(options.seed, start, SMALL)
    : makeCatalogue(options.seed, start);
  const listeners = new Set<(change: SampleChange) => void>();
  const items = new Table<Item>(
    generateItems({ seed: options.seed, size: options.items, now: start, catalogue }),
  );
  const types = new Table<MaterialType>(EMPTY_BASE);
  const locations = new Table<Location>(EMPTY_BASE);
  for (const type of catalogue.types) types.put(type);
  for (const location of catalogue.locations) locations.put(location);

  let lastStamp = Number.NEGATIVE_INFINITY;
  // Strictly growing, whatever the clock does: two changes never share a time stamp.
  const stamp = (): string => {
    lastStamp = Math.max(Math.floor(options.now()), lastStamp + 1);
    return formatInstant(lastStamp);
  };

  const upsert = <R extends AnyRecord>(
    table: Table<R>,
    blank: (at: string) => R,
    patch: Patch<R>,
    announce: (before: R | null, after: R, occurredAt: string) => SampleChange,
    at = stamp(),
  ): R => {
    const before = table.get(patch.id) ?? null;
    const after: R = { ...(before ?? blank(at)), updatedAt: at, ...patch };
    table.put(after);
    const change = announce(before, after, at);
    for (const listener of listeners) listener(change);
    return after;
  };

  const upsertItem = (patch: Patch<Item>, at?: string): Item =>
    upsert(
      items,
      blankItem,
      patch,
      (before, after, occurredAt) => ({
        type: itemEvent(before, after),
        resource: "items",
        id: after.id,
        occurredAt,
        before,
        after,
      }),
      at,
    );

  const company: Omit<SampleCompany, "step"> = {
    id: smallId("cmp", options.seed, 3000),
    items,
    types,
    locations,
    upsertItem: (patch) => upsertItem(patch),
    upsertType: (patch) =>
      upsert(types, blankType, patch, (before, after, occurredAt) => ({
        type: "inventory.type.updated",
        resource: "types",
        id: after.id,
        occurredAt,
        before,
        after,
      })),
    upsertLocation: (patch) =>
      upsert(locations, blankLocation, patch, (before, after, occurredAt) => ({
        type: "inventory.location.updated",
        resource: "locations",
        id: after.id,
        occurredAt,
        before,
        after,
      })),
    removeItem: (id) => items.remove(id),
    removeType: (id) => types.remove(id),
    removeLocation: (id) => locations.remove(id),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };

  const life = new Life({
    seed: options.seed,
    catalogue,
    items,
    types,
    locations,
    stamp,
    upsertItem,
    upsertType: company.upsertType,
    upsertLocation: company.upsertLocation,
    onChange: company.onChange,
  });
  return { ...company, step: () => life.step() };
}

const blankItem = (at: string): Item => ({
  id: "",
  name: "Unnamed item",
  status: "available",
  locationId: null,
  materialTypeId: null,
  startingLength: null,
  originalLength: null,
  remainingLength: null,
  weight: null,
  weightSource: null,
  checkedOutToUserId: null,
  checkedOutAt: null,
  archivedAt: null,
  createdAt: at,
  updatedAt: at,
});

const blankType = (at: string): MaterialType => ({
  id: "",
  name: "Unnamed material type",
  width: null,
  thickness: null,
  calculatedDensity: null,
  densityDisplayUnit: null,
  densitySourceType: null,
  spoolWeight: null,
  pricePerFoot: null,
  pricePerPound: null,
  pricingBasis: null,
  currency: null,
  createdAt: at,
  updatedAt: at,
});

const blankLocation = (at: string): Location => ({
  id: "",
  name: "Unnamed location",
  createdAt: at,
  updatedAt: at,
});
