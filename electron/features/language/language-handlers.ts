import { againstPolicy, invalidInput } from "../../../shared/base/errors.ts";
import type { Policy } from "../../../shared/base/policy.ts";
import { currentLanguage } from "../../../shared/base/text/catalogue.ts";
import { languageFor } from "../../../shared/base/text/languages.ts";
import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { LANGUAGE_CALLS, LanguageState } from "../../../shared/features/language/language-calls.ts";
import { languageOfStart, readLanguage, saveLanguage } from "./language-setting.ts";
import { LANGUAGE_ERRORS } from "./messages.ts";

interface LanguageHandlerParts {
  readonly options: {
    readonly folder: string;
    readonly policy: Policy;
    readonly systemLanguage?: () => string | undefined;
    readonly restart?: () => void;
  };
}

/** The handlers of the language. */
export function languageHandlers({
  options: { folder, policy, systemLanguage, restart },
}: LanguageHandlerParts) {
  const state = (): LanguageState => ({
    chosen: readLanguage(folder),
    running: languageFor(currentLanguage()),
    next: languageOfStart(policy, folder, systemLanguage?.()),
    byPolicy: policy.language !== undefined,
    canRestart: restart !== undefined,
  });
  return {
    getLanguage: () => state(),
    saveLanguage: ({ language }) => {
      if (policy.language !== undefined) throw againstPolicy(LANGUAGE_ERRORS.byPolicy);
      saveLanguage(folder, language);
      return state();
    },
    restart: () => {
      if (!restart) throw invalidInput(LANGUAGE_ERRORS.noRestart);
      restart();
    },
  } satisfies HandlersOf<typeof LANGUAGE_CALLS>;
}
