import { z } from "zod";

const count = z.int().min(0).max(1_000_000_000);
const chance = z.number().min(0).max(1);
const duration = z.number().min(0).max(86_400_000);

/** Ways in which a record can be broken. */
export const MALFORMED_KINDS = ["no_id", "numeric_id", "null", "wrong_types", "huge_name", "proto"] as const;
export type MalformedKind = (typeof MALFORMED_KINDS)[number];

/** Every fault of the service; README.md describes each one. */
export const faultSchema = z.strictObject({
  onlyPath: z.string(),
  skipRequests: count,

  latencyMs: duration,
  dropNext: count,
  dropChance: chance,
  stallHeadersNext: count,
  stallBodyNext: count,
  truncateNext: count,
  oversizeNext: count,
  oversizeBytes: count,
  htmlNext: count,
  contentType: z.string(),
  gzip: z.boolean(),
  redirectTo: z.string(),

  serverErrorNext: count,
  serverErrorChance: chance,
  serverErrorStatus: z.int().min(500).max(599),
  tooManyNext: count,
  retryAfter: z.string(),
  retryAfterBody: z.number().nullable(),
  rateLimit: count,

  dateHeader: z.enum(["normal", "absent", "malformed"]),
  dateSkewMs: z.number().min(-1e12).max(1e12),

  emptyPageChance: chance,
  shortPages: count,
  duplicateChance: chance,
  duplicateKind: z.enum(["same", "older", "newer", "null"]),
  duplicateFrom: z.enum(["earlier", "page"]),
  malformedChance: chance,
  malformedRecords: z.array(z.enum(MALFORMED_KINDS)).readonly(),

  eventDelayMs: duration,
  eventDropChance: chance,
  eventDuplicateChance: chance,
  eventReorderChance: chance,
  eventReplayChance: chance,
  eventBadSignatureChance: chance,
  eventOldTimestampChance: chance,
  eventMalformedChance: chance,
  eventOversizeChance: chance,
  eventOtherCompanyChance: chance,
  eventBurstNext: count,

  cursorTtlMs: duration,
  cursorFailures: count,
  cursorFault: z.enum([
    "none",
    "missing",
    "null",
    "empty",
    "cycle1",
    "cycle2",
    "cycle3",
    "samePage",
    "cursorWhenDone",
  ]),
});

/** The state of every fault. */
export type Faults = Readonly<z.infer<typeof faultSchema>>;
/** Some faults to set; other faults stay unchanged. */
export type FaultSettings = Partial<Faults>;
export type FaultName = keyof Faults;

/** The settings of a service without faults, which follows the specification. */
export const NO_FAULTS: Faults = {
  onlyPath: "",
  skipRequests: 0,
  latencyMs: 0,
  dropNext: 0,
  dropChance: 0,
  stallHeadersNext: 0,
  stallBodyNext: 0,
  truncateNext: 0,
  oversizeNext: 0,
  oversizeBytes: 100_000_000,
  htmlNext: 0,
  contentType: "",
  gzip: false,
  redirectTo: "",
  serverErrorNext: 0,
  serverErrorChance: 0,
  serverErrorStatus: 500,
  tooManyNext: 0,
  retryAfter: "1",
  retryAfterBody: null,
  rateLimit: 0,
  dateHeader: "normal",
  dateSkewMs: 0,
  emptyPageChance: 0,
  shortPages: 0,
  duplicateChance: 0,
  duplicateKind: "same",
  duplicateFrom: "earlier",
  malformedChance: 0,
  malformedRecords: [],
  eventDelayMs: 0,
  eventDropChance: 0,
  eventDuplicateChance: 0,
  eventReorderChance: 0,
  eventReplayChance: 0,
  eventBadSignatureChance: 0,
  eventOldTimestampChance: 0,
  eventMalformedChance: 0,
  eventOversizeChance: 0,
  eventOtherCompanyChance: 0,
  eventBurstNext: 0,
  cursorTtlMs: 15 * 60_000,
  cursorFailures: 0,
  cursorFault: "none",
};

export const FAULT_NAMES = Object.keys(faultSchema.shape) as readonly FaultName[];

/** The settings checked at run time; the error is one line that names the fault. */
export function checkFaults(settings: unknown): FaultSettings {
  const parsed = faultSchema.partial().safeParse(settings);
  if (parsed.success) return parsed.data as FaultSettings;
  const issue = parsed.error.issues[0];
  if (issue?.code === "unrecognized_keys") throw unknownFault(issue.keys[0] ?? "");
  throw new Error(`fault ${issue?.path.join(".") ?? ""}: ${issue?.message ?? "not valid"}`);
}

/** Reads `name=value` from the command line; the error is one line that names the valid values. */
export function parseFault(text: string): FaultSettings {
  const equals = text.indexOf("=");
  if (equals < 0)
    throw new Error(`"${text}" is not a fault: write name=value; faults are ${FAULT_NAMES.join(", ")}`);
  const name = text.slice(0, equals).trim();
  const value = text.slice(equals + 1).trim();
  if (!isFaultName(name)) throw unknownFault(name);
  const schema = faultSchema.shape[name];
  for (const reading of readings(value)) {
    const parsed = schema.safeParse(reading);
    if (parsed.success) return { [name]: parsed.data };
  }
  throw new Error(`fault ${name}: "${value}" is not valid: ${expectation(schema, value)}`);
}

const isFaultName = (name: string): name is FaultName => Object.hasOwn(faultSchema.shape, name);

const unknownFault = (name: string): Error =>
  new Error(`unknown fault "${name}"; faults are ${FAULT_NAMES.join(", ")}`);

/** The possible values of a text, the most literal value first; the fault's schema chooses one. */
function readings(value: string): readonly unknown[] {
  const list = value === "" ? [] : value.split(",").map((part) => part.trim());
  const number = value === "" ? [] : [Number(value)];
  const flag = value === "true" ? [true] : value === "false" ? [false] : [];
  const none = value === "none" ? [null] : [];
  return [value, ...number, ...flag, ...none, list];
}

/** The error message for the type that the fault expects. */
function expectation(schema: z.ZodType, value: string): string {
  const complaints = readings(value).map((reading) => schema.safeParse(reading).error?.issues[0]);
  const closest =
    complaints.find((issue) => issue !== undefined && issue.code !== "invalid_type") ?? complaints[0];
  return closest?.message ?? "not valid";
}
