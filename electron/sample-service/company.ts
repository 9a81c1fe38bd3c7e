import { FIELDS } from "../../shared/inventory/fields.ts";
import type { Resource } from "../../shared/inventory/resource-names.ts";
import type { Item, Location, MaterialType } from "../../shared/inventory/resources.ts";
import { EMPTY_BASE, Table, type AnyRecord } from "./table.ts";
import { makeCatalogue } from "./catalogue.ts";
import { generateItems } from "./generator.ts";
import { smallId } from "./prng.ts";
import { formatInstant } from "../api-server/instant.ts";
import { Life, type SampleChange, itemEvent } from "./live-changes.ts";

type Patch<R> = Partial<R> & { readonly id: string };

/** A company of the sample service. Tests can read it, change it, and make single events happen. */
export interface SampleCompany {
  readonly id: string;
  readonly items: Table<Item>;
  readonly types: Table<MaterialType>;
  readonly locations: Table<Location>;
  /** The people who take stock out. */
  readonly userIds: readonly string[];
  /**
   * Changes a record, or adds it if the id is new. It sets `updatedAt` unless the patch has that field, even as null. A
   * field that the patch gives as undefined is left out of answers. The listeners are called.
   */
  upsertItem(patch: Patch<Item>): Item;
  upsertType(patch: Patch<MaterialType>): MaterialType;
  upsertLocation(patch: Patch<Location>): Location;
  /**
   * Removes a record; false if it does not exist. No listener is called, because specification 6 has no event for a
   * removal.
   */
  removeItem(id: string): boolean;
  removeType(id: string): boolean;
  removeLocation(id: string): boolean;
  /** Makes one event happen. It depends on the seed and the earlier events, never on a clock. */
  step(): SampleChange;
  onChange(listener: (change: SampleChange) => void): () => void;
}

/** The parameters from which a company is made. */
export interface CompanyOptions {
  readonly seed: number;
  readonly items: number;
  /** Returns ms since the epoch. It is called once for the history, then for each `updatedAt`. */
  readonly now: () => number;
}

/** Makes a company. The same seed, number of items and `now` always make the same company. */
export function makeCompany(options: CompanyOptions): SampleCompany {
  const { seed, now } = options;
  const start = now();
  const catalogue = makeCatalogue(seed, start);
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
  const tables = { items, types, locations };
  const upserts = makeUpserts(tables, stamp, (change) => {
    for (const listener of listeners) listener(change);
  });
  const life = new Life({ seed, catalogue, ...tables, stamp, ...upserts, onChange });
  return {
    id: smallId("cmp", seed, 3000),
    userIds: catalogue.userIds,
    ...tables,
    ...upserts,
    removeItem: (id) => items.remove(id),
    removeType: (id) => types.remove(id),
    removeLocation: (id) => locations.remove(id),
    onChange,
    step: () => life.step(),
  };
}

/** Returns a source of time stamps. They always grow, even if the clock steps back, and are never equal. */
function growingStamps(now: () => number): () => string {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    last = Math.max(Math.floor(now()), last + 1);
    return formatInstant(last);
  };
}

/** Makes functions that change or add records and report the changes. */
function makeUpserts(
  { items, types, locations }: Pick<SampleCompany, Resource>,
  stamp: () => string,
  emit: (change: SampleChange) => void,
) {
  const put = <R extends AnyRecord>(table: Table<R>, blank: R, patch: Patch<R>, at: string) => {
    const before = table.get(patch.id) ?? null;
    const after: R = { ...(before ?? { ...blank, createdAt: at }), updatedAt: at, ...patch };
    table.put(after);
    return { id: after.id, occurredAt: at, before, after };
  };
  return {
    upsertItem: (patch: Patch<Item>, at = stamp()): Item => {
      const change = put(items, BLANK_ITEM, patch, at);
      emit({ type: itemEvent(change.before, change.after), resource: "items", ...change });
      return change.after;
    },
    upsertType: (patch: Patch<MaterialType>): MaterialType => {
      const change = put(types, BLANK_TYPE, patch, stamp());
      emit({ type: "inventory.type.updated", resource: "types", ...change });
      return change.after;
    },
    upsertLocation: (patch: Patch<Location>): Location => {
      const change = put(locations, { id: "", name: "Unnamed location" }, patch, stamp());
      emit({ type: "inventory.location.updated", resource: "locations", ...change });
      return change.after;
    },
  };
}

/** An object with null for every field of a resource. */
const nulls = (resource: Resource): Record<string, null> =>
  Object.fromEntries(FIELDS[resource].map(({ name }) => [name, null]));
const BLANK_ITEM: Item = { ...nulls("items"), id: "", name: "Unnamed item", status: "available" };
const BLANK_TYPE: MaterialType = { ...nulls("types"), id: "", name: "Unnamed material type" };
