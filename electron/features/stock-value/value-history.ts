import { groupBy } from "../../../shared/base/group-by.ts";
import { firstDay, localDay } from "../../../shared/base/time/local-day.ts";
import { valuer, type Valued, type ValueRule } from "../../../shared/features/stock-value/valuation.ts";
import type {
  Turnover,
  TypeChange,
  ValueChange,
  ValueDay,
} from "../../../shared/features/stock-value/value-history.ts";
import type { Database } from "../../store/database/open-database.ts";
import type { ThreadTask } from "../../store/database/worker-rpc.ts";
import type { ReadingContext } from "../../store/index/inventory-reader.ts";
import { fromMinor, hasValueTables, rulesOn, type TypeValue } from "./value-days.ts";

type DayRow = Omit<TypeValue, "typeId"> & { readonly day: string };

/** Reads the stock's value on the latest local days. @param typeId null for all items. */
export const READ_VALUE_DAYS: ThreadTask<
  ReadingContext,
  { readonly typeId: string | null; readonly days: number; readonly now: number },
  ValueDay[]
> = {
  name: "stock-value.days",
  run: ({ database }, { typeId, days, now }) => {
    if (!hasValueTables(database)) return [];
    const [ofType, ids] = typeId === null ? ["", []] : ["AND typeId = ?", [typeId]];
    const rows = database
      .prepare(
        `SELECT day, currency, sum(items) AS items, CAST(sum(value) AS REAL) AS value, sum(available) AS available,
           sum(checkedOut) AS checkedOut
         FROM value_days WHERE day >= ? ${ofType} GROUP BY day, currency ORDER BY day, items DESC`,
      )
      .all(firstDay(days, now), ...ids) as unknown as DayRow[];
    const counts = database
      .prepare(
        `SELECT day, sum(items) AS items FROM snapshots WHERE day >= ? AND dimension = 'types'
           AND status <> 'archived' ${typeId === null ? "" : "AND id = ?"} GROUP BY day`,
      )
      .all(firstDay(days, now), ...ids) as { day: string; items: number }[];
    const countOf = new Map(counts.map(({ day, items }) => [day, items]));
    return [...groupBy(rows, ({ day }) => day)].map(([day, ofDay]) => ({
      day,
      items: countOf.get(day) ?? 0,
      currencies: ofDay.map(({ currency, items, value, available, checkedOut }) => ({
        currency,
        items,
        value: fromMinor(value, currency),
        available: fromMinor(available, currency),
        checkedOut: fromMinor(checkedOut, currency),
      })),
    }));
  },
};

/** One type's value in one currency, before and now, in the minor unit. */
interface Compared {
  readonly typeId: string;
  readonly currency: string;
  before: number;
  now: number;
  /** The value of today's items by the earlier day's rule. */
  atFormerRule: number;
}

/**
 * Compares each type's value with the last observed day before today. The part of prices is the value of today's items
 * by today's rule, less their value by the rule of that day.
 */
export const READ_VALUE_CHANGE: ThreadTask<
  ReadingContext,
  { readonly now: number },
  { since: string | null; totals: ValueChange[]; types: TypeChange[] }
> = {
  name: "stock-value.change",
  run: ({ database }, { now }) => {
    const today = localDay(new Date(now));
    const since = hasValueTables(database) ? lastDayBefore(database, today) : null;
    if (since === null) return { since, totals: [], types: [] };
    const changes = new Map<string, Compared>();
    const changeOf = (typeId: string, currency: string): Compared => {
      const key = JSON.stringify([typeId, currency]);
      const known = changes.get(key) ?? { typeId, currency, before: 0, now: 0, atFormerRule: 0 };
      changes.set(key, known);
      return known;
    };
    for (const { typeId, currency, value } of valuesOn(database, since))
      changeOf(typeId, currency).before = value;
    // Before today's first pass nothing is known to have changed.
    const latest = isObserved(database, today) ? today : since;
    const changed = changedRules(database, since, latest);
    for (const { typeId, currency, value } of valuesOn(database, latest)) {
      const change = changeOf(typeId, currency);
      change.now = value;
      if (!changed.has(typeId)) change.atFormerRule = value;
    }
    for (const { typeId, currency, value } of valuesByRules(database, changed))
      changeOf(typeId, currency).atFormerRule = value;
    const nameOf = typeNames(database);
    const types = [...changes.values()]
      .filter(({ before, now: value, atFormerRule }) => before !== value || atFormerRule !== value)
      .map(({ typeId, currency, before, now: value, atFormerRule }) => ({
        typeId,
        name: nameOf(typeId),
        ...changeIn(currency, before, value, value - atFormerRule),
      }));
    const totals = [...groupBy(changes.values(), ({ currency }) => currency)].map(([currency, ofIt]) => {
      const sum = (of: (change: Compared) => number): number => ofIt.reduce((all, one) => all + of(one), 0);
      return changeIn(
        currency,
        sum(({ before }) => before),
        sum(({ now: value }) => value),
        sum(({ now: value, atFormerRule }) => value - atFormerRule),
      );
    });
    return { since, totals, types };
  },
};

/** A change from amounts in the minor unit. */
const changeIn = (currency: string, before: number, now: number, byPrice: number): ValueChange => ({
  currency,
  before: fromMinor(before, currency),
  now: fromMinor(now, currency),
  byPrice: fromMinor(byPrice, currency),
});

const isObserved = (database: Database, day: string): boolean =>
  database.prepare("SELECT 1 FROM snapshot_days WHERE day = ?").get(day) !== undefined;

function lastDayBefore(database: Database, today: string): string | null {
  const { day } = database.prepare("SELECT max(day) AS day FROM value_days WHERE day < ?").get(today) as {
    day: string | null;
  };
  return day;
}

function valuesOn(
  database: Database,
  day: string,
): readonly Pick<TypeValue, "typeId" | "currency" | "value">[] {
  return database
    .prepare("SELECT typeId, currency, CAST(value AS REAL) AS value FROM value_days WHERE day = ?")
    .all(day);
}

/** The former rules of the types whose rule is another one today. */
function changedRules(
  database: Database,
  since: string,
  today: string,
): ReadonlyMap<string, ValueRule | null> {
  const former = rulesOn(database, since);
  return new Map(
    [...rulesOn(database, today)].flatMap(([typeId, rule]) => {
      const before = former.get(typeId) ?? null;
      return JSON.stringify(before) === JSON.stringify(rule) ? [] : [[typeId, before] as const];
    }),
  );
}

/** Values the present items of some types by given rules, in the minor unit. */
function valuesByRules(
  database: Database,
  rules: ReadonlyMap<string, ValueRule | null>,
): readonly Pick<TypeValue, "typeId" | "currency" | "value">[] {
  const priced = new Map(
    [...rules].flatMap(([typeId, rule]) =>
      rule && "per" in rule ? [[typeId, { value: valuer(rule), currency: rule.currency }] as const] : [],
    ),
  );
  const sums = new Map<string, number>();
  const items = database.prepare(
    `SELECT materialTypeId AS typeId, remainingLength AS length, weight FROM items
     WHERE status IS NOT 'archived' AND noLongerReturnedSince IS NULL
       AND materialTypeId IN (SELECT value FROM json_each(?))`,
  );
  type Row = { readonly typeId: string; readonly length: number | null; readonly weight: number | null };
  for (const { typeId, length, weight } of items.iterate(
    JSON.stringify([...priced.keys()]),
  ) as Iterable<Row>) {
    const valued = priced.get(typeId)?.value(length, weight);
    if (valued && "minor" in valued) sums.set(typeId, (sums.get(typeId) ?? 0) + valued.minor);
  }
  return [...sums].map(([typeId, value]) => ({
    typeId,
    currency: priced.get(typeId)?.currency ?? "",
    value,
  }));
}

/** A function to the name of a material type; null for an unknown one. */
function typeNames(database: Database): (typeId: string) => string | null {
  const name = database.prepare("SELECT name FROM types WHERE id = ?");
  return (typeId) => (name.get(typeId) as { name: string } | undefined)?.name ?? null;
}

/** Reads the value of each type's use, and its average value on the observed days. */
export const READ_TURNOVER: ThreadTask<
  ReadingContext,
  { readonly days: number; readonly now: number },
  { observedDays: number; types: Turnover[] }
> = {
  name: "stock-value.turnover",
  run: ({ database }, { days, now }) => {
    if (!hasValueTables(database)) return { observedDays: 0, types: [] };
    const from = firstDay(days, now);
    const { observedDays } = database
      .prepare("SELECT count(DISTINCT day) AS observedDays FROM value_days WHERE day >= ?")
      .get(from) as { observedDays: number };
    const consumed = consumedValues(database, from);
    const sums = database
      .prepare(
        "SELECT typeId, currency, CAST(sum(value) AS REAL) AS sum FROM value_days WHERE day >= ? GROUP BY 1, 2",
      )
      .all(from) as { typeId: string; currency: string; sum: number }[];
    const nameOf = typeNames(database);
    const types = sums.map(({ typeId, currency, sum }) => ({
      typeId,
      name: nameOf(typeId),
      currency,
      consumed: fromMinor(consumed.get(JSON.stringify([typeId, currency])) ?? 0, currency),
      average: fromMinor(Math.round(sum / observedDays), currency),
    }));
    return { observedDays, types };
  },
};

/** The value of the amounts used since a day, in the minor unit. Keys are type and currency. */
function consumedValues(database: Database, from: string): ReadonlyMap<string, number> {
  const rows = database
    .prepare(
      `SELECT consumption.typeId, length, weight,
         (SELECT rule FROM value_rule_days WHERE value_rule_days.typeId = consumption.typeId AND since <= consumption.day
          ORDER BY since DESC LIMIT 1) AS rule
       FROM consumption WHERE day >= ?`,
    )
    .all(from) as { typeId: string; length: number; weight: number; rule: string | null }[];
  const valuers = new Map<string, (length: number, weight: number) => Valued>();
  const consumed = new Map<string, number>();
  for (const { typeId, length, weight, rule: text } of rows) {
    const rule = text === null ? null : (JSON.parse(text) as ValueRule);
    if (text === null || !rule || "gap" in rule) continue;
    // The spool does not get lighter.
    const value = valuers.get(text) ?? valuer({ ...rule, spoolWeight: 0 });
    valuers.set(text, value);
    const valued = value(length, weight);
    if ("gap" in valued) continue;
    const key = JSON.stringify([typeId, rule.currency]);
    consumed.set(key, (consumed.get(key) ?? 0) + valued.minor);
  }
  return consumed;
}
