import type { PriceBasis } from "../../../../../shared/features/stock-value/valuation.ts";
import { NO_UNITS, type Units } from "../../../../../shared/inventory/units.ts";
import type { ComputationMoment } from "../../../../../electron/store/ingest/computation.ts";
import { compute, item, openStore, type TestStore } from "../../store/support.ts";

export const NOW = Date.parse("2026-06-15T12:00:00Z");
export const UNITS: Units = { ...NO_UNITS, length: "ft", weight: "lb", weighing: "gross" };
export const FILM = {
  id: "film",
  name: "Film",
  pricingBasis: "per_foot",
  pricePerFoot: 0.5,
  currency: "usd",
};
export const WIRE = {
  id: "wire",
  name: "Wire",
  pricingBasis: "per_pound",
  pricePerPound: 2,
  currency: "EUR",
  spoolWeight: 1,
};
export const PLAIN = { id: "plain", name: "Plain" };
export const HALL = { id: "hall", name: "Hall" };
export const YARD = { id: "yard", name: "Yard" };

export interface Pricing {
  readonly bases?: Readonly<Record<string, PriceBasis>>;
  readonly types?: Readonly<Record<string, PriceBasis>>;
  readonly units?: Units;
}
export const BOTH: Pricing = { bases: { per_foot: "foot", per_pound: "pound" } };

/** An item in the hall that no rule of data problems finds. */
export const roll = (id: string, fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  item(id, { locationId: "hall", ...fields });

/** Values the items by the user's confirmed settings. @returns the number of written items. */
export function value(
  store: TestStore,
  { bases = {}, types = {}, units = UNITS }: Pricing,
  now = NOW,
): number {
  const commits = compute(store, "rows", now, {
    value: { bases: new Map(Object.entries(bases)), types: new Map(Object.entries(types)), units },
  });
  const { revision } = commits.find(({ resource }) => resource === "items") ?? { revision: 0 };
  const [touched] = store.sql(
    "SELECT length(rowids) / 4 AS rows FROM touched_rows WHERE resource = 'items' AND revision = ?",
    revision,
  );
  const isWritten = commits.some(({ resource, changed }) => resource === "items" && changed);
  return isWritten ? Number(touched?.["rows"]) : 0;
}

export function valuesOf(store: TestStore): Record<string, string> {
  const rows = store.sql("SELECT id, value, valueCurrency, valueGap FROM items ORDER BY id");
  return Object.fromEntries(
    rows.map(({ id, value, valueCurrency, valueGap }) => [
      String(id),
      value === null ? String(valueGap) : [value, valueCurrency].join(" "),
    ]),
  );
}

export async function storeOf(...items: readonly Record<string, unknown>[]): Promise<TestStore> {
  const store = await openStore();
  store.list("types", [FILM, WIRE, PLAIN]);
  store.list("locations", [HALL, YARD]);
  store.list("items", items);
  return store;
}

/** Adds up the values by type and location. The types' values are kept for the day. */
export function valueStock(store: TestStore, now = NOW, given: Partial<ComputationMoment> = {}): void {
  const sums = (dimension: string) => store.reader.runTask("stock-value.sums", dimension);
  const inputs = { "stock-value": { types: sums("types"), locations: sums("locations") } };
  compute(store, "stock", now, inputs, given);
}
