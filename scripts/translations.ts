import fs from "node:fs";
import path from "node:path";
import { LANGUAGE_TAGS, type Language } from "../shared/base/text/languages.ts";
import { ROOT } from "./root.ts";

/** A translated text, and the file that has it. */
export interface Translation {
  readonly text: string;
  readonly description: string | undefined;
  readonly file: string;
}

/** A feature's translations (`messages.de.json`), by the text's key. Weblate reads this form (formatjs). */
export type TranslationFile = Readonly<
  Record<string, { readonly defaultMessage: string; readonly description?: string }>
>;

/** The languages that texts are translated to. */
export const TRANSLATED: readonly Language[] = LANGUAGE_TAGS.filter((language) => language !== "en");

/** The folders that have texts of users. */
export const TEXT_ROOMS = ["electron", "renderer", "shared"] as const;

/** Reads all translations, by language and key. */
export function readTranslations(): ReadonlyMap<Language, ReadonlyMap<string, Translation>> {
  const found = new Map(TRANSLATED.map((language) => [language, new Map<string, Translation>()]));
  for (const room of TEXT_ROOMS)
    for (const name of fs.readdirSync(path.join(ROOT, room), { recursive: true, encoding: "utf8" })) {
      const [, tag] = /(?:^|[/\\])messages\.([\w-]+)\.json$/.exec(name) ?? [];
      const texts = found.get(tag as Language);
      if (!texts) continue;
      const file = path.join(room, name);
      const entries = JSON.parse(fs.readFileSync(path.join(ROOT, file), "utf8")) as TranslationFile;
      for (const [key, { defaultMessage, description }] of Object.entries(entries))
        texts.set(key, { text: defaultMessage, description, file });
    }
  return found;
}
