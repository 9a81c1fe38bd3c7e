/** The locale that numbers, dates and times are written in; undefined: the one that the runtime found. */
let chosen: string | undefined;

/**
 * Decides the locale of this process or page, before anything is formatted. The desktop app takes the system's and gives it
 * to its pages; a browser has its own; the command line goes by its environment.
 */
export function setLocale(locale: string | undefined): void {
  chosen = isLocale(locale) ? locale : undefined;
}

/** The locale for formatters; undefined for the runtime's own. */
export function currentLocale(): string | undefined {
  return chosen;
}

/** A formatter that is made once for each locale, when it is first used. */
export function inLocale<T>(make: (locale: string | undefined) => T): () => T {
  let made: { readonly locale: string | undefined; readonly formatter: T } | null = null;
  return () => {
    if (made === null || made.locale !== chosen) made = { locale: chosen, formatter: make(chosen) };
    return made.formatter;
  };
}

/**
 * The locale of a POSIX environment: LC_ALL, else LC_NUMERIC, else LANG. "de_CH.UTF-8" is "de-CH"; "C" says nothing, and the
 * runtime decides.
 */
export function environmentLocale(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const text = env["LC_ALL"] || env["LC_NUMERIC"] || env["LANG"] || "";
  const locale = text.replace(/[.@].*$/, "").replaceAll("_", "-");
  return isLocale(locale) && locale !== "C" && locale !== "POSIX" ? locale : undefined;
}

function isLocale(locale: string | undefined): locale is string {
  if (!locale) return false;
  try {
    return Intl.NumberFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}
