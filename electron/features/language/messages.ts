import { sentences } from "../../../shared/base/text/texts.ts";

export const LANGUAGE_ERRORS = sentences("language.errors", {
  byPolicy: "This computer’s policy decides the language.",
  noRestart: "Stockdeck in a browser cannot restart itself.",
});
