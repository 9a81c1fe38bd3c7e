import { z } from "zod";
import { RESOURCES } from "../../inventory/resource-names.ts";
import { connectionNameSchema } from "../../base/connection-name.ts";
import { DECIMAL_SIGNS, EXPORT_FORMATS, PLAIN_CSV, type CsvDialect } from "../../delivery/export-formats.ts";
import { DEFAULT_LIMIT_MB, mailPartSchema, mailServerSchema, recipientsSchema } from "../../delivery/mail.ts";
import { timingSchema } from "../../delivery/planned.ts";

/** The most mailings in one mail file. */
const MAX_MAILINGS = 50;
/** The delimiters of a CSV, as the command line writes them. */
const DELIMITERS = [",", ";", "tab", "|"] as const;

/** The fields that every mailing has. */
const mailingShape = {
  /** The id of the mailing in the log and in the collector's store. */
  id: z.string().regex(/^[a-z\d]([a-z\d-]{0,38}[a-z\d])?$/),
  timing: timingSchema,
  to: recipientsSchema,
} as const;

const exportMailingSchema = z
  .strictObject({
    ...mailingShape,
    kind: z.literal("export"),
    resource: z.enum(RESOURCES),
    /** The name or id of a view of the team, or of a built-in view. */
    view: z.string().min(1).max(200),
    /** The columns: "all", "all-named" with the names of references, or a list. If absent, the view decides. */
    columns: z
      .union([z.literal("all"), z.literal("all-named"), z.array(z.string().max(200)).min(1).max(100)])
      .optional(),
    format: z.enum(EXPORT_FORMATS),
    delimiter: z.enum(DELIMITERS).optional(),
    decimal: z.enum(DECIMAL_SIGNS).optional(),
    subject: mailPartSchema.shape.subject,
    limitMb: mailPartSchema.shape.limitMb.default(DEFAULT_LIMIT_MB),
  })
  .refine(({ format, delimiter, decimal }) => format === "csv" || (delimiter ?? decimal) === undefined, {
    message: "delimiter and decimal are for the format csv",
  })
  .refine(({ delimiter = ",", decimal }) => delimiter !== decimal, {
    message: 'the decimal sign "," needs another delimiter, such as ";"',
  });
export type ExportMailing = Readonly<z.infer<typeof exportMailingSchema>>;

const alertsMailingSchema = z.strictObject({
  ...mailingShape,
  kind: z.literal("alerts"),
  /** Whether a message is sent if no alert is active. */
  sendsEmpty: z.boolean().default(false),
});
export type AlertsMailing = Readonly<z.infer<typeof alertsMailingSchema>>;
export type Mailing = ExportMailing | AlertsMailing;

/**
 * The content of a `--mail-file`: the mail server, and the messages that a collector sends for its team (docs/cli.md).
 */
export const mailFileSchema = z.strictObject({
  /** The name of the stock in the messages. */
  name: connectionNameSchema.default("Stockdeck collector"),
  server: mailServerSchema,
  /** The path of a PEM file with certificate authorities, relative to the mail file. */
  authority: z.string().min(1).optional(),
  /** The path of a file whose first line is the password. It is relative to the mail file. */
  passwordFile: z.string().min(1).optional(),
  mailings: z
    .array(z.discriminatedUnion("kind", [exportMailingSchema, alertsMailingSchema]))
    .max(MAX_MAILINGS),
});
export type MailFile = Readonly<z.infer<typeof mailFileSchema>>;

/** The dialect in which a mailing writes CSV. */
export const dialectOf = ({ delimiter, decimal }: ExportMailing): CsvDialect => ({
  delimiter: delimiter === "tab" ? "\t" : (delimiter ?? PLAIN_CSV.delimiter),
  decimal: decimal ?? PLAIN_CSV.decimal,
});

/**
 * Reads the content of a mail file.
 * @returns the content, or a sentence that names the place of the first mistake.
 */
export function readMailFile(value: unknown): MailFile | string {
  const { data, error } = mailFileSchema.safeParse(value);
  const [issue] = error?.issues ?? [];
  if (!data) return issue ? problemOf(issue) : "it is not valid";
  const ids = data.mailings.map(({ id }) => id);
  const twice = ids.findIndex((id, at) => ids.indexOf(id) < at);
  return twice < 0 ? data : `mailings[${twice}].id: another mailing has the id "${ids[twice]}"`;
}

/** The required form of some fields, in words. The pattern of such fields alone would not help an administrator. */
const FORMS: Readonly<Record<string, string>> = {
  from: "must be an address, such as stock@example.com",
  to: "must be an address, such as ann@example.com",
  id: "must have 1 to 40 lower-case letters, digits and hyphens",
  time: 'must be a time in 24 hours, such as "07:30"',
  host: "must be the name or address of a server",
};
/** The required form of all other texts that have a pattern. */
const ONE_LINE = "must be one line, without control characters and signs that turn the reading direction";

/**
 * The sentence for a mistake in a mail file. @security The sentence quotes no value, because a file may have a password
 * in the wrong place.
 */
function problemOf({ code, path, message, ...more }: z.core.$ZodIssue): string {
  const place = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");
  const at = place.replace(/^\./, "") || "the file";
  if (code === "unrecognized_keys" && "keys" in more)
    return `${at}: unknown field ${more.keys.map((key) => JSON.stringify(key)).join(", ")}`;
  const field = path.findLast((step) => typeof step === "string") ?? "";
  const form = FORMS[field];
  if (code === "invalid_format") return `${at}: ${form ?? ONE_LINE}`;
  if (code === "invalid_union" && field === "kind")
    return `${at}: must be ${path.includes("timing") ? '"days" or "hours"' : '"export" or "alerts"'}`;
  if (code === "invalid_union" && field === "columns")
    return `${at}: must be "all", "all-named" or a list of columns`;
  if (code === "invalid_type" && message.endsWith("received undefined")) return `${at} is missing`;
  return `${at}: ${message}`;
}
