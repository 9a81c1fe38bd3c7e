import { sentences } from "../../../shared/base/text/texts.ts";

/** The refusals of calls that only the browser can carry out. */
export const BROWSER_ERRORS = sentences("browser.errors", {
  copies: "The browser copies by itself.",
  saves: "The browser saves by itself.",
  opens: "The browser opens what it downloads.",
});
