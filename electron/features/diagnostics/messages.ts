import { sentences } from "../../../shared/base/text/texts.ts";

export const DIAGNOSTICS_ERRORS = sentences("diagnostics.errors", {
  noReport: "There is no crash report any more.",
});
