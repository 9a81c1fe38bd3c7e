import type { CompiledMessage } from "icu-minify/format";

/**
 * The texts of one language, by key ("custody.history.cut"). The catalogue for English is empty, because the code
 * contains the English texts.
 */
export interface Catalogue {
  /** A language tag: "de", "pt-BR". */
  readonly language: string;
  readonly texts: Readonly<Record<string, string | CompiledMessage>>;
}

/** English with the forms of en-GB. */
const ENGLISH: Catalogue = { language: "en-GB", texts: {} };

declare global {
  /** The catalogue of a page. The page's host sets it by a script (`electron/hosts/core/page-files.ts`). */
  var stockdeckCatalogue: Catalogue | undefined;
}

let catalogue = globalThis.stockdeckCatalogue ?? ENGLISH;

/**
 * Sets the language of this process or page, before the first text is read. @param loaded the catalogue; null for
 * English.
 */
export function setCatalogue(loaded: Catalogue | null): void {
  catalogue = loaded ?? ENGLISH;
}

/** The language of this process's texts. It decides plural forms and the form of lists. */
export const currentLanguage = (): string => catalogue.language;

/** The translation of a text; undefined if the process is English, or the catalogue lacks the text. */
export const translationOf = (key: string): string | CompiledMessage | undefined =>
  Object.hasOwn(catalogue.texts, key) ? catalogue.texts[key] : undefined;
