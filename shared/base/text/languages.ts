/** The languages of the app, each with its name in that language. English is the source of all texts. */
export const LANGUAGES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  // oxlint-disable-next-line texts/in-messages -- each language is written in itself
  "pt-BR": "Português (Brasil)",
} as const;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_TAGS = Object.keys(LANGUAGES) as [Language, ...Language[]];

/** Whether a text is the tag of one of the app's languages. */
export const isLanguage = (text: string | null | undefined): text is Language =>
  text !== null && text !== undefined && Object.hasOwn(LANGUAGES, text);

/**
 * Chooses the app's language for a locale of a system. "de_CH.UTF-8" and "de-CH" become German, "pt-PT" becomes
 * Brazilian Portuguese. English is the result for a locale of any other language, for "C" and "POSIX", and without a
 * locale.
 */
export function languageFor(locale: string | undefined): Language {
  const tag = (locale ?? "")
    .replace(/[.@].*$/, "")
    .replaceAll("_", "-")
    .toLowerCase();
  const [primary = ""] = tag.split("-");
  const exact = LANGUAGE_TAGS.find((language) => language.toLowerCase() === tag);
  return exact ?? LANGUAGE_TAGS.find((language) => language.split("-")[0] === primary) ?? "en";
}

/**
 * The preferred locale of a POSIX environment, for `languageFor`. The variable LANGUAGE has priority unless the locale
 * is "C".
 */
export function environmentLanguage(env: Readonly<Record<string, string | undefined>>): string {
  const locale = env["LC_ALL"] || env["LC_MESSAGES"] || env["LANG"] || "";
  // On other systems than POSIX, the JavaScript runtime knows the locale.
  if (locale === "") return Intl.DateTimeFormat().resolvedOptions().locale;
  const [preferred = ""] = (env["LANGUAGE"] ?? "").split(":");
  return preferred === "" || /^(C|POSIX)\b/.test(locale) ? locale : preferred;
}
