import { z } from "zod";
import type { ConnectionDocument } from "../../contract/declarations.ts";
import { profileIdSchema } from "../../inventory/profiles.ts";
import { recipientsSchema } from "../../delivery/mail.ts";
import { plannedMailStateSchema, timingSchema } from "../../delivery/planned.ts";

/** A digest of a connection's alerts that is sent by mail. */
const alertDigestSchema = z.strictObject({
  timing: timingSchema,
  to: recipientsSchema,
  /** Whether a message is sent if no alert is active. */
  sendsEmpty: z.boolean(),
});
export type AlertDigest = Readonly<z.infer<typeof alertDigestSchema>>;

/** The digest of a connection. It has one record. */
export const ALERT_DIGEST = {
  name: "alertDigest",
  record: alertDigestSchema,
  maxRecords: 1,
  tooMany: "A connection can have one digest of alerts.",
} as const satisfies ConnectionDocument;

const ofConnection = z.strictObject({ profileId: profileIdSchema });

/** The calls of digests. Every change of a digest's state emits the push `alertDigest`. */
export const DIGEST_CALLS = {
  getAlertDigest: {
    input: ofConnection,
    output: plannedMailStateSchema,
  },
  /** Sends the digest now. */
  sendAlertDigest: { input: ofConnection, output: z.undefined() },
} as const;

export const DIGEST_PUSHES = { alertDigest: ofConnection } as const;
