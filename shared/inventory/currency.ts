import { currentLocale } from "../base/text/locale.ts";

/**
 * Folds a currency for comparison; null for an empty text. Blanks at its ends, repeated blanks and case do not count. Its
 * values are not known (specification 2.8), so any other text is a currency of its own.
 */
export function foldCurrency(currency: string | null): string | null {
  const folded = (currency ?? "").trim().replaceAll(/\s+/g, " ").toUpperCase();
  return folded === "" ? null : folded;
}

/** Whether a currency is a code that `Intl` formats. It accepts codes that it does not know. */
export const isCurrencyCode = (currency: string): boolean => /^[A-Z]{3}$/.test(currency);

const digits = new Map<string, number>();

/** The decimals of a currency's minor unit by ISO 4217: 2 for EUR, 0 for JPY, 2 for an unknown text. */
export function minorDigits(currency: string): number {
  let known = digits.get(currency);
  if (known === undefined) {
    known = isCurrencyCode(currency) ? decimalsOfCode(currency) : UNKNOWN_DECIMALS;
    digits.set(currency, known);
  }
  return known;
}

/**
 * The exact sum of amounts, from the sum of their doubles. A million of them are together off by less than half a minor
 * unit, as long as the sum is below 4 × 10^13 with two decimals.
 */
export function exactSum(sum: number, currency: string): number {
  const scale = 10 ** minorDigits(currency);
  return Math.round(sum * scale) / scale;
}

const UNKNOWN_DECIMALS = 2;

function decimalsOfCode(currency: string): number {
  const format = new Intl.NumberFormat(currentLocale(), { style: "currency", currency });
  return format.resolvedOptions().maximumFractionDigits ?? UNKNOWN_DECIMALS;
}
