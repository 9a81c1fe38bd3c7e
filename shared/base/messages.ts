import { sentences } from "./text/texts.ts";

export const POLICY_ERRORS = sentences("policy.errors", {
  /** For a browser, which cannot save files while the policy restricts the folders for exports. */
  noDownloads:
    "Your administrator has set which folders files may be exported to. A browser chooses the folder of its downloads itself, so nothing can be exported from here. Use the Stockdeck app.",
});
