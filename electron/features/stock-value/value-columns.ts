import { valuer, type ValueGap, type ValueRule } from "../../../shared/features/stock-value/valuation.ts";
import { valueRule, type PricedType, type Pricing } from "../../../shared/features/stock-value/value-rule.ts";
import { localDay } from "../../../shared/base/time/local-day.ts";
import { minorDigits } from "../../../shared/inventory/currency.ts";
import { findField } from "../../../shared/inventory/fields.ts";
import { DIMENSIONS, type Dimension } from "../../../shared/inventory/stock.ts";
import { NO_UNITS } from "../../../shared/inventory/units.ts";
import type { Total } from "../../../shared/query/totals.ts";
import type { SeenBasis } from "../../../shared/features/stock-value/prices.ts";
import type { Cell } from "../../store/database/decode.ts";
import { readFacts, writeFacts } from "../../store/database/facts.ts";
import type { Database } from "../../store/database/open-database.ts";
import { touchedBetween } from "../../store/database/touched-rows.ts";
import type { ThreadTask } from "../../store/database/worker-rpc.ts";
import type { ReadingContext } from "../../index/reading-context.ts";
import { readRowids } from "../../store/query/row-reader.ts";
import { writeColumns, type Computation } from "../../store/ingest/computation.ts";
import { dayToSave, deleteImpossibleDays } from "../../store/ingest/history-log.ts";
import { hasValueTables, saveRules, saveValueDay, toMinor, type TypeValue } from "./value-days.ts";
import { READ_TURNOVER, READ_VALUE_CHANGE, READ_VALUE_DAYS } from "./value-history.ts";

/**
 * Computes the values of the items in stock. An item is valued again if the item, the prices of its type, or the user's
 * settings changed.
 */
export const VALUE_COMPUTATION: Computation<Pricing> = {
  name: "value",
  phase: "rows",
  documents: ["priceBases", "typeBases", "units"],
  input: async ({ records }) => ({
    bases: await records("priceBases"),
    types: await records("typeBases"),
    units: [...(await records("units")).values()][0] ?? NO_UNITS,
  }),
  write: (database, { now }, pricing) => [{ resource: "items", rowids: writeValues(database, pricing, now) }],
  committed: (database, revision) => {
    // The rows that this computation itself wrote need no second valuation.
    if (readFacts(database).valued !== null) writeFacts(database, { valued: revision });
  },
};

/** The gap of items without a type, or with an unknown type. */
const NO_TYPE = "no material type" satisfies ValueGap;

function writeValues(database: Database, pricing: Pricing, now: number): readonly number[] {
  const isOn = pricing.bases.size > 0 || pricing.types.size > 0;
  const { valued, revision } = readFacts(database);
  if (!isOn && valued === null) return [];
  const rules = isOn ? readRules(database, pricing) : new Map<string, ValueRule>();
  const changedTypes = saveRules(database, rules, localDay(new Date(now)));
  const written = valued === null || !isOn ? null : touchedBetween(database, "items", valued, revision);
  writeFacts(database, { valued: isOn ? revision : null });
  const chosen = written && [...new Set([...written, ...rowsOfTypes(database, changedTypes)])];
  return new ItemValuer(database, isOn ? rules : null).write(chosen);
}

function readRules(database: Database, pricing: Pricing): ReadonlyMap<string, ValueRule> {
  const types = database
    .prepare("SELECT id, pricingBasis, pricePerFoot, pricePerPound, currency, spoolWeight FROM types")
    .all() as unknown as PricedType[];
  return new Map(types.map((type) => [type.id, valueRule(type, pricing)]));
}

type ItemRow = readonly [
  rowid: number,
  typeId: string | null,
  length: number | null,
  weight: number | null,
  isStock: number,
  ...former: Cell[],
];

/** The number of rows that are in memory at the same time. */
const SLICE_ROWS = 20_000;

/** Computes the values of items and writes those that differ. */
class ItemValuer {
  readonly #database: Database;
  /** Functions that compute the value columns of an item, by the item's type. */
  readonly #valuers = new Map<string, (length: number | null, weight: number | null) => readonly Cell[]>();
  readonly #without: readonly Cell[];

  /** @param rules the rules by type; null to remove all values. */
  constructor(database: Database, rules: ReadonlyMap<string, ValueRule> | null) {
    this.#database = database;
    this.#without = rules ? [null, null, NO_TYPE] : NO_CELLS;
    for (const [typeId, rule] of rules ?? []) this.#valuers.set(typeId, cellsOf(rule));
  }

  /** Values rows. @param chosen the rows to value; null for all rows. @returns the rows that were written. */
  write(chosen: readonly number[] | null): number[] {
    const update = this.#database.prepare(
      "UPDATE items SET value = ?, valueCurrency = ?, valueGap = ? WHERE rowid = ?",
    );
    const written: number[] = [];
    for (const rows of chosen ? this.#someRows(chosen) : this.#allRows())
      for (const [rowid, typeId, length, weight, isStock, ...former] of rows) {
        const cells =
          isStock === 1 ? (this.#valuers.get(typeId ?? "")?.(length, weight) ?? this.#without) : NO_CELLS;
        if (cells.every((cell, at) => cell === former[at])) continue;
        update.run(...cells, rowid);
        written.push(rowid);
      }
    return written;
  }

  *#allRows(): Generator<readonly ItemRow[]> {
    const statement = this.#select("rowid > ? ORDER BY rowid LIMIT ?");
    for (let last = 0; ;) {
      const rows = statement.all(last, SLICE_ROWS) as unknown as ItemRow[];
      yield rows;
      if (rows.length < SLICE_ROWS) return;
      last = rows.at(-1)?.[0] ?? last;
    }
  }

  *#someRows(rowids: readonly number[]): Generator<readonly ItemRow[]> {
    const statement = this.#select("rowid IN (SELECT value FROM json_each(?))");
    for (let at = 0; at < rowids.length; at += SLICE_ROWS)
      yield statement.all(JSON.stringify(rowids.slice(at, at + SLICE_ROWS)));
  }

  #select(where: string): ReturnType<Database["prepare"]> {
    const statement = this.#database.prepare(
      `SELECT rowid, materialTypeId, remainingLength, weight,
         status IS NOT 'archived' AND noLongerReturnedSince IS NULL, value, valueCurrency, valueGap
       FROM items WHERE ${where}`,
    );
    statement.setReturnArrays(true);
    return statement;
  }
}

/** Finds the rows of some material types. */
function rowsOfTypes(database: Database, types: readonly string[]): readonly number[] {
  const select = "SELECT rowid FROM items WHERE materialTypeId IN (SELECT value FROM json_each(?))";
  return types.length === 0 ? [] : readRowids(database, select, [JSON.stringify(types)]);
}

const NO_CELLS: readonly Cell[] = [null, null, null];

/** Makes a function that returns the columns `value`, `valueCurrency` and `valueGap` by a rule. */
function cellsOf(rule: ValueRule): (length: number | null, weight: number | null) => readonly Cell[] {
  const value = valuer(rule);
  const currency = "gap" in rule ? null : rule.currency;
  // The result of a division is the double nearest to the decimal number. The product with 0.01 is not.
  const scale = currency === null ? 1 : 10 ** minorDigits(currency);
  return (length, weight) => {
    const valued = value(length, weight);
    return "gap" in valued ? [null, null, valued.gap] : [valued.minor / scale, currency, null];
  };
}

/** The values of the items of a material type or location, by currency. */
interface StockValue {
  readonly id: string;
  readonly inStock: readonly Total[];
  readonly out: readonly Total[];
  readonly available: readonly Total[];
}

/** Adds up the values of items by material type or location. Empty while no pricing basis is confirmed. */
const READ_STOCK_VALUES: ThreadTask<ReadingContext, Dimension, readonly StockValue[]> = {
  name: "stock-value.sums",
  run: ({ database, results, revision }, dimension) => {
    const field = findField("items", "value");
    if (!field || readFacts(database).valued === null) return [];
    const items = { resource: "items", input: { version: 1, filter: VALUED }, now: 0, revision } as const;
    const level = { field: dimension === "types" ? "materialTypeId" : "locationId" };
    const { groups } = results.breakdown(
      items,
      level,
      [VALUED, OUT, AVAILABLE],
      [field],
      NO_UNITS,
      Number.POSITIVE_INFINITY,
    );
    return groups.map(({ value, parts }) => ({
      id: value ?? "",
      inStock: parts[0]?.totals["value"] ?? [],
      out: parts[1]?.totals["value"] ?? [],
      available: parts[2]?.totals["value"] ?? [],
    }));
  },
};
const VALUED = { field: "value", op: "notEmpty" } as const;
const OUT = { field: "status", op: "is", value: "checked_out" } as const;
const AVAILABLE = { field: "status", op: "is", value: "available" } as const;

/** Counts the material types by the pricing basis that the service reports. */
export const READ_PRICE_BASES: ThreadTask<ReadingContext, undefined, SeenBasis[]> = {
  name: "stock-value.bases",
  run: ({ database }) =>
    database
      .prepare(
        `SELECT nullif(pricingBasis, '') AS basis, count(*) AS types, count(pricePerFoot) AS perFoot,
           count(pricePerPound) AS perPound
         FROM types WHERE noLongerReturnedSince IS NULL GROUP BY 1 ORDER BY types DESC, basis`,
      )
      .all() as SeenBasis[],
};

export const STOCK_VALUE_TASKS = [
  READ_STOCK_VALUES,
  READ_PRICE_BASES,
  READ_VALUE_DAYS,
  READ_VALUE_CHANGE,
  READ_TURNOVER,
] as const;

/**
 * Adds up the value of each type's and location's stock. It saves the values by type for the local day of the last
 * pass.
 */
export const STOCK_VALUE_COMPUTATION: Computation<Readonly<Record<Dimension, readonly StockValue[]>>> = {
  name: "stock-value",
  phase: "stock",
  documents: [],
  input: async ({ read }) => ({
    types: await read(READ_STOCK_VALUES, "types"),
    locations: await read(READ_STOCK_VALUES, "locations"),
  }),
  write: (database, moment, values) => {
    const day = dayToSave(database, moment);
    if (day !== null) {
      if (hasValueTables(database)) deleteImpossibleDays(database, ["value_days"], moment);
      saveValueDay(database, day, values.types.flatMap(typeValues));
    }
    return DIMENSIONS.map((resource) => {
      const cells = new Map(values[resource].map((value) => [value.id, stockCells(value)]));
      return writeColumns(database, resource, STOCK_COLUMNS, (id) => cells.get(id) ?? NO_CELLS);
    });
  },
};

/** The values of a material type, one for each currency. */
function typeValues({ id, inStock, out, available }: StockValue): readonly TypeValue[] {
  return inStock.flatMap(({ measuredIn: currency, count, sum }) => {
    if (currency === null) return [];
    const minorOf = (totals: readonly Total[]): number =>
      toMinor(totals.find(({ measuredIn }) => measuredIn === currency)?.sum ?? 0, currency);
    return [
      {
        typeId: id,
        currency,
        items: count,
        value: toMinor(sum, currency),
        available: minorOf(available),
        checkedOut: minorOf(out),
      },
    ];
  });
}

const STOCK_COLUMNS = ["stockValue", "valueOut", "stockCurrency"] as const;

/** The value columns of a type or location. They are empty if its items have several currencies. */
function stockCells({ inStock: [only, ...others], out }: StockValue): readonly Cell[] {
  if (!only || others.length > 0 || only.measuredIn === null) return NO_CELLS;
  return [only.sum, out[0]?.sum ?? 0, only.measuredIn];
}
