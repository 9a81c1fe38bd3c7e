import { parseArgs } from "node:util";
import { readMoment } from "../../../shared/query/past-moments.ts";
import { UsageError } from "./exit-code.ts";

/** The options of a command. An option is a flag, a text, or a text that may be repeated. */
export type OptionSpec = Readonly<Record<string, "flag" | "text" | "texts">>;

type Value<K> = K extends "flag" ? boolean : K extends "texts" ? readonly string[] : string | undefined;
export type Options<S extends OptionSpec> = { readonly [N in keyof S]: Value<S[N]> };

/** Reads a command's options. @throws UsageError for an unknown option, a missing value or an extra word. */
export const readOptions = <const S extends OptionSpec>(args: readonly string[], spec: S): Options<S> =>
  readWords(args, spec, 0).options;

/** Reads the only word of a command, and its options. @param name the meaning of the word. @throws as `readOptions`. */
export function readWord<const S extends OptionSpec>(
  args: readonly string[],
  spec: S,
  name: string,
): { readonly word: string; readonly options: Options<S> } {
  const {
    words: [word],
    options,
  } = readWords(args, spec, 1);
  if (word === undefined) throw new UsageError(`the ${name} is missing`);
  return { word, options };
}

/** Reads words and options. @param most the most words that are allowed among the options. */
function readWords<const S extends OptionSpec>(
  args: readonly string[],
  spec: S,
  most: number,
): { readonly words: readonly string[]; readonly options: Options<S> } {
  const options = Object.fromEntries(
    Object.entries(spec).map(([name, kind]) => [
      name,
      { type: kind === "flag" ? ("boolean" as const) : ("string" as const), multiple: kind === "texts" },
    ]),
  );
  try {
    const allowPositionals = most > 0;
    const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals });
    const filled = Object.entries(spec).map(([name, kind]) => [
      name,
      values[name] ?? (kind === "flag" ? false : kind === "texts" ? [] : undefined),
    ]);
    if (positionals.length > most) throw new Error(`Unexpected word "${positionals.at(-1) ?? ""}"`);
    return { words: positionals, options: Object.fromEntries(filled) as Options<S> };
  } catch (thrown) {
    const known = Object.keys(spec).map((name) => `--${name}`);
    const message = thrown instanceof Error ? (thrown.message.split(/\n|\. /)[0] ?? "") : String(thrown);
    throw new UsageError(`${message} (options: ${known.join(", ")})`);
  }
}

/** Returns the value of an option. @throws UsageError if the option is missing or empty. */
export function required(value: string | undefined, name: string): string {
  if (value === undefined || value === "") throw new UsageError(`--${name} is missing`);
  return value;
}

/** A whole number within bounds, or the default if the option is absent. @throws UsageError. */
export function wholeNumber(
  value: string | undefined,
  name: string,
  least: number,
  most: number,
  absent: number,
): number {
  if (value === undefined) return absent;
  const number = /^\d{1,12}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most)) {
    throw new UsageError(`--${name} takes a whole number from ${least} to ${most}, not "${value}"`);
  }
  return number;
}

/**
 * Reads a date-time or a day. A day means its end by this computer's clock.
 * @returns ISO 8601.
 * @throws UsageError.
 */
export function momentOf(value: string, name: string): string {
  const moment = readMoment(value);
  if (moment !== null) return moment;
  throw new UsageError(`--${name} takes a date such as 2026-11-01 or an ISO 8601 date-time, not "${value}"`);
}

/** Reads one word out of a set. @param shown the words as users type them, if they differ. @throws UsageError. */
export function oneOf<const T extends string>(
  value: string,
  name: string,
  words: readonly T[],
  shown: readonly string[] = words,
): T {
  const found = words.find((word) => word === value);
  if (found === undefined) throw new UsageError(`--${name} takes ${shown.join(" or ")}, not "${value}"`);
  return found;
}
