import { z } from "zod";
import { savedFileSchema } from "../../contract/declarations.ts";
import { MAX_BACKUP, type BackupTable, type BackupTables } from "./backup-tables.ts";
import { unsafePart, parseJson, type ValueLimits } from "../../base/text/json.ts";

/** The value of `format` in every backup file. */
const BACKUP_FORMAT = "stockdeck-backup";
/** The end of a backup's file name, after the day. */
export const BACKUP_SUFFIX = ".stockdeck-backup.json";
const LIMITS: ValueLimits = { depth: 8, parts: 4_000_000, forbidden: new Set(["__proto__"]) };

const tableSchema = z.strictObject({
  columns: z.array(z.string().regex(/^[a-zA-Z]{1,40}$/)).max(40),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
});

/**
 * The user's own data, in the schema version of the user database. A backup contains no key and no row of the service.
 */
const backupSchema = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  /** The schema version of the user database. */
  version: z.int().min(1).max(10_000),
  madeAt: z.iso.datetime(),
  tables: z.strictObject({
    entries: tableSchema,
    documents: tableSchema,
    schedules: tableSchema,
  } satisfies Record<BackupTable, typeof tableSchema>),
});
export type Backup = z.infer<typeof backupSchema>;

/** A summary of a backup, which the user sees before the restore. */
const backupSummarySchema = z.strictObject({
  madeAt: z.string(),
  connections: z.array(
    z.strictObject({
      name: z.string(),
      baseUrl: z.string(),
      /** Whether this computer already has the connection. A restore would replace its data. */
      here: z.boolean(),
      views: z.int(),
      names: z.int(),
      notes: z.int(),
      counts: z.int(),
      rules: z.int(),
      schedules: z.int(),
    }),
  ),
});
export type BackupSummary = z.infer<typeof backupSummarySchema>;

const textSchema = z.strictObject({ text: z.string().min(1).max(MAX_BACKUP) });

/** The calls of backups. */
export const BACKUP_CALLS = {
  /** Makes a backup. Returns its text and a name for its file. */
  makeBackup: { input: z.undefined(), output: z.strictObject({ name: z.string(), text: z.string() }) },
  /** Writes a backup into a file that the user chooses. */
  saveBackup: { input: z.undefined(), output: savedFileSchema },
  /**
   * Reads the summary of a backup and changes nothing. Fails with `invalid_input` if the text is not a backup,
   * or is from a newer Stockdeck.
   */
  readBackup: { input: textSchema, output: backupSummarySchema },
  /**
   * Restores everything in a backup. If a connection of the backup exists on this computer, the backup's data replace
   * its data; otherwise the connection is added without a key. Connections that are not in the backup stay unchanged.
   * Scheduled exports are paused. An export's folder is removed if no schedule on this computer uses the folder. Then
   * every page reloads (`restored`).
   */
  restoreBackup: { input: textSchema, output: z.undefined() },
} as const;

export const BACKUP_PUSHES = {
  /** Pushed after a backup was restored: every page must reload. */
  restored: z.strictObject({}),
} as const;

/** The text of a backup's file. */
export function backupText(version: number, madeAt: string, tables: BackupTables): string {
  return `${JSON.stringify({ format: BACKUP_FORMAT, version, madeAt, tables } satisfies Backup)}\n`;
}

/** Reads a backup's text; null if it is not a backup. */
export function parseBackup(text: string): Backup | null {
  const value = parseJson(text);
  return unsafePart(value, LIMITS) === null ? (backupSchema.safeParse(value).data ?? null) : null;
}
