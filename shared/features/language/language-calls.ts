import { z } from "zod";
import { LANGUAGE_TAGS } from "../../base/text/languages.ts";

const languageSchema = z.enum(LANGUAGE_TAGS);

/** The language of the app on this computer. */
const languageStateSchema = z.strictObject({
  /** The user's choice; null for the language of the system. */
  chosen: languageSchema.nullable(),
  /** The language of the running app. */
  running: languageSchema,
  /** The language that the app will have after a restart. */
  next: languageSchema,
  /** Whether the administrator's policy decides the language. */
  byPolicy: z.boolean(),
  /** Whether the app can restart itself. A browser host cannot restart. */
  canRestart: z.boolean(),
});
export type LanguageState = Readonly<z.infer<typeof languageStateSchema>>;

/** The calls for the language. A process has only one language, so a change needs a restart. */
export const LANGUAGE_CALLS = {
  getLanguage: { input: z.undefined(), output: languageStateSchema },
  /** Saves the user's choice for the next start. */
  saveLanguage: {
    input: z.strictObject({ language: languageSchema.nullable() }),
    output: languageStateSchema,
  },
  /** Ends the app and starts it again. Refused in a browser. */
  restart: { input: z.undefined(), output: z.undefined() },
} as const;
