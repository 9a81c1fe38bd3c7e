import { translationFiles } from "../electron/base/catalogue-file.ts";
import { LANGUAGE_TAGS, type Language } from "../shared/base/text/languages.ts";

/** A translated text, and the file that has it. */
export interface Translation {
  readonly text: string;
  readonly description: string | undefined;
  readonly file: string;
}

/** The languages that texts are translated to. */
const TRANSLATED = LANGUAGE_TAGS.filter((language) => language !== "en");

/** Reads all translations, by language and key. */
export function readTranslations(): ReadonlyMap<Language, ReadonlyMap<string, Translation>> {
  return new Map(TRANSLATED.map((language) => [language, translationsTo(language)]));
}

const translationsTo = (language: Language): ReadonlyMap<string, Translation> =>
  new Map(
    translationFiles(language).flatMap(({ file, entries }) =>
      Object.entries(entries).map(([key, { defaultMessage, description }]) => [
        key,
        { text: defaultMessage, description, file },
      ]),
    ),
  );
