import type { HandlersOf } from "../../../../shared/contract/declarations.ts";
import type { AlertDigest, DIGEST_CALLS } from "../../../../shared/features/alerts/digest.ts";
import { PlannedMail, type PlannedMailOptions } from "../../../delivery/planned/planned-mail.ts";
import { digestOf, type ActiveAlerts } from "./digest-text.ts";

export type AlertDigests = PlannedMail<AlertDigest>;

export interface AlertDigestsOptions extends Omit<PlannedMailOptions<AlertDigest>, "name" | "compose"> {
  /** Null while the connection has no whole copy. Alerts that fired after `since`, ms since the epoch, are new. */
  readonly activeAlerts: (profileId: string, since: number) => Promise<ActiveAlerts | null>;
}

/** Makes the service that sends digests of alerts. */
export function alertDigests({ activeAlerts, ...options }: AlertDigestsOptions): AlertDigests {
  return new PlannedMail({
    ...options,
    name: "digest",
    compose: async ({ profileId, connection, plan, since }) => {
      const active = await activeAlerts(profileId, since);
      if (active === null || (active.total === 0 && !plan.sendsEmpty)) return null;
      return { ...digestOf(connection, active, since), file: null, limitBytes: 0 };
    },
  });
}

interface DigestHandlerParts {
  readonly digests: AlertDigests;
  readonly startup: { readonly opened: Promise<void> };
}

/** The handlers of digests of alerts. */
export function digestHandlers({ digests, startup: { opened } }: DigestHandlerParts) {
  return {
    getAlertDigest: ({ profileId }) => opened.then(() => digests.show(profileId)),
    sendAlertDigest: ({ profileId }) => opened.then(() => digests.send(profileId)),
  } satisfies HandlersOf<typeof DIGEST_CALLS>;
}
