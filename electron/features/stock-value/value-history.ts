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
import type { ReadingContext } from "../../index/reading-context.ts";
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
    const from = firstDay(days, now);
    const [ofType, ids] = typeId === null ? ["", []] : ["AND typeId = ?", [typeId]];
    const rows = database
      .prepare(
        `SELECT day, currency, sum(items) AS items, sum(value + 0.0) AS value, sum(available + 0.0) AS available,
           sum(checkedOut + 0.0) AS checkedOut
         FROM value_days WHERE day >= ? ${ofType} GROUP BY day, currency ORDER BY day, items DESC`,
      )
      .all(from, ...ids) as unknown as DayRow[];
    const counts = database
      .prepare(
        `SELECT day, sum(items) AS items FROM snapshots WHERE day >= ? AND dimension = 'types'
           AND status <> 'archived' ${typeId === null ? "" : "AND id = ?"} GROUP BY day`,
      )
      .all(from, ...ids) as { day: string; items: number }[];
    const countOf = new Map(counts.map(({ day, items }) => [day, items]));
    const valued = groupBy(rows, ({ day }) => day);
    const nothing = currenciesOf(database, rows, typeId).map((currency) => ({
      currency,
      items: 0,
      value: 0,
      available: 0,
      checkedOut: 0,
    }));
    return valuedDays(database, from, typeId).map((day) => ({
      day,
      items: countOf.get(day) ?? 0,
      currencies:
        valued.get(day)?.map(({ currency, items, value, available, checkedOut }) => ({
          currency,
          items,
          value: fromMinor(value, currency),
          available: fromMinor(available, currency),
          checkedOut: fromMinor(checkedOut, currency),
        })) ?? nothing,
    }));
  },
};

/**
 * The local days whose value is known, in order. After the first valuation, a day that ended without stock has a known
 * value too. If a day had stock but has no sum, its value is unknown, because this computer may not have been running.
 * @param typeId null for all items.
 */
function valuedDays(database: Database, from: string, typeId: string | null): readonly string[] {
  const of = (column: string): string => (typeId === null ? "" : `AND ${column} = :typeId`);
  const rows = database
    .prepare(
      `SELECT DISTINCT day FROM value_days WHERE day >= :from ${of("typeId")}
       UNION
       SELECT day FROM snapshot_days AS d WHERE day >= :from
         AND EXISTS (SELECT 1 FROM value_rule_days WHERE since <= d.day AND rule ->> 'per' IS NOT NULL ${of("typeId")})
         AND NOT EXISTS (SELECT 1 FROM snapshots AS s WHERE s.day = d.day AND s.dimension = 'types'
           AND s.status <> 'archived' AND s.items > 0 ${of("s.id")})
       ORDER BY day`,
    )
    .all({ from, ...(typeId === null ? {} : { typeId }) }) as { day: string }[];
  return rows.map(({ day }) => day);
}

/** The currencies of values. If there are no values, the currencies of the rules by which types were valued. */
function currenciesOf(
  database: Database,
  rows: readonly Pick<DayRow, "currency">[],
  typeId: string | null,
): readonly string[] {
  const found = [...new Set(rows.map(({ currency }) => currency))];
  if (found.length > 0) return found;
  const rules = database
    .prepare(
      `SELECT DISTINCT rule ->> 'currency' AS currency FROM value_rule_days
       WHERE rule ->> 'per' IS NOT NULL ${typeId === null ? "" : "AND typeId = ?"} ORDER BY currency`,
    )
    .all(...(typeId === null ? [] : [typeId])) as { currency: string }[];
  return rules.map(({ currency }) => currency);
}

/** The value of one type in one currency, before and now, in the minor unit. */
interface Compared {
  readonly typeId: string;
  readonly currency: string;
  before: number;
  now: number;
  /** The value of today's items by the rule of the earlier day. */
  atFormerRule: number;
}

/**
 * Compares each type's value with the last observed day before today. The change by prices is the value of today's
 * items by today's rule, minus the value of the same items by the rule of the earlier day.
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
    // Before the first pass of today, no change is known.
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

/** Makes a change from amounts in the minor unit. */
const changeIn = (currency: string, before: number, now: number, byPrice: number): ValueChange => ({
  currency,
  before: fromMinor(before, currency),
  now: fromMinor(now, currency),
  byPrice: fromMinor(byPrice, currency),
});

const isObserved = (database: Database, day: string): boolean =>
  database.prepare("SELECT 1 FROM snapshot_days WHERE day = ?").get(day) !== undefined;

const lastDayBefore = (database: Database, today: string): string | null =>
  valuedDays(database, "", null).findLast((day) => day < today) ?? null;

function valuesOn(
  database: Database,
  day: string,
): readonly Pick<TypeValue, "typeId" | "currency" | "value">[] {
  return database
    .prepare("SELECT typeId, currency, CAST(value AS REAL) AS value FROM value_days WHERE day = ?")
    .all(day);
}

/** The former rules of the types whose rule is different today. */
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

/** The values of some types' present items by given rules, in the minor unit. */
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

/** Makes a function that returns the name of a material type; null for an unknown type. */
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
    const observedDays = valuedDays(database, from, null).length;
    const sums = database
      .prepare(
        "SELECT typeId, currency, sum(value + 0.0) AS sum FROM value_days WHERE day >= ? GROUP BY 1, 2",
      )
      .all(from) as { typeId: string; currency: string; sum: number }[];
    const sumOf = new Map(sums.map(({ typeId, currency, sum }) => [JSON.stringify([typeId, currency]), sum]));
    const consumed = consumedValues(database, from);
    const nameOf = typeNames(database);
    // A type that was used up within the days may have no value at the end of any day.
    const used = [...consumed].flatMap(([key, minor]) => (minor === 0 ? [] : [key]));
    const types = [...new Set([...sumOf.keys(), ...used])].map((key) => {
      const [typeId, currency] = JSON.parse(key) as [string, string];
      const average = observedDays === 0 ? 0 : Math.round((sumOf.get(key) ?? 0) / observedDays);
      return {
        typeId,
        name: nameOf(typeId),
        currency,
        consumed: fromMinor(consumed.get(key) ?? 0, currency),
        average: fromMinor(average, currency),
      };
    });
    return { observedDays, types };
  },
};

/** The value of the amounts that were used since a day, in the minor unit. The keys are made of type and currency. */
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
    // The amount is a difference between two weights, so it contains no spool.
    const value = valuers.get(text) ?? valuer({ ...rule, spoolWeight: 0 });
    valuers.set(text, value);
    const valued = value(length, weight);
    if ("gap" in valued) continue;
    const key = JSON.stringify([typeId, rule.currency]);
    consumed.set(key, (consumed.get(key) ?? 0) + valued.minor);
  }
  return consumed;
}
