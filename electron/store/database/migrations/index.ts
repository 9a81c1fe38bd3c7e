import { initial } from "./0001-initial.ts";
import { history } from "./0002-history.ts";
import { touchedRows } from "./0003-touched-rows.ts";
import { userExports } from "./user-0003-exports.ts";
import { userSchedules } from "./user-0004-schedules.ts";
import { userViews } from "./user-0002-views.ts";

/** The inventory database's migrations; the position, counted from 1, is the `user_version` they lead to. */
export const INVENTORY_MIGRATIONS: readonly string[] = [initial, history, touchedRows];

/** The user database's: what the user made, kept apart from what can be synced again. */
export const USER_MIGRATIONS: readonly string[] = [
  `CREATE TABLE entries (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;`,
  userViews,
  userExports,
  userSchedules,
];
