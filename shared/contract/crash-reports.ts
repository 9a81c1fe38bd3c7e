import { z } from "zod";

const nothing = z.undefined();

/** What ended: a defect that nothing caught, a page, a helper process, the whole app, or a memory dump of one of them. */
export const CRASH_KINDS = ["defect", "page", "helper", "app", "dump"] as const;
export type CrashKind = (typeof CRASH_KINDS)[number];

/** One report, without the stack of a defect. */
const crashReportSchema = z.strictObject({
  /** The file's name, within the folder of crash reports. */
  name: z.string(),
  /** ISO 8601, by the local clock. */
  at: z.string(),
  kind: z.enum(CRASH_KINDS),
  /** What the system or Chromium calls it; for a defect its kind of error. Null for a dump. */
  reason: z.string().nullable(),
  exitCode: z.int().nullable(),
  /** Stockdeck's; null for a dump. */
  version: z.string().nullable(),
  bytes: z.int().min(0),
});
export type ListedCrash = z.infer<typeof crashReportSchema>;

/** What is known of crashes. Reports stay on this computer. */
export const crashesSchema = z.strictObject({
  /** The latest first. */
  reports: z.array(crashReportSchema),
  /** Whether the next start records memory dumps. */
  recordDumps: z.boolean(),
});

export const CRASH_CALLS = {
  /** Shows the latest report in its folder. */
  showCrashReports: { input: nothing, output: nothing },
  deleteCrashReports: { input: nothing, output: nothing },
  /** Whether memory dumps are recorded from the next start on. They can contain the API key. */
  recordCrashDumps: { input: z.strictObject({ record: z.boolean() }), output: nothing },
} as const;
