import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { setCatalogue, type Catalogue } from "../../shared/base/text/catalogue.ts";
import { isLanguage, type Language } from "../../shared/base/text/languages.ts";

/** True in the built app, whose build compiles all texts (`scripts/compile-texts.ts`). */
declare const TEXTS_ARE_COMPILED: boolean | undefined;

/** The variable through which threads get the language of their process. */
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
  const file = new URL(
    /* @vite-ignore */ `${here.includes("/chunks/") ? ".." : "."}/languages/${language}.json`,
    here,
  );
  return JSON.parse(fs.readFileSync(file, "utf8")) as Catalogue;
}

/** Reads the translations in the source tree, one file a feature. */
function readSources(language: Language): Catalogue {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const texts: Record<string, string> = {};
  for (const room of ["electron", "renderer", "shared"])
    for (const name of fs.readdirSync(path.join(root, room), { recursive: true, encoding: "utf8" }))
      if (path.basename(name) === `messages.${language}.json`) {
        const file = JSON.parse(fs.readFileSync(path.join(root, room, name), "utf8")) as TranslationFile;
        for (const [key, { defaultMessage }] of Object.entries(file)) texts[key] = defaultMessage;
      }
  return { language, texts };
}

/** The translations of a feature (`messages.de.json`), by key. */
type TranslationFile = Readonly<Record<string, { readonly defaultMessage: string }>>;
