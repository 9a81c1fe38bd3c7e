import { sentences } from "../../../../../shared/base/text/texts.ts";

/** The failures of mailings. A collector shows them in English only. */
export const MAILING_ERRORS = sentences("collector.mailings", {
  viewDeleted: "The view of the mailing was deleted.",
});
