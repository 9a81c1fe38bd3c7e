import compile from "icu-minify/compile";
import format, { type CompiledMessage, type FormatOptions } from "icu-minify/format";
import type { GetICUArgs } from "@schummar/icu-type-parser";
import { translationOf } from "./catalogue.ts";
import { ordinalRules, pluralRules, pluralNumbers } from "./locale.ts";

/** True in the built app: its build compiles all texts (`scripts/compile-texts.ts`). */
declare const TEXTS_ARE_COMPILED: boolean | undefined;

interface Arguments {
  /** A number must have a form (`{rows, number}`): otherwise digits of another locale could appear. */
  ICUArgument: string;
  ICUNumberArgument: number;
}

/** The tags of a text: `b` for important words, `dim` for unimportant words, `time` for a moment. */
export type Tag = "b" | "dim" | "time";

/** A text as the list of its parts, some of which have a tag. `renderer/ui/marked-sentence.tsx` shows it. */
export type MarkedText = readonly (string | Marked)[];

interface Marked {
  readonly tag: Tag;
  readonly text: string;
}

/** A marked text without its tags. */
export const plainText = (text: MarkedText): string =>
  text.map((part) => (typeof part === "string" ? part : part.text)).join("");

/**
 * The type of a text: a function if the text has arguments, else a string. For a text with tags, the function returns
 * marked text.
 */
type TextOf<S extends string> = keyof GetICUArgs<S, Arguments> extends never
  ? string
  : (values: GetICUArgs<S, Arguments>) => S extends `${string}</${string}>${string}` ? MarkedText : string;

export type Texts<T extends Readonly<Record<string, string>>> = { readonly [K in keyof T]: TextOf<T[K]> };

const HAS_ARGUMENTS = /\{/;
const TAGS: Readonly<Record<Tag, (parts: readonly (string | Marked)[]) => Marked>> = {
  b: (parts) => ({ tag: "b", text: plainText(parts) }),
  dim: (parts) => ({ tag: "dim", text: plainText(parts) }),
  time: (parts) => ({ tag: "time", text: plainText(parts) }),
};

const LANGUAGE_FORMATS: FormatOptions = {
  formatters: {
    // Numbers are written in the locale of numbers, not in the language of the text.
    getNumberFormat: () => pluralNumbers(),
    getPluralRules: (_locale, options) => (options?.type === "ordinal" ? ordinalRules() : pluralRules()),
    getDateTimeFormat: () => {
      throw new Error("a text gets dates as formatted strings");
    },
  },
};

/**
 * Declares texts for users in English, the source language. Each is an ICU message: `"{rows, plural, one {# row} other
 * {# rows}} selected"`. A message is a whole sentence; logic chooses between messages and never joins parts of one.
 * @param group the prefix of the texts' keys, which no other call uses: "custody.history".
 */
export function texts<const T extends Readonly<Record<string, string>>>(group: string, english: T): Texts<T> {
  const made: Record<string, unknown> = {};
  for (const [key, source] of Object.entries<Source>(english))
    made[key] = textOf(translationOf(`${group}.${key}`) ?? source);
  return made as Texts<T>;
}

/** A sentence in English. Another process or another user's app shows it in its own language. */
export interface Sentence {
  readonly english: string;
  readonly key: string;
  readonly values: SentenceValues;
}

/** The arguments of a sentence. An argument may be a sentence itself, such as a reason. */
export interface SentenceValues {
  readonly [name: string]: string | number | Sentence;
}

interface SentenceArguments {
  ICUArgument: string | Sentence;
  ICUNumberArgument: number;
}

type SentenceOf<S extends string> = keyof GetICUArgs<S, SentenceArguments> extends never
  ? Sentence
  : (values: GetICUArgs<S, SentenceArguments>) => Sentence;

type Sentences<T extends Readonly<Record<string, string>>> = { readonly [K in keyof T]: SentenceOf<T[K]> };

/**
 * Declares sentences that reach users in errors. A log and the command line show them in English, the page in its
 * language (`sentenceText`). @param group as in `texts`.
 */
export function sentences<const T extends Readonly<Record<string, string>>>(
  group: string,
  english: T,
): Sentences<T> {
  const made: Record<string, unknown> = {};
  for (const [name, source] of Object.entries<Source>(english)) {
    const key = `${group}.${name}`;
    const text = textOf(source);
    made[name] =
      typeof text === "string"
        ? { english: text, key, values: {} }
        : (values: SentenceValues): Sentence => ({
            english: text(withTexts(values, ({ english }) => english)) as string,
            key,
            values,
          });
  }
  return made as Sentences<T>;
}

/**
 * Translates a sentence of another process into this process's language. The sentence stays English if the language
 * lacks it.
 */
export function sentenceText({ english, key, values }: Sentence): string {
  const source = translationOf(key);
  if (source === undefined) return english;
  const text = textOf(source);
  return typeof text === "string" ? text : (text(withTexts(values, sentenceText)) as string);
}

const withTexts = (values: SentenceValues, textOfSentence: (sentence: Sentence) => string): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "object" ? textOfSentence(value) : value,
    ]),
  );

type Values = Readonly<Record<string, string | number>>;

type Source = string | CompiledMessage;

function textOf(source: Source): string | ((values: Values) => string | MarkedText) {
  if (typeof source === "string" && !HAS_ARGUMENTS.test(source)) return source;
  let message: CompiledMessage | null = null;
  return (values) => {
    message ??= compiled(source);
    const text = format<Marked>(message, "", { ...TAGS, ...values }, LANGUAGE_FORMATS);
    return typeof text === "string" || Array.isArray(text) ? text : [text];
  };
}

const compiled = (source: Source): CompiledMessage =>
  typeof TEXTS_ARE_COMPILED === "undefined" && typeof source === "string" ? compile(source) : source;
