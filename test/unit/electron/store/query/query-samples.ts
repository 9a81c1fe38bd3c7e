import fc from "fast-check";
import { DATE_STEPS } from "../../../../../shared/base/time/date-steps.ts";
import { QUERY_FIELDS, type Field } from "../../../../../shared/inventory/fields.ts";
import {
  OPERATORS,
  VALUE_SHAPES,
  type Filter,
  type Operator,
  type Query,
} from "../../../../../shared/query/query.ts";
import type { Resource } from "../../../../../shared/inventory/resource-names.ts";
import { openInventoryForReading } from "../../../../../electron/store/database/inventory-file.ts";
import { compileQuery, defineQueryFunctions } from "../../../../../electron/store/query/compile-query.ts";
import type { QueryModel } from "./query-model.ts";
import { item, openStore, type TestStore } from "../support.ts";

/** The moment of the queries of sample rows. */
export const NOW = Date.parse("2026-06-15T12:00:00Z");

const NAMES = [
  "Roll 2",
  "roll 10",
  "Käfig",
  "KAFIG 2",
  "Film 20",
  "Film 20",
  "20 film  2",
  "Ärmel",
  "50%_x",
  "'; DROP TABLE items; --",
  "𝒜 math",
  "ﬁligree",
  "Straße 0.5",
  "STRASSE 0,125",
  "strasse 0.25",
  "Łódź 1.9.10",
  "Łódź 1.9.9",
  "バルブ",
  "パルプ",
];
const PLACES = ["l-1", "l-2", "l-3", "unknown"];
const DATES = [
  "2026-06-15T11:59:59.999Z",
  "2026-06-14T12:00:00Z",
  "2026-06-08T12:00:00+02:00",
  "2026-05-01T00:00:00.000001Z",
  // The last possible date, and impossible dates.
  "2026-06-16T12:00:00Z",
  "2026-06-16T12:00:00.001Z",
  "1969-12-31T23:59:59.999Z",
  "2026-01-01",
];
const HOLDERS = ["user-1", "User-2", "Zoë"];
const NUMBERS = [-1.5, 0, 2, 10, 10.25];
const CHOICES = ["lb/ft³", "g/cm³", "USD", "eur", "weight", "length"];

const pick = <T>(list: readonly T[], seed: number): T | null =>
  seed % (list.length + 1) === list.length ? null : (list[seed % (list.length + 1)] ?? null);

/** The time of the full check that missed a row, for each fifth row. */
const missedAt = (at: number): string | null =>
  at % 5 === 3 ? (pick(["2026-06-15T11:00:00.000Z", "2026-06-01T00:00:00.000Z"], at % 2) ?? null) : null;

const ITEM_IDS = Array.from({ length: 90 }, (_, at) => `i-${(at * 37) % 90}${at % 7 === 0 ? "É" : ""}`);
const ITEMS = ITEM_IDS.map((id, at) => ({
  ...item(id, {
    name: NAMES[(at * 5) % NAMES.length],
    status: pick(["available", "checked_out", "archived", "lost"], at),
    locationId: pick(PLACES, at * 3 + 1),
    materialTypeId: pick(["t-1", "t-2"], at * 2 + 1),
    weight: pick(NUMBERS, at * 7 + 2),
    remainingLength: pick(NUMBERS, at + 3),
    startingLength: pick([-5, 0, 10, 20, 100], at * 11 + 1),
    checkedOutToUserId: pick(HOLDERS, at * 5 + 1),
    checkedOutAt: pick(DATES.slice(0, 7), at * 3 + 2),
    weightSource: pick(["scale", "manual"], at),
  }),
  id,
  noLongerReturnedSince: missedAt(at),
}));
const TYPES = Array.from({ length: 50 }, (_, at) => ({
  id: `t-${at + 1}${at % 7 === 6 ? "É" : ""}`,
  name: at === 1 ? "Äther" : (NAMES[(at * 7 + 4) % NAMES.length] ?? ""),
  width: pick(NUMBERS, at * 7 + 2),
  thickness: pick(NUMBERS, at + 3),
  calculatedDensity: pick([-5, 0, 10, 20, 100], at * 11 + 1),
  densityDisplayUnit: pick(CHOICES.slice(0, 2), at),
  densitySourceType: pick(["calculated", "manual"], at * 2),
  spoolWeight: pick(NUMBERS, at * 3),
  pricePerFoot: pick(NUMBERS, at * 5 + 1),
  pricePerPound: null,
  pricingBasis: pick(CHOICES.slice(4), at * 4 + 1),
  currency: pick(CHOICES.slice(2, 4), at * 2 + 1),
  createdAt: pick(DATES.slice(0, 4), at * 3 + 2),
  updatedAt: DATES[at % 4] ?? null,
  noLongerReturnedSince: missedAt(at + 2),
}));
const LOCATIONS = Array.from({ length: 30 }, (_, at) => ({
  id: `l-${at + 1}`,
  name: ["Hall 2", "hall 10", "Hall 2"][at] ?? NAMES[(at * 5) % NAMES.length] ?? "",
  createdAt: pick(DATES.slice(0, 4), at * 3 + 2),
  updatedAt: DATES[at % 4] ?? null,
  noLongerReturnedSince: missedAt(at + 3),
}));

const namesOf = (rows: readonly { readonly id: string; readonly name: string }[]) =>
  new Map(rows.map(({ id, name }) => [id, name]));
// The holder "Zoë" has no name. A name may be another holder's id, or an id of no present holder.
const CALLED = [
  { id: "user-1", name: "Zélie 10" },
  { id: "User-2", name: "user-1" },
  { id: "user-3", name: "Käfig" },
];
const names = { locations: namesOf(LOCATIONS), types: namesOf(TYPES), names: namesOf(CALLED) };
const ROWS = { items: ITEMS, types: TYPES, locations: LOCATIONS } as const;

/** The sample rows of a table as plain records. */
export const modelOf = (resource: Resource): QueryModel => ({
  resource,
  rows: ROWS[resource],
  names,
  now: NOW,
});

/** A store with the sample rows of all three tables. */
export async function filled(): Promise<TestStore> {
  const store = await openStore();
  store.writer.useNames({ names: CALLED, state: "called" });
  for (const resource of ["locations", "types", "items"] as const) {
    store.list(
      resource,
      ROWS[resource].map((row) => ({ ...row, noLongerReturnedSince: undefined })),
    );
    for (const { id, noLongerReturnedSince: since } of ROWS[resource]) {
      if (since === null) continue;
      const servedBy = Date.parse(since);
      store.writer.hideRecord(resource, id, { sequence: 1_000, at: NOW, servedBy, verified: true });
    }
  }
  return store;
}

/** Returns the ids of a query's rows, in its order. */
export type Evaluator = (store: TestStore, resource: Resource, query: Query) => string[];

/** By the columnar index. */
export const idsByIndex: Evaluator = (store, resource, query) => {
  // After a whole result is sorted, its pages are slices of it, and SQL no longer reads them.
  store.reader.neighbours(resource, query, "", NOW);
  return store.reader.window(resource, query, 0, 500, NOW).rows.map(({ id }) => String(id));
};

/** Uses the statement that returns the first rows while an index is being read. */
export const idsBySql: Evaluator = (store, resource, query) => {
  const database = openInventoryForReading(store.file);
  try {
    defineQueryFunctions(database);
    const { from, where, orderBy, values } = compileQuery(resource, query, { now: NOW, someHidden: true });
    const rows = database
      .prepare(`SELECT t.id AS id FROM ${from} WHERE ${where} ORDER BY ${orderBy}`)
      .all(...values) as { id: string }[];
    return rows.map(({ id }) => id);
  } finally {
    database.close();
  }
};

/** Operands for a field's operators: values of rows, and values near them. */
export function valuesOf({ kind, name }: Field): readonly (string | number)[] {
  if (kind === "number") return [...NUMBERS, 3];
  if (kind === "date") return [...DATES, "2026-06-01T00:00:00.000Z"];
  if (name === "name") return [...NAMES, "kafig", "FILM", "lodz", "ルブ", "", "zzz"];
  if (name === "id") return ["i-1", "t-1", "l-1", "i-10", "I-1", "é"];
  return [
    ...PLACES,
    ...HOLDERS,
    ...CHOICES,
    "t-1",
    "checked_out",
    "lost",
    "scale",
    "USER",
    "zelie",
    "Zélie 10",
  ];
}

/** The operators of a field. */
export const operatorsOf = ({ kind }: Field): readonly Operator[] => OPERATORS[kind];

/** Any condition on any field of a table. */
function conditionOf(resource: Resource): fc.Arbitrary<Filter> {
  const numbers = QUERY_FIELDS[resource].filter(({ kind }) => kind === "number").map(({ name }) => name);
  return fc.constantFrom(...QUERY_FIELDS[resource]).chain((field) =>
    fc.constantFrom<Operator>(...operatorsOf(field)).chain((op): fc.Arbitrary<Filter> => {
      const one = fc.constantFrom(...valuesOf(field));
      switch (VALUE_SHAPES[op]) {
        case "none":
          return fc.constant({ field: field.name, op });
        case "duration":
          return fc
            .constantFrom("P1D", "P1W", "P30D", "PT36H")
            .map((value) => ({ field: field.name, op, value }));
        case "one":
          return one.map((value) => ({ field: field.name, op, value }));
        case "share":
          return fc
            .record({ field: fc.constantFrom(...numbers), share: fc.constantFrom(0.1, 0.2, 0.5, 1) })
            .map((value) => ({ field: field.name, op, value }));
        case "pair":
          return fc.tuple(one, one).map((value) => ({ field: field.name, op, value }));
        // Short lists become parameters; a long list becomes one JSON text.
        case "list":
        default:
          return fc.tuple(fc.array(one, { maxLength: 4 }), fc.boolean()).map(([values, long]) => ({
            field: field.name,
            op,
            value: long ? [...values, ...Array.from({ length: 150 }, (_, at) => `filler ${at}`)] : values,
          }));
      }
    }),
  );
}

/** Any filter over a table, with any nesting. */
function filterOf(resource: Resource): fc.Arbitrary<Filter> {
  return fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      conditionOf(resource),
      fc.array(tie("filter"), { maxLength: 3 }).map((all) => ({ all })),
      fc.array(tie("filter"), { maxLength: 3 }).map((any) => ({ any })),
      tie("filter").map((not) => ({ not })),
    ),
  })).filter;
}

const sortOf = (resource: Resource): fc.Arbitrary<NonNullable<Query["sort"]>> =>
  fc.array(
    fc
      .record({
        field: fc.constantFrom(...QUERY_FIELDS[resource]),
        direction: fc.constantFrom("asc" as const, "desc" as const),
        step: fc.constantFrom(undefined, ...DATE_STEPS),
      })
      .map(({ field: { name, kind }, direction, step }) =>
        kind === "date" && step !== undefined ? { field: name, direction, step } : { field: name, direction },
      ),
    { maxLength: 3 },
  );

const WORDS = ["film", "20", "KÄF", "hall", "user", "É", "%", "_", "l-1", "nothing"];
const PHRASES = [
  "film 20",
  "20 FILM",
  "film  2",
  " 10",
  "hall 2",
  "käfig",
  "roll  10",
  "TABLE items",
  "",
  " ",
];
/** Words, exact phrases, and quotes outside phrases. */
const search = fc
  .array(
    fc.oneof(
      fc.constantFrom(...WORDS),
      fc.constantFrom(...PHRASES).map((phrase) => `"${phrase}"`),
      fc.constantFrom('"film 20', 'film"', 'ha"ll', '"', '"hall"2', "  "),
    ),
    { maxLength: 2 },
  )
  .map((terms) => terms.join(" "));

/** Any query over a table. */
export const queryOf = (resource: Resource): fc.Arbitrary<Query> =>
  fc.record({
    version: fc.constant(1 as const),
    search,
    filter: filterOf(resource),
    sort: sortOf(resource),
  });
