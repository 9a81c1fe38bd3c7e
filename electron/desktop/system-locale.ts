import { app } from "electron";

/** The locale of the system's numbers and dates. Electron knows it once it is ready. Its pages get the same one. */
export function systemLocale(): string | undefined {
  return [app.getSystemLocale(), ...app.getPreferredSystemLanguages()].find((locale) => locale !== "");
}
