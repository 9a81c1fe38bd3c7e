import { sentences } from "../../../../../shared/base/text/texts.ts";

/** The failures of mailings, which a collector shows only in English. */
export const MAILING_ERRORS = sentences("collector.mailings", {
  viewDeleted: "The view of the mailing was deleted.",
});
