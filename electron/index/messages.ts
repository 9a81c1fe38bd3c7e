import { sentences } from "../../shared/base/text/texts.ts";

export const INDEX_ERRORS = sentences("index.errors", { notOpened: "The day was not opened." });
