import type { DatabaseSyncInstance } from "@photostructure/sqlite";

/** The number of migrations that a database has had. */
export function userVersion(database: DatabaseSyncInstance): number {
  return (database.prepare("PRAGMA user_version").get() as { user_version: number }).user_version;
}
