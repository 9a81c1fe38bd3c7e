import "./interpret-schemas.ts";
import { app } from "electron";
import { startInLanguage } from "../../base/catalogue-file.ts";
import { POLICY_ROOT, readPolicy } from "../../base/policy/read-policy.ts";
import { languageOfStart } from "../../features/language/language-setting.ts";
import { languageOfWords } from "../cli/language-of-words.ts";
import type { Language } from "../../../shared/base/text/languages.ts";

/** The policy of this computer, or the reason why Stockdeck must not start. */
export const readPolicyOfStart = readPolicy(app.isPackaged ? undefined : process.env[POLICY_ROOT]);

/** The first language that the system names. */
export const systemLanguage = (): string | undefined => app.getPreferredSystemLanguages()[0];

/** The language of the windows, or the language of a command. */
function languageOfArguments(words: readonly string[]): Language {
  const at = words.indexOf("--headless");
  if (at >= 0) return languageOfWords(words.slice(at + 1));
  const policy = "policy" in readPolicyOfStart ? readPolicyOfStart.policy : {};
  return languageOfStart(policy, app.getPath("userData"), systemLanguage());
}

// Texts are read when their modules are evaluated, so the entry imports this module before all others.
const language = languageOfArguments(process.argv);
startInLanguage(language);
// This sets the language of Chromium's own menus and messages.
app.commandLine.appendSwitch("lang", language);
