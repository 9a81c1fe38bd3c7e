import { textPlanSchema, type TextPlan } from "../../../../shared/delivery/planned-mails.ts";
import type { MailKind } from "../../../delivery/planned/planned-mails.ts";
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
    title: "Digest of alerts",
    intro:
      "A message with the active alerts of this connection, and which of them are new, on the days you choose.",
    stop: {
      label: "Stop the digest",
      title: "Stop the digest?",
      text: "Its recipients are forgotten, and no further digest is sent.",
    },
    fields: { sendsEmpty: "Send it also if no alert is active" },
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
