import { z } from "zod";
import { savedFileSchema } from "../../contract/declarations.ts";
import { MAX_BACKUP, type BackupTable, type BackupTables } from "./backup-tables.ts";
import { unsafePart, parseJson, type ValueLimits } from "../../base/text/json.ts";

/** The value of `format` in every backup file. */
const BACKUP_FORMAT = "stockdeck-backup";
/** The suffix of a backup's file name, after the day. */
export const BACKUP_SUFFIX = ".stockdeck-backup.json";
const LIMITS: ValueLimits = { depth: 8, parts: 4_000_000, forbidden: new Set(["__proto__"]) };

const tableSchema = z.strictObject({
  columns: z.array(z.string().regex(/^[a-zA-Z]{1,40}$/)).max(40),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
});

/** All data that the user made, in the user database's version. Never a key, never a row of the service. */
const backupSchema = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  /** The schema version of the user database. */
  version: z.int().min(1).max(10_000),
  madeAt: z.iso.datetime(),
  tables: z.strictObject({
    entries: tableSchema,
    documents: tableSchema,
    views: tableSchema,
    names: tableSchema,
    item_notes: tableSchema,
    alert_rules: tableSchema,
    schedules: tableSchema,
  } satisfies Record<BackupTable, typeof tableSchema>),
});
export type Backup = z.infer<typeof backupSchema>;

/** The content of a backup, which the user sees before it is restored. */
const backupSummarySchema = z.strictObject({
  madeAt: z.string(),
  connections: z.array(
    z.strictObject({
      name: z.string(),
      baseUrl: z.string(),
      /** The relay of the backup's events if the connection has another one here; else null. */
      newRelay: z.string().nullable(),
      /** Whether this machine has the connection, so that what it has is replaced. */
      here: z.boolean(),
      views: z.int(),
      names: z.int(),
      notes: z.int(),
      rules: z.int(),
      schedules: z.int(),
    }),
  ),
});
export type BackupSummary = z.infer<typeof backupSummarySchema>;

const textSchema = z.strictObject({ text: z.string().min(1).max(MAX_BACKUP) });

/** The calls of backups. */
export const BACKUP_CALLS = {
  /** The text of a backup made now, and a name for its file. */
  makeBackup: { input: z.undefined(), output: z.strictObject({ name: z.string(), text: z.string() }) },
  /** Writes the same into a file that the user chooses. */
  saveBackup: { input: z.undefined(), output: savedFileSchema },
  /**
   * Reads the summary of a backup and changes nothing. `invalid_input` if the text is no backup, or of a newer
   * Stockdeck.
   */
  readBackup: { input: textSchema, output: backupSummarySchema },
  /**
   * Restores everything in a backup. Connections that exist here get the backup's data in place of their own; others
   * are added without a key. Connections that the backup does not have stay as they are. Scheduled exports arrive
   * paused, and lose a folder that no schedule here uses. Then every page reloads (`restored`).
   */
  restoreBackup: { input: textSchema, output: z.undefined() },
} as const;

export const BACKUP_PUSHES = {
  /** A backup was restored: every page reloads. */
  restored: z.strictObject({}),
} as const;

/** A backup as a file has it. */
export function backupText(version: number, madeAt: string, tables: BackupTables): string {
  return `${JSON.stringify({ format: BACKUP_FORMAT, version, madeAt, tables } satisfies Backup)}\n`;
}

/** Reads a backup's text; null if it is no backup. */
export function parseBackup(text: string): Backup | null {
  const value = parseJson(text);
  return unsafePart(value, LIMITS) === null ? (backupSchema.safeParse(value).data ?? null) : null;
}
