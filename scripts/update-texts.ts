import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./root.ts";
import { textsInTree, translationFile } from "./texts-in-tree.ts";
import type { TranslationFile } from "../electron/base/catalogue-file.ts";

/**
 * `npm run texts -- LANGUAGE`: writes the files of a language, in the order of the English texts. Translations stay,
 * texts without one are empty, and translations of texts that no longer exist are removed. `en` writes the English
 * texts, which Weblate needs next to the translations; they are not committed.
 */
const [language] = process.argv.slice(2);
if (language === undefined || !/^[a-z]{2,3}(-[A-Z]{2})?$/.test(language)) {
  console.error("Name a language: npm run texts -- de");
  process.exit(2);
}
const files = new Map<string, Record<string, { defaultMessage: string; description?: string }>>();
let missing = 0;
for (const { file, texts } of textsInTree()) {
  if (texts.length === 0) continue;
  const target = translationFile(file, language);
  const entries = files.get(target) ?? {};
  files.set(target, entries);
  const former = readFormer(path.join(ROOT, target));
  for (const { group, key, text, description } of texts) {
    const id = `${group}.${key}`;
    const translated = language === "en" ? text : (former[id]?.defaultMessage ?? "");
    if (translated === "") missing += 1;
    entries[id] = { defaultMessage: translated, ...(description ? { description } : {}) };
  }
}
for (const [file, entries] of files)
  fs.writeFileSync(path.join(ROOT, file), `${JSON.stringify(entries, null, 2)}\n`);
console.log(`${files.size} files, ${missing} texts without a translation`);

function readFormer(file: string): TranslationFile {
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, "utf8")) as TranslationFile) : {};
}
