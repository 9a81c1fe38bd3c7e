/**
 * The tables of the user database with the user's own data. Lists of written files are left out, because they belong to
 * the computer.
 */
export const BACKUP_TABLES = ["entries", "documents", "schedules"] as const;
export type BackupTable = (typeof BACKUP_TABLES)[number];

/** The rows of one table, with cells in the order of the columns. */
export interface BackupRows {
  columns: string[];
  rows: (string | number | null)[][];
}
export type BackupTables = Record<BackupTable, BackupRows>;

/** The most characters of a backup. Six connections with a full name book fit, or one with the most counts. */
export const MAX_BACKUP = 64_000_000;
/** The most connections of a backup. */
export const MAX_CONNECTIONS = 100;
