import { isCurrencyCode, minorDigits } from "../../../shared/inventory/currency.ts";
import type { Field } from "../../../shared/inventory/fields.ts";
import { inLocale } from "../../../shared/base/text/locale.ts";
import type { Row } from "../../../shared/query/query-calls.ts";
import { withUnit } from "./in-units.ts";

const formatters = inLocale((locale) => {
  const known = new Map<string, Intl.NumberFormat>();
  return (currency: string): Intl.NumberFormat => {
    let format = known.get(currency);
    if (!format) {
      const decimals = minorDigits(currency);
      format = new Intl.NumberFormat(locale, {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        ...(isCurrencyCode(currency) && { style: "currency", currency }),
      });
      known.set(currency, format);
    }
    return format;
  };
});

/** An amount with its currency and the usual decimals of that currency: "€41,280.50", "12.00 BUCKS". */
export function formatMoney(amount: number, currency: string | null): string {
  const text = formatters()(currency ?? "").format(amount);
  return currency === null || isCurrencyCode(currency) ? text : withUnit(text, currency);
}

/** The text of a row's amount in a money column. */
export function moneyOfRow({ measuredIn = "" }: Pick<Field, "measuredIn">, amount: number, row: Row): string {
  const currency = row[measuredIn];
  return formatMoney(amount, typeof currency === "string" ? currency : null);
}
