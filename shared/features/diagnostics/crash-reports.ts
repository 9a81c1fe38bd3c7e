import { z } from "zod";

const nothing = z.undefined();

/** The crashed part: an uncaught defect, a page, a helper process, or the whole app. */
export const CRASH_KINDS = ["defect", "page", "helper", "app"] as const;
export type CrashKind = (typeof CRASH_KINDS)[number];

/** One report, without the stack of a defect. */
const crashReportSchema = z.strictObject({
  /** The file's name, within the folder of crash reports. */
  name: z.string(),
  /** ISO 8601, by the local clock. */
  at: z.string(),
  kind: z.enum(CRASH_KINDS),
  /** The reason as the system or Chromium names it; for a defect, its kind of error. */
  reason: z.string(),
  exitCode: z.int().nullable(),
  /** Stockdeck's. */
  version: z.string(),
  bytes: z.int().min(0),
});
export type ListedCrash = z.infer<typeof crashReportSchema>;

/** The crash reports, the latest first. They stay on this computer. */
export const crashesSchema = z.array(crashReportSchema);

export const CRASH_CALLS = {
  /** Shows the latest report in its folder. */
  showCrashReports: { input: nothing, output: nothing },
  deleteCrashReports: { input: nothing, output: nothing },
} as const;
