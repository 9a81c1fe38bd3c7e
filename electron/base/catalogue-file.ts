import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { setCatalogue, type Catalogue } from "../../shared/base/text/catalogue.ts";
import { isLanguage, type Language } from "../../shared/base/text/languages.ts";
import { entriesFrom } from "./thread.ts";

/** True in the built app: its build compiles all texts (`scripts/compile-texts.ts`). */
declare const TEXTS_ARE_COMPILED: boolean | undefined;

/** The environment variable from which threads read the language of their process. */
const VARIABLE = "STOCKDECK_LANGUAGE";

/** Sets the language of this process, and of the threads that it starts. Call it before the first text is read. */
export function startInLanguage(language: Language): void {
  setCatalogue(readCatalogue(language));
  process.env[VARIABLE] = language;
}

/** Sets the language of a thread to that of its process. */
export function followLanguage(): void {
  const language = process.env[VARIABLE];
  if (isLanguage(language)) setCatalogue(readCatalogue(language));
}

/** Reads the texts of a language; null for English, whose texts are in the code. */
function readCatalogue(language: Language): Catalogue | null {
  if (language === "en") return null;
  return typeof TEXTS_ARE_COMPILED === "undefined" ? readSources(language) : readBuilt(language);
}

function readBuilt(language: Language): Catalogue {
  const here = import.meta.url;
  const file = new URL(/* @vite-ignore */ `${entriesFrom(here)}/languages/${language}.json`, here);
  return JSON.parse(fs.readFileSync(file, "utf8")) as Catalogue;
}

function readSources(language: Language): Catalogue {
  const texts: Record<string, string> = {};
  for (const { entries } of translationFiles(language))
    for (const [key, { defaultMessage }] of Object.entries(entries)) texts[key] = defaultMessage;
  return { language, texts };
}

/** The translations of a feature (`messages.de.json`), by the key of the text. Weblate reads this format (formatjs). */
export type TranslationFile = Readonly<
  Record<string, { readonly defaultMessage: string; readonly description?: string }>
>;

/** The folders of the source tree with texts for users. */
export const TEXT_ROOMS = ["electron", "renderer", "shared"] as const;

/** Reads the translations in the source tree. Each feature has one file. */
export function translationFiles(
  language: Language,
): readonly { readonly file: string; readonly entries: TranslationFile }[] {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  return TEXT_ROOMS.flatMap((room) =>
    fs
      .readdirSync(path.join(root, room), { recursive: true, encoding: "utf8" })
      .filter((name) => path.basename(name) === `messages.${language}.json`)
      .map((name) => {
        const file = path.join(room, name);
        return {
          file,
          entries: JSON.parse(fs.readFileSync(path.join(root, file), "utf8")) as TranslationFile,
        };
      }),
  );
}
