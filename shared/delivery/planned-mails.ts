import { MAIL_LIMITS } from "./messages.ts";
import { z } from "zod";
import { sentenceSchema } from "../base/error-schema.ts";
import type { ConnectionDocument } from "../contract/declarations.ts";
import { ofConnection } from "../inventory/connections.ts";
import { mailPartSchema, recipientsSchema } from "./mail.ts";
import { plannedMailStateSchema, timingSchema } from "./planned.ts";

/** The plan of a message that consists of text alone, without a file. */
export const textPlanSchema = z.strictObject({
  timing: timingSchema,
  to: recipientsSchema,
  /** Whether a message is sent if there is nothing to report. */
  sendsEmpty: z.boolean(),
});
export type TextPlan = Readonly<z.infer<typeof textPlanSchema>>;

/** The plan of a message with an attached file. Its subject may have placeholders, such as {date}. */
export const filePlanSchema = z.strictObject({ timing: timingSchema, ...mailPartSchema.shape });
export type FilePlan = Readonly<z.infer<typeof filePlanSchema>>;

const mailPlanSchema = z.union([textPlanSchema, filePlanSchema]);
export type MailPlan = TextPlan | FilePlan;

/** The plans of a connection's planned messages, by the name of the message. */
export const PLANNED_MAILS = {
  name: "plannedMails",
  record: mailPlanSchema,
  maxRecords: 20,
  tooMany: MAIL_LIMITS.tooMany,
} as const satisfies ConnectionDocument;

/** The texts of a message's section in the settings. */
const mailWordsSchema = z.strictObject({
  title: z.string(),
  intro: z.string(),
  stop: z.strictObject({ label: z.string(), title: z.string(), text: z.string() }),
  /** The labels of the fields that only the plan of this message has. */
  fields: z.union([
    z.strictObject({ sendsEmpty: z.string() }),
    z.strictObject({ firstSubject: z.string(), placeholders: z.array(z.string()) }),
  ]),
});
export type MailWords = Readonly<z.infer<typeof mailWordsSchema>>;

const listedMailSchema = z.strictObject({
  name: z.string(),
  words: mailWordsSchema,
  /** The reason why this host cannot send the message; null if it can. */
  problem: sentenceSchema.nullable(),
  state: plannedMailStateSchema,
});
export type ListedMail = Readonly<z.infer<typeof listedMailSchema>>;

/** The calls of messages that connections send at planned times. Their plans are records of `PLANNED_MAILS`. */
export const PLANNED_MAIL_CALLS = {
  /** Lists all planned messages, in the order of the settings. */
  listPlannedMails: { input: z.strictObject(ofConnection), output: z.array(listedMailSchema) },
  /** Makes the message and sends it now, or as soon as it can be made. */
  sendPlannedMail: {
    input: z.strictObject({ ...ofConnection, name: z.string().max(80) }),
    output: z.undefined(),
  },
} as const;

export const PLANNED_MAIL_PUSHES = {
  /** Pushed after the state of a connection's planned messages changed. */
  plannedMails: z.strictObject(ofConnection),
} as const;
