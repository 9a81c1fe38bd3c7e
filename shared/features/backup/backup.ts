import { z } from "zod";
import { MAX_BACKUP, type BackupTable, type BackupTables } from "./backup-tables.ts";
import { parseJson } from "../../base/text/parse-json.ts";
import { unsafePart, type ValueLimits } from "../../base/text/sanitised-json.ts";

/** What a backup says that it is. */
const BACKUP_FORMAT = "stockdeck-backup";
/** How its file is called, behind the day. */
export const BACKUP_SUFFIX = ".stockdeck-backup.json";
const LIMITS: ValueLimits = { depth: 8, parts: 4_000_000, forbidden: new Set(["__proto__"]) };

const tableSchema = z.strictObject({
  columns: z.array(z.string().regex(/^[a-zA-Z]{1,40}$/)).max(40),
  rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
});

/** Everything that the user made, as the user database of a version has it. Never a key, never a row of the service. */
const backupSchema = z.strictObject({
  format: z.literal(BACKUP_FORMAT),
  /** Of the user database. */
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

/** What a backup would bring, for the user to agree. */
const backupSummarySchema = z.strictObject({
  madeAt: z.string(),
  connections: z.array(
    z.strictObject({
      name: z.string(),
      baseUrl: z.string(),
      /** The relay of events that it brings, if that is another one than the connection has here; else null. */
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
  saveBackup: { input: z.undefined(), output: z.strictObject({ file: z.string().nullable() }) },
  /** What a backup holds; nothing changes. `invalid_input` if it is none, or of a newer Stockdeck. */
  readBackup: { input: textSchema, output: backupSummarySchema },
  /**
   * Brings everything of a backup: connections that are here get what it has in place of their own, others are added without
   * a key, and those that it does not know stay. Scheduled exports come paused, and without a folder that no schedule has here.
   * Then every page begins anew (`restored`).
   */
  restoreBackup: { input: textSchema, output: z.undefined() },
} as const;

/** A backup as a file has it. */
export function backupText(version: number, madeAt: string, tables: BackupTables): string {
  return `${JSON.stringify({ format: BACKUP_FORMAT, version, madeAt, tables } satisfies Backup)}\n`;
}

/** Reads a backup's text; null if it is none. */
export function parseBackup(text: string): Backup | null {
  const value = parseJson(text);
  return unsafePart(value, LIMITS) === null ? (backupSchema.safeParse(value).data ?? null) : null;
}
