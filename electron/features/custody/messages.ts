import { sentences } from "../../../shared/base/text/texts.ts";

export const NOTE_ERRORS = sentences("custody.errors", {
  empty: "A note needs a text.",
});
