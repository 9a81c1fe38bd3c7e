import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { setLocale } from "../../shared/base/text/locale.ts";

/** The key under which threads find the locale of their process. */
const LOCALE = "stockdeck locale";

/** Sets the locale of this process and of the threads that it starts later. */
export function setProcessLocale(locale: string | undefined): void {
  setLocale(locale);
  setEnvironmentData(LOCALE, locale ?? "");
}

/** Applies the locale of the process in a thread that writes messages. */
export function followProcessLocale(): void {
  const locale = getEnvironmentData(LOCALE);
  setLocale(typeof locale === "string" && locale !== "" ? locale : undefined);
}
