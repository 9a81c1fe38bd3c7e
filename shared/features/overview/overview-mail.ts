import { z } from "zod";
import type { ConnectionDocument } from "../../contract/declarations.ts";
import { profileIdSchema } from "../../inventory/profiles.ts";
import { mailPartSchema } from "../../delivery/mail.ts";
import { plannedMailStateSchema, timingSchema } from "../../delivery/planned.ts";

/** The overview of a connection that is sent by mail as a PDF. In its subject, {connection} and {date} are replaced. */
const overviewMailSchema = z.strictObject({ timing: timingSchema, ...mailPartSchema.shape });
export type OverviewMail = Readonly<z.infer<typeof overviewMailSchema>>;

/** The plan of a connection's overview by mail. It has one record. */
export const OVERVIEW_MAIL = {
  name: "overviewMail",
  record: overviewMailSchema,
  maxRecords: 1,
  tooMany: "A connection can have one overview by mail.",
} as const satisfies ConnectionDocument;

const ofConnection = z.strictObject({ profileId: profileIdSchema });

/** The calls of the overview by mail. Every change of a plan's state emits the push `overviewMail`. */
export const OVERVIEW_MAIL_CALLS = {
  getOverviewMail: { input: ofConnection, output: plannedMailStateSchema },
  /** Prints the overview and sends it now, or as soon as its connection is open. */
  sendOverviewMail: { input: ofConnection, output: z.undefined() },
  /** Reports that the overview is drawn. Only the sheet that is being printed has its token. */
  reportSheetDrawn: {
    input: z.strictObject({
      sheet: z.uuid(),
      /** The connection that it shows. */
      profileId: profileIdSchema,
      /** Whether all of its data could be read. */
      isWhole: z.boolean(),
    }),
    output: z.undefined(),
  },
} as const;

export const OVERVIEW_MAIL_PUSHES = { overviewMail: ofConnection } as const;
