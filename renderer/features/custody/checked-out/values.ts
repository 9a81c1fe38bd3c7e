import type { Row } from "../../../../shared/query/query-calls.ts";
import { groupBy } from "../../../../shared/base/group-by.ts";
import { exactSum } from "../../../../shared/inventory/currency.ts";
import { findField, type Field } from "../../../../shared/inventory/fields.ts";
import type { Total } from "../../../../shared/query/totals.ts";
import { formatMoney, moneyOfRow } from "../../../inventory/units/money.ts";
import type { Group } from "./groups.ts";
import { listOfAmounts, sheetValue } from "./messages.ts";
import type { SheetItems } from "./sheet-items.ts";

const VALUE = findField("items", "value") as Field;

/** The values of a group as amounts with their currencies; "–" if no item has a value. */
export function valuesText({ values }: Pick<Group, "values">): string {
  if (values.length === 0) return "–";
  return listOfAmounts(values.map(({ sum, measuredIn }) => formatMoney(sum, measuredIn)));
}

/**
 * The currency in which most items have values; null if no item has a value. Groups are sorted by their amounts in it.
 */
export function commonCurrency(groups: readonly Group[]): string | null {
  const totals = groups.flatMap(({ values }) => values);
  const counts = [...groupBy(totals, ({ measuredIn }) => measuredIn)].map(([currency, ofIt]) => ({
    currency,
    items: ofIt.reduce((sum, { count }) => sum + count, 0),
  }));
  return counts.toSorted((a, b) => b.items - a.items)[0]?.currency ?? null;
}

/** The amount of a group in one currency; null if no item has a value in this currency. */
export function amountIn({ values }: Pick<Group, "values">, currency: string | null): number | null {
  const total = values.find(({ measuredIn }: Total) => measuredIn === currency);
  return currency === null ? null : (total?.sum ?? null);
}

/** Whether an item has a value. */
export const hasValue = (row: Row): boolean => typeof row[VALUE.name] === "number";

/** The value of one item; "–" if it is unknown. */
export function valueText(row: Row): string {
  const value = row[VALUE.name];
  return typeof value === "number" ? moneyOfRow(VALUE, value, row) : "–";
}

/** The value of a sheet's items, in each currency; null if no item has a value, or if some items are not listed. */
export function sheetValueText({ rows, total }: SheetItems): string | null {
  const valued = rows.filter(hasValue);
  if (valued.length === 0 || total > rows.length) return null;
  const amounts = [...groupBy(valued, (row) => String(row[VALUE.measuredIn ?? ""]))].map(([currency, ofIt]) =>
    formatMoney(
      exactSum(
        ofIt.reduce((sum, row) => sum + Number(row[VALUE.name]), 0),
        currency,
      ),
      currency,
    ),
  );
  return sheetValue(amounts, valued.length, rows.length);
}
