import { inLocale } from "./locale.ts";
import { NUMBERS } from "./messages.ts";

/** The number in the user's text, or a sentence that explains how to write one. */
export type ReadNumber =
  { readonly value: number; readonly problem: null } | { readonly value: null; readonly problem: string };

export interface NumberReader {
  read(text: string): ReadNumber;
  /** Writes a number with all its digits and without group signs. */
  write(value: number): string;
  /** An example of how the locale writes numbers: "1,234.5 or 1234.5". */
  readonly example: string;
}

/** The signs with which a locale writes numbers. */
interface Signs {
  /** The ASCII digit for each local digit. */
  readonly digits: ReadonlyMap<string, string>;
  readonly group: readonly string[];
  readonly decimal: string;
  /** The number of digits in the last group of an integer; below, of the groups before it. */
  readonly last: number;
  readonly others: number;
}

const BLANKS = [" ", "\u00a0", "\u202f", "\u2009"];
const APOSTROPHES = ["’", "'"];
/** Marks of writing direction, which some locales put around the minus sign. */
const DIRECTIONS = /[\u200e\u200f\u061c]/gu;
const MINUS = /^[-\u2212]/u;
/** The number of significant decimal digits that a double always preserves. */
const EXACT_DIGITS = 15;

/** The reader of numbers in the app's locale. */
export const localNumbers = inLocale(numberReader);

/**
 * Makes a reader of numbers in the locale's form (`Intl.NumberFormat`), with or without groups. Other texts are
 * refused: "1,234" is 1234 in English and 1.234 in German, and "1e3" is not a number in either.
 * @param locale undefined for the runtime's.
 */
export function numberReader(locale: string | undefined): NumberReader {
  const own = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 });
  const latin = new Intl.NumberFormat(locale, { numberingSystem: "latn" }).resolvedOptions();
  const { locale: resolved, numberingSystem } = own.resolvedOptions();
  const ownWay = signsOf(resolved, numberingSystem);
  const ways = [ownWay];
  // Some keyboards have only ASCII digits.
  if (numberingSystem !== latin.numberingSystem) ways.push(signsOf(resolved, latin.numberingSystem));
  const grouped = new Intl.NumberFormat(locale, { useGrouping: "always" }).format(1_234.5);
  const example = NUMBERS.example({ grouped, plain: own.format(1_234.5) });
  // Some numbers have more digits than a double always keeps. They are accepted if printing the double gives the same
  // text.
  const isWritten = (plain: string, value: number): boolean =>
    withoutZeros(plain) === plainNumber(own.format(value).replaceAll(DIRECTIONS, ""), ownWay);
  return {
    example,
    write: (value) => own.format(value),
    read: (text) => {
      const tidy = text.replaceAll(DIRECTIONS, "").trim();
      if (tidy === "") return refused(NUMBERS.missing({ example }));
      const plain = ways.map((signs) => plainNumber(tidy, signs)).find((found) => found !== null);
      if (plain === undefined) return refused(NUMBERS.notANumber({ text: shortened(tidy), example }));
      const value = Number(plain);
      return isExact(plain, value) || isWritten(plain, value)
        ? { value, problem: null }
        : refused(NUMBERS.tooManyDigits({ text: shortened(tidy) }));
    },
  };
}

const refused = (problem: string): ReadNumber => ({ value: null, problem });

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

function signsOf(locale: string, numberingSystem: string): Signs {
  const format = new Intl.NumberFormat(locale, { numberingSystem, useGrouping: "always" });
  const parts = format.formatToParts(123_456_789_012.5);
  const sizes = parts.filter(({ type }) => type === "integer").map(({ value }) => Array.from(value).length);
  const signOf = (type: "group" | "decimal"): string => parts.find((part) => part.type === type)?.value ?? "";
  const group = signOf("group");
  const plain = new Intl.NumberFormat(locale, { numberingSystem, useGrouping: false });
  const digits = Array.from({ length: 10 }, (_, digit): [string, string] => [
    plain.format(digit).replaceAll(DIRECTIONS, ""),
    String(digit),
  ]);
  return {
    digits: new Map(digits),
    group: [BLANKS, APOSTROPHES].find((alike) => alike.includes(group)) ?? [group],
    decimal: signOf("decimal"),
    last: sizes.at(-1) ?? 3,
    others: sizes.at(-2) ?? 3,
  };
}

/**
 * Rewrites a number in JSON's notation, possibly with leading zeros. Null if the text is not written with these signs.
 */
function plainNumber(text: string, signs: Signs): string | null {
  const minus = MINUS.test(text) ? "-" : "";
  const [whole = "", fraction, ...more] = text.replace(MINUS, "").split(signs.decimal);
  if (more.length > 0) return null;
  const integer = plainInteger(whole, signs);
  const decimals = fraction === undefined ? "" : plainDigits(fraction, signs);
  if (integer === null || decimals === null) return null;
  return `${minus}${integer}${decimals === "" ? "" : `.${decimals}`}`;
}

/** An integer's digits without group signs; null if the groups do not fit the locale. */
function plainInteger(text: string, signs: Signs): string | null {
  const sign = signs.group.find((one) => one !== "" && text.includes(one));
  if (sign === undefined) return plainDigits(text, signs);
  const groups = text.split(sign).map((group) => plainDigits(group, signs));
  const [first, ...rest] = groups;
  const isPlaced = rest.every(
    (group, at) => group?.length === (at === rest.length - 1 ? signs.last : signs.others),
  );
  if (!first || !isPlaced || first.length > signs.others || first.startsWith("0")) return null;
  return groups.join("");
}

/** Rewrites the local digits of a text as 0 to 9; null if the text is empty or has other characters. */
function plainDigits(text: string, { digits }: Signs): string | null {
  const plain = Array.from(text, (sign) => digits.get(sign) ?? null);
  return plain.length === 0 || plain.includes(null) ? null : plain.join("");
}

/** Whether a double preserves every digit that was written. */
function isExact(plain: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  const digits = plain.replace(/^-?0*\.?0*/, "").replace(".", "");
  const significant = plain.includes(".") ? digits.replace(/0+$/, "") : digits;
  if (significant.length <= EXACT_DIGITS) return significant === "" || value !== 0;
  return !plain.includes(".") && BigInt(value) === BigInt(plain);
}

/** A plain number without superfluous zeros. */
function withoutZeros(plain: string): string {
  const [whole = "", fraction = ""] = plain.replace(/^(-?)0+(?=\d)/, "$1").split(".");
  const decimals = fraction.replace(/0+$/, "");
  return decimals === "" ? whole : `${whole}.${decimals}`;
}

/** Splits a list of numbers at line ends, semicolons, or commas before a blank. */
export function splitNumberList(text: string): readonly string[] {
  return text
    .split(/[;\r\n]|,(?=\s|$)/u)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

/** The reader of numbers in texts that depend on no locale, such as addresses: "1234.5". */
export const PLAIN_NUMBERS = numberReader("en");
