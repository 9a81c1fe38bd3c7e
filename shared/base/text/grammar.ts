import { inLocale } from "./locale.ts";

/** The language of the texts. Its grammar decides forms; the locale only decides how digits are written. */
const LANGUAGE = "en-GB";
const RULES = new Intl.PluralRules(LANGUAGE);
const ALL = new Intl.ListFormat(LANGUAGE, { type: "conjunction" });
const ANY = new Intl.ListFormat(LANGUAGE, { type: "disjunction" });
const numbers = inLocale((locale) => new Intl.NumberFormat(locale));
const integers = inLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));

/** A count of things, with the local grouping of digits. */
export function formatCount(value: number): string {
  return integers().format(value);
}

/** The form that goes with a count: "is" or "are", "this filter" or "these filters". */
export function pluralForm(count: number, one: string, many: string): string {
  return RULES.select(count) === "one" ? one : many;
}

/** A count with its noun: "1 row", "12,000 rows"; a span of time may be "1.5 hours". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${numbers().format(count)} ${pluralForm(count, one, many)}`;
}

/** "views, names and notes". */
export const listOfAll = (parts: readonly string[]): string => ALL.format(parts);

/** "blue, red or green". */
export const listOfAny = (parts: readonly string[]): string => ANY.format(parts);
