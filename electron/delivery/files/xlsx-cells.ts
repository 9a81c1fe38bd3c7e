import { minorDigits } from "../../../shared/inventory/currency.ts";
import { parseInstant } from "../../../shared/base/time/instant.ts";

/** The most characters of the currency within a number format. Excel allows 255 for the whole format. */
const MAX_CURRENCY = 40;

/** Excel's number format for the amounts of a currency: `#,##0.00 "EUR"`, without decimals for JPY. */
export function moneyFormat(currency: string): string {
  const digits = minorDigits(currency);
  const decimals = digits === 0 ? "" : `.${"0".repeat(digits)}`;
  // A quotation mark in the currency would end the literal.
  return `#,##0${decimals} "${currency.replaceAll(/["\\]/g, "").slice(0, MAX_CURRENCY)}"`;
}

/** The most characters that Excel keeps in a cell, in UTF-16 units. */
export const MAX_CELL = 32_767;
/**
 * The dates that a spreadsheet can store, in ms since the epoch. Dates before March 1900 differ between programs,
 * because Excel has a 29 February 1900.
 */
const [FIRST_DATE, LAST_DATE] = [Date.UTC(1900, 2, 1), Date.UTC(9999, 11, 31, 23, 59, 59, 999)];
const [DAY, EPOCH_SERIAL] = [86_400_000, 25_569];
/** The text that replaces the end of a cut text. */
const CUT = " … [cut: a cell of Excel holds 32,767 characters; CSV and JSON have the whole text]";

/** The day number of a date in a spreadsheet; null if a spreadsheet cannot store the date. */
export function dateSerial(iso: string): number | null {
  const milliseconds = parseInstant(iso) === null ? Number.NaN : Date.parse(iso);
  if (!(milliseconds >= FIRST_DATE && milliseconds <= LAST_DATE)) return null;
  return milliseconds / DAY + EPOCH_SERIAL;
}

/** Cuts a text that does not fit into a cell. A note at the end says that the text was cut. */
export function fittingText(text: string): string {
  if (text.length <= MAX_CELL) return text;
  const kept = text.slice(0, MAX_CELL - CUT.length);
  // A surrogate pair must not be cut into halves.
  return (/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept) + CUT;
}
