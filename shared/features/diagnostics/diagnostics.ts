import { z } from "zod";
import { appErrorSchema } from "../../base/error-schema.ts";
import { savedFileSchema } from "../../contract/declarations.ts";
import { meantConnectionSchema } from "../../inventory/connections.ts";
import { callSchema } from "../../inventory/call.ts";
import { RESOURCES } from "../../inventory/resource-names.ts";
import { policySchema } from "../../base/policy.ts";
import { settingsSchema } from "../../inventory/settings.ts";
import { connectionSchema, syncStatusSchema } from "../../inventory/status.ts";

const instant = z.string();
const bytes = z.int().min(0);

/** The outcome of one pass. */
const passSchema = z.strictObject({
  number: z.int(),
  mode: z.enum(["full", "incremental"]),
  startedAt: instant,
  milliseconds: z.number(),
  /** The reason of a failure, as a sentence; null for a success. */
  failure: z.string().nullable(),
  requestId: z.string().nullable(),
  requests: z.int(),
  restarts: z.int(),
  /** The number of different records that the pass received, over all resources. */
  seen: z.int(),
  written: z.int(),
  quarantined: z.int(),
  changes: z.int(),
  /** The mark after the pass. */
  mark: instant.nullable(),
});

/** A quarantined record: its id and the reason, without its contents. */
const quarantinedSchema = z.strictObject({
  resource: z.enum(RESOURCES),
  /** Null if the record had no usable id. */
  id: z.string().nullable(),
  reason: z.string(),
  seenAt: instant,
  requestId: z.string().nullable(),
});

/** The part that crashed: an uncaught defect, a page, a helper process, or the whole app. */
export const CRASH_KINDS = ["defect", "page", "helper", "app"] as const;
export type CrashKind = (typeof CRASH_KINDS)[number];

/** A crash report, without the stack of a defect. */
const crashReportSchema = z.strictObject({
  /** The file's name in the folder of crash reports. */
  name: z.string(),
  /** The time of the crash, ISO 8601 by the local clock. */
  at: z.string(),
  kind: z.enum(CRASH_KINDS),
  /** The reason in the words of the system or of Chromium; for a defect, the kind of error. */
  reason: z.string(),
  exitCode: z.int().nullable(),
  /** The version of Stockdeck. */
  version: z.string(),
  bytes: z.int().min(0),
});
export type ListedCrash = z.infer<typeof crashReportSchema>;

/**
 * The facts about an installation and its open connection that support needs. Users may pass these facts on. They
 * contain no API key, no credential or query of the base URL, and no name that the user gave. The only part of a record
 * that they contain is its id. The only paths are paths in Stockdeck's own folder and in an administrator's policy.
 */
export const diagnosticsSchema = z.strictObject({
  /** The time at which these facts were collected, by the local clock. */
  at: instant,
  versions: z.strictObject({
    stockdeck: z.string(),
    /** The version of Electron; null outside Electron. */
    electron: z.string().nullable(),
    chromium: z.string().nullable(),
    node: z.string(),
    /** The version of SQLite; null while no local copy is open. */
    sqlite: z.string().nullable(),
    /** The platform in Node's terms, with the processor: "linux x64". */
    platform: z.string(),
    /** The version of the operating system. */
    system: z.string(),
  }),
  /**
   * The reason why pages run without Chromium's sandbox, as a sentence; null in a browser, and if pages have a sandbox.
   */
  sandboxOff: z.string().nullable(),
  /** The open connection without its name; null if no connection is open. */
  connection: connectionSchema.pick({ connectionId: true, kind: true, baseUrl: true, key: true }).nullable(),
  /** The administrator's policy for this computer. */
  policy: policySchema,
  settings: settingsSchema,
  status: syncStatusSchema,
  /** Errors of local data, from the start or from collecting these facts. */
  problems: z.array(appErrorSchema),
  /** The last 50 calls that have ended, the latest first. */
  calls: z.array(callSchema),
  /** The passes, the latest first. */
  passes: z.array(passSchema),
  /** The quarantined records, the latest first. `status.quarantined` has the total number. */
  quarantine: z.array(quarantinedSchema),
  /** The files of Stockdeck, without the files of other connections. Names are relative to Stockdeck's folder. */
  files: z.array(z.strictObject({ name: z.string(), bytes })),
  /** Crashes of Stockdeck, the latest first. Their reports stay on this computer. */
  crashes: z.array(crashReportSchema),
  /** Free bytes on the disk with the local data; null if the system does not report them. */
  freeBytes: bytes.nullable(),
});
export type Diagnostics = z.infer<typeof diagnosticsSchema>;

export const DIAGNOSTICS_CALLS = {
  /** Returns the facts about this installation and the open connection. */
  diagnostics: { input: meantConnectionSchema, output: diagnosticsSchema },
  /** Writes the diagnostics into a file that the user chooses. */
  saveDiagnostics: { input: meantConnectionSchema, output: savedFileSchema },
  /** Shows the latest crash report in its folder. */
  showCrashReports: { input: z.undefined(), output: z.undefined() },
  deleteCrashReports: { input: z.undefined(), output: z.undefined() },
} as const;

/** The text of the file for support: the diagnostics that the screen shows, as readable JSON. */
export function diagnosticsText(diagnostics: Diagnostics): string {
  return `${JSON.stringify({ format: "stockdeck-diagnostics", version: 1, ...diagnostics }, null, 2)}\n`;
}

/** The default name of the file for support. */
export function diagnosticsFileName({ at }: Pick<Diagnostics, "at">): string {
  return `stockdeck-diagnostics-${at.slice(0, 19).replaceAll(":", "-")}.json`;
}
