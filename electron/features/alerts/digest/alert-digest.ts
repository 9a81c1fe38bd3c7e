import { textPlanSchema, type TextPlan } from "../../../../shared/delivery/planned-mails.ts";
import type { MailKind } from "../../../delivery/planned/planned-mails.ts";
import { DIGEST } from "../messages.ts";
import { digestOf, type ActiveAlerts } from "./digest-text.ts";

/**
 * The digest of a connection's active alerts.
 * @param activeAlerts returns null while the connection has no whole copy. Alerts that fired after `since`, ms since the
 * epoch, are new.
 */
export const alertDigest = (
  activeAlerts: (connectionId: string, since: number) => Promise<ActiveAlerts | null>,
): MailKind<TextPlan> => ({
  name: "digest",
  words: {
    title: DIGEST.title,
    intro: DIGEST.intro,
    stop: { label: DIGEST.stop, title: DIGEST.stopTitle, text: DIGEST.stopText },
    fields: { sendsEmpty: DIGEST.sendsEmpty },
  },
  plan: textPlanSchema,
  problem: null,
  waitUntilReady: () => null,
  compose: async ({ connectionId, connection, plan, since }) => {
    const active = await activeAlerts(connectionId, since);
    if (active === null || (active.total === 0 && !plan.sendsEmpty)) return null;
    return digestOf(connection, active, since);
  },
});
