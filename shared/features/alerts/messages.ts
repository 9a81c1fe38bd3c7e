import { sentences } from "../../base/text/texts.ts";

export const ALERT_LIMITS = sentences("alerts.limits", {
  tooMany: "A connection can have {most} rules.",
});
