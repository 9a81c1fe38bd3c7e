import { isLanguage, LANGUAGE_TAGS, type Language } from "../../../shared/base/text/languages.ts";
import { UsageError } from "./exit-code.ts";

/**
 * The language of a command. The command line is English; only the mail of a collector has another language (`collect
 * --language de`). A wrong option is refused later, together with other mistakes.
 */
export function languageOfWords([command, ...words]: readonly string[]): Language {
  if (command !== "collect") return "en";
  const at = words.findLastIndex((word) => /^--language(=|$)/.test(word));
  const text = words[at]?.split("=")[1] ?? words[at + 1];
  return at >= 0 && isLanguage(text) ? text : "en";
}

/** Checks the option `--language`. @throws UsageError for a language that the app does not have. */
export function requireLanguage(text: string | undefined): void {
  if (text !== undefined && !isLanguage(text))
    throw new UsageError(`--language must be one of ${LANGUAGE_TAGS.join(", ")}`);
}
