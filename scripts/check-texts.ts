import { mayEqualEnglish } from "./same-as-english.ts";
import { hasWords, problemsOfText, problemsOfTranslation } from "./text-problems.ts";
import { textsInTree, translationFile, type SourceFile } from "./texts-in-tree.ts";
import { readTranslations } from "./translations.ts";
import type { SourceText } from "./texts-of-source.ts";
import { unreadTexts } from "./unread-texts.ts";

/** Checks the texts of users in all sources and languages (`npm run check`). Prints each problem with its key. */
const sources = textsInTree();
const owners = new Map<string, string>();
const english = new Map<string, SourceText & { readonly file: string }>();
const problems: string[] = [];
for (const { file, texts } of sources) {
  for (const text of texts) {
    const id = `${text.group}.${text.key}`;
    for (const problem of problemsOfText(text.text, "en")) problems.push(`${file}: ${id}: ${problem}`);
    if (english.has(id)) problems.push(`${file}: ${id}: the key is declared twice`);
    english.set(id, { ...text, file });
  }
  for (const group of new Set(texts.map((text) => text.group))) {
    const other = owners.get(group);
    if (other !== undefined) problems.push(`${file}: ${other} has the group ${group} too`);
    owners.set(group, file);
  }
}
for (const { file, name, key } of unreadTexts(sources))
  problems.push(`${file}: no code reads ${name}.${key}`);
const languages = readTranslations();
for (const [language, translations] of languages) {
  for (const [id, { text, description, file }] of translations) {
    const source = english.get(id);
    const refuse = (problem: string): unknown => problems.push(`${file}: ${id}: ${problem}`);
    if (!source) {
      refuse("no English text has this key");
      continue;
    }
    if (file !== translationFile(source.file, language)) refuse(`it belongs next to ${source.file}`);
    if (description !== source.description) refuse("its description is not that of the English text");
    for (const problem of problemsOfTranslation(text, source.text, language)) refuse(problem);
    if (text === source.text && hasWords(text) && !mayEqualEnglish(text, language))
      refuse("it equals the English text");
  }
  for (const [id, source] of english)
    if (!translations.has(id)) problems.push(`${translationFile(source.file, language)}: ${id} is missing`);
}
for (const problem of problems) console.error(problem);
const files = sources.filter(({ texts }: SourceFile) => texts.length > 0).length;
console.log(`${english.size} texts in ${files} files, ${languages.size} translations`);
if (problems.length > 0 || english.size === 0) process.exitCode = 1;
