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
  const { seed, small, now } = options;
  const start = now();
  const catalogue = small ? makeCatalogue(seed, start, SMALL) : makeCatalogue(seed, start);
  const items = new Table<Item>(generateItems({ seed, size: options.items, now: start, catalogue }));
  const types = new Table<MaterialType>(EMPTY_BASE);
  const locations = new Table<Location>(EMPTY_BASE);
  for (const type of catalogue.types) types.put(type);
  for (const location of catalogue.locations) locations.put(location);

  const listeners = new Set<(change: SampleChange) => void>();
  const onChange = (listener: (change: SampleChange) => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const stamp = growingStamps(now);
  const { upsertItem, upsertType, upsertLocation } = upserts({ items, types, locations }, stamp, (change) => {
    for (const listener of listeners) listener(change);
  });
  const tables = { items, types, locations };
  const life = new Life({
    seed,
    catalogue,
    ...tables,
    stamp,
    upsertItem,
    upsertType,
    upsertLocation,
    onChange,
  });
  return {
    id: smallId("cmp", seed, 3000),
    ...tables,
    upsertItem: (patch) => upsertItem(patch),
    upsertType,
    upsertLocation,
    removeItem: (id) => items.remove(id),
    removeType: (id) => types.remove(id),
    removeLocation: (id) => locations.remove(id),
    onChange,
    step: () => life.step(),
  };
}

/** Time stamps that grow strictly, whatever the clock does: two changes never share one. */
function growingStamps(now: () => number): () => string {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    last = Math.max(Math.floor(now()), last + 1);
    return formatInstant(last);
  };
}

interface Upserts {
  readonly upsertItem: (patch: Patch<Item>, at?: string) => Item;
  readonly upsertType: (patch: Patch<MaterialType>) => MaterialType;
  readonly upsertLocation: (patch: Patch<Location>) => Location;
}

/** Changes or adds records, and emits what that was. */
function upserts(
  tables: {
    readonly items: Table<Item>;
    readonly types: Table<MaterialType>;
    readonly locations: Table<Location>;
  },
  stamp: () => string,
  emit: (change: SampleChange) => void,
): Upserts {
  const put = <R extends AnyRecord>(
    table: Table<R>,
    blank: (at: string) => R,
    patch: Patch<R>,
    at: string,
  ): { readonly before: R | null; readonly after: R } => {
    const before = table.get(patch.id) ?? null;
    const after: R = { ...(before ?? blank(at)), updatedAt: at, ...patch };
    table.put(after);
    return { before, after };
  };
  return {
    upsertItem: (patch, at = stamp()) => {
      const { before, after } = put(tables.items, blankItem, patch, at);
      const type = itemEvent(before, after);
      emit({ type, resource: "items", id: after.id, occurredAt: at, before, after });
      return after;
    },
    upsertType: (patch) => {
      const at = stamp();
      const { before, after } = put(tables.types, blankType, patch, at);
      const type = "inventory.type.updated";
      emit({ type, resource: "types", id: after.id, occurredAt: at, before, after });
      return after;
    },
    upsertLocation: (patch) => {
      const at = stamp();
      const { before, after } = put(tables.locations, blankLocation, patch, at);
      const type = "inventory.location.updated";
      emit({ type, resource: "locations", id: after.id, occurredAt: at, before, after });
      return after;
    },
  };
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
