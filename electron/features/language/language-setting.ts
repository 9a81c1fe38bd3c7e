import fs from "node:fs";
import path from "node:path";
import type { Policy } from "../../../shared/base/policy.ts";
import { isLanguage, languageFor, type Language } from "../../../shared/base/text/languages.ts";
import { replacePrivateFile } from "../../base/files.ts";
import { storeFailure } from "../../store/database/store-error.ts";

const fileIn = (folder: string): string => path.join(folder, "language");

/**
 * The language that the user chose; null for the system's language. It is stored in a separate file, because it is
 * needed before a database is open.
 * @param folder the data folder.
 */
export function readLanguage(folder: string): Language | null {
  try {
    const text = fs.readFileSync(fileIn(folder), "utf8").trim();
    return isLanguage(text) ? text : null;
  } catch {
    // Usually there is no file. Even if a file cannot be read, the app must start.
    return null;
  }
}

/** Saves the chosen language for the next start. @throws AppFailure `store`. */
export function saveLanguage(folder: string, language: Language | null): void {
  const file = fileIn(folder);
  try {
    if (language === null) fs.rmSync(file, { force: true });
    else replacePrivateFile(file, `${language}\n`);
  } catch (thrown) {
    throw storeFailure(thrown);
  }
}

/**
 * The language for a start: the policy's, else the user's choice, else the system's.
 * @param preferred the first language that the system names; further languages are ignored.
 */
export const languageOfStart = (
  policy: Pick<Policy, "language">,
  folder: string,
  preferred: string | undefined,
): Language => policy.language ?? readLanguage(folder) ?? languageFor(preferred);
