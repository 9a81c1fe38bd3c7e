/** The tables of the user database that hold what a user made; lists of written files are of the machine. */
export const BACKUP_TABLES = [
  "entries",
  "documents",
  "views",
  "names",
  "item_notes",
  "alert_rules",
  "schedules",
] as const;
export type BackupTable = (typeof BACKUP_TABLES)[number];

/** The rows of one table, as the columns name their cells. */
export interface BackupRows {
  columns: string[];
  rows: (string | number | null)[][];
}
export type BackupTables = Record<BackupTable, BackupRows>;

/** The most characters of a backup: half a dozen connections with a full name book. */
export const MAX_BACKUP = 12_000_000;
/** The most connections of one. */
export const MAX_CONNECTIONS = 100;
