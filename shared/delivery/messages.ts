import { sentences } from "../base/text/texts.ts";

export const MAIL_LIMITS = sentences("plannedMails.limits", {
  tooMany: "A connection can have at most 20 messages that are sent by the clock.",
});
