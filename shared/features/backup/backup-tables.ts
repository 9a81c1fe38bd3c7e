/**
 * The tables of the user database that contain the user's own data. Lists of written files are left out, because the
 * files belong to one computer.
 */
export const BACKUP_TABLES = ["entries", "documents", "schedules"] as const;
export type BackupTable = (typeof BACKUP_TABLES)[number];

/** The rows of one table. The cells of a row have the order of the columns. */
export interface BackupRows {
  columns: string[];
  rows: (string | number | null)[][];
}
export type BackupTables = Record<BackupTable, BackupRows>;

/**
 * The most characters of a backup. A backup can hold six connections with a full name book, or one connection with the
 * most counts.
 */
export const MAX_BACKUP = 64_000_000;
/** The most connections of a backup. */
export const MAX_CONNECTIONS = 100;
