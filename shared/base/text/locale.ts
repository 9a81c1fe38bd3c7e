import { currentLanguage } from "./catalogue.ts";

/** The locale of numbers, dates and times; undefined for the runtime's default. */
let chosen: string | undefined;

/**
 * Sets the locale of this process or page. Call it before anything is formatted. The desktop app and its pages use the
 * system's locale, a browser uses its own locale, and the command line uses the locale of its environment.
 */
export function setLocale(locale: string | undefined): void {
  chosen = isLocale(locale) ? locale : undefined;
}

/** The locale for formatters; undefined for the runtime's default. */
export function currentLocale(): string | undefined {
  return chosen;
}

/** Makes a value at its first use, and again whenever its key has changed. */
function oncePer<K, T>(keyOf: () => K, make: (key: K) => T): () => T {
  let made: { readonly key: K; readonly value: T } | null = null;
  return () => {
    const key = keyOf();
    if (made === null || made.key !== key) made = { key, value: make(key) };
    return made.value;
  };
}

/** Makes a formatter once per locale, at its first use. */
export const inLocale = <T>(make: (locale: string | undefined) => T): (() => T) =>
  oncePer(currentLocale, make);

/**
 * Makes a formatter once per language, at its first use. The locale of the system decides only how digits are written.
 */
const inLanguage = <T>(make: (language: string) => T): (() => T) => oncePer(currentLanguage, make);

/**
 * The locale of dates: the system's locale, but with the words of the app's language if the app is translated. On a
 * system in English, a Spanish app writes "30 nov 2026". The English app, which people use on systems of all languages,
 * has the system's words.
 */
function localeOfDates(locale: string | undefined, appLanguage: string): string | undefined {
  const { language } = new Intl.Locale(appLanguage);
  const system = new Intl.Locale(locale ?? new Intl.DateTimeFormat().resolvedOptions().locale);
  if (language === "en" || language === system.language) return locale;
  const { calendar, hourCycle } = system;
  const { region } = system.maximize();
  return new Intl.Locale(language, {
    ...(region && { region }),
    ...(calendar && { calendar }),
    ...(hourCycle && { hourCycle }),
  }).toString();
}

// Rows format many dates, so the locale is not computed again for each date.
const dateLocale = inLocale((locale) => inLanguage((language) => localeOfDates(locale, language)));

/** Makes a formatter of dates once per locale, at its first use. */
export const inDateLocale = <T>(make: (locale: string | undefined) => T): (() => T) =>
  oncePer(() => dateLocale()(), make);

/**
 * The locale of a POSIX environment: LC_ALL, else LC_NUMERIC, else LANG. "de_CH.UTF-8" becomes "de-CH". For "C" the
 * JavaScript runtime chooses the locale.
 */
export function environmentLocale(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const text = env["LC_ALL"] || env["LC_NUMERIC"] || env["LANG"] || "";
  const locale = text.replace(/[.@].*$/, "").replaceAll("_", "-");
  return isLocale(locale) && locale !== "C" && locale !== "POSIX" ? locale : undefined;
}

function isLocale(locale: string | undefined): locale is string {
  if (!locale) return false;
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    // The text is not a language tag.
    return false;
  }
}

/** The plural rules of the app's language. */
export const pluralRules = inLanguage((language) => new Intl.PluralRules(language));
/** The rules of the app's language for ordinal numbers. */
export const ordinalRules = inLanguage((language) => new Intl.PluralRules(language, { type: "ordinal" }));
const all = inLanguage((language) => new Intl.ListFormat(language, { type: "conjunction" }));
const any = inLanguage((language) => new Intl.ListFormat(language, { type: "disjunction" }));
const units = inLanguage((language) => new Intl.ListFormat(language, { type: "unit", style: "short" }));
/** The formatter of numbers in texts: a count, or a time of 1.5 hours. */
export const pluralNumbers = inLocale((locale) => new Intl.NumberFormat(locale));
const integers = inLocale((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 0 }));

/** Formats a count of things with the digit grouping of the locale. */
export function formatCount(value: number): string {
  return integers().format(value);
}

/** The service does not tell the precision. Further decimals are shown only in the tooltip. */
export const MAX_DECIMALS = 4;
const measurements = inLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: MAX_DECIMALS }),
);
/** Values below this limit would be rounded to zero. */
const SMALLEST = 0.5 / 10 ** MAX_DECIMALS;
const tiny = inLocale(
  (locale) => new Intl.NumberFormat(locale, { notation: "scientific", maximumSignificantDigits: 3 }),
);

/** Formats a measurement in local digits, without a unit: the specification gives no units (2.8). */
export function formatNumber(value: number): string {
  return (value !== 0 && Math.abs(value) < SMALLEST ? tiny() : measurements()).format(value);
}

/** Joins parts as in "views, names and notes". */
export const listOfAll = (parts: readonly string[]): string => all().format(parts);

/** Joins parts as in "blue, red or green". */
export const listOfAny = (parts: readonly string[]): string => any().format(parts);

/** Joins parts as in "9 unchanged, 2 changed". */
export const listOf = (parts: readonly string[]): string => units().format(parts);
