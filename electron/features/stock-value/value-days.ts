import type { ValueRule } from "../../../shared/features/stock-value/valuation.ts";
import { minorDigits } from "../../../shared/inventory/currency.ts";
import { KEPT_DAYS } from "../../../shared/inventory/stock.ts";
import { localDay, startOfLocalDay } from "../../../shared/base/time/local-day.ts";
import type { Database } from "../../store/database/open-database.ts";
import type { WriterTask } from "../../store/ingest/writer-context.ts";

/** The value of one material type's items in one currency, in the minor unit (cents). */
export interface TypeValue {
  readonly typeId: string;
  readonly currency: string;
  /** The number of items with a value. */
  readonly items: number;
  readonly value: number;
  readonly available: number;
  readonly checkedOut: number;
}

/** Converts an amount to minor units. */
export const toMinor = (amount: number, currency: string): number =>
  Math.round(amount * 10 ** minorDigits(currency));
/** Converts minor units to an amount. */
export const fromMinor = (minor: number, currency: string): number => minor / 10 ** minorDigits(currency);

/** Creates the tables of past values and rules. A rule applies from its day until the day of the type's next rule. */
function createValueTables(database: Database): void {
  database.exec(`
    CREATE TABLE IF NOT EXISTS value_rule_days (
      typeId TEXT NOT NULL, since TEXT NOT NULL, rule TEXT NOT NULL, PRIMARY KEY (typeId, since)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS value_days (
      day TEXT NOT NULL, typeId TEXT NOT NULL, currency TEXT NOT NULL, items INTEGER NOT NULL,
      value INTEGER NOT NULL, available INTEGER NOT NULL, checkedOut INTEGER NOT NULL,
      PRIMARY KEY (day, typeId, currency)
    ) STRICT, WITHOUT ROWID`);
}

/** Whether any value was ever saved. */
export const hasValueTables = (database: Database): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'value_days'").get() !== undefined;

/** The rules that applied at the end of a local day, by material type. */
export function rulesOn(database: Database, day: string): ReadonlyMap<string, ValueRule> {
  const rows = database
    .prepare(
      // SQLite returns the other columns from the row with the maximum.
      "SELECT typeId, rule, max(since) FROM value_rule_days WHERE since <= ? GROUP BY typeId",
    )
    .all(day) as { typeId: string; rule: string }[];
  return new Map(rows.map(({ typeId, rule }) => [typeId, JSON.parse(rule) as ValueRule]));
}

/** The rule of types that are no longer valued. The user has withdrawn the last pricing basis. */
const NOT_VALUED: ValueRule = { gap: "basis not confirmed" };

/** Stores the rules that apply from a local day on. @returns the types whose rule changed. */
export function saveRules(
  database: Database,
  rules: ReadonlyMap<string, ValueRule>,
  day: string,
): readonly string[] {
  createValueTables(database);
  const former = rulesOn(database, day);
  const save = database.prepare(
    "INSERT OR REPLACE INTO value_rule_days (typeId, since, rule) VALUES (?, ?, ?)",
  );
  const all = new Map([...[...former.keys()].map((id) => [id, NOT_VALUED] as const), ...rules]);
  return [...all].flatMap(([typeId, rule]) => {
    const text = JSON.stringify(rule);
    if (JSON.stringify(former.get(typeId)) === text) return [];
    save.run(typeId, day, text);
    return [typeId];
  });
}

/** The largest double that fits into an integer of SQLite. */
const MOST_STORED = 2 ** 63 - 1_024;

/** Saves the values of a local day, replacing earlier values of this day. The days are those of `snapshot_days`. */
export function saveValueDay(database: Database, day: string, values: readonly TypeValue[]): void {
  if (values.length === 0 && !hasValueTables(database)) return;
  createValueTables(database);
  const { changes: replaced } = database.prepare("DELETE FROM value_days WHERE day = ?").run(day);
  if (replaced === 0) prune(database, day);
  const insert = database.prepare(
    `INSERT INTO value_days (day, typeId, currency, items, value, available, checkedOut)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const { typeId, currency, items, value, available, checkedOut } of values) {
    const amounts = [value, available, checkedOut].map((amount) => Math.min(amount, MOST_STORED));
    insert.run(day, typeId, currency, items, ...amounts);
  }
}

/** Deletes the values of days without a snapshot. Also deletes rules that no kept day needs. */
function prune(database: Database, today: string): void {
  database
    .prepare(
      `DELETE FROM value_days WHERE day IN (SELECT DISTINCT day FROM value_days
         WHERE day < ? EXCEPT SELECT day FROM snapshot_days)`,
    )
    .run(today);
  const oldest = localDay(startOfLocalDay(today, -KEPT_DAYS));
  database
    .prepare(
      `DELETE FROM value_rule_days WHERE since < ?1 AND EXISTS (SELECT 1 FROM value_rule_days AS later
         WHERE later.typeId = value_rule_days.typeId AND later.since > value_rule_days.since AND later.since <= ?1)`,
    )
    .run(oldest);
}

/** The values of past days. */
export interface ValueDays {
  /** The rules by material type. They apply from the first of the days. */
  readonly rules: ReadonlyMap<string, ValueRule>;
  /** The days, the oldest first. */
  readonly days: readonly { readonly day: string; readonly values: readonly TypeValue[] }[];
}

/** Writes generated values of past days. */
export const IMPORT_VALUE_DAYS: WriterTask<ValueDays, void> = {
  name: "stock-value.import",
  run: ({ database }, { rules, days }) => {
    const [first] = days;
    if (!first) return;
    saveRules(database, rules, first.day);
    for (const { day, values } of days) saveValueDay(database, day, values);
  },
};
