import { BACKUP_METHODS, type BackupMethods } from "../../features/backup/backup-table.ts";
import { NOTE_TABLES, type NoteTable } from "../../features/custody/note-table.ts";
import { EXPORT_TABLES, type ExportTable } from "../../features/exports/export-table.ts";
import { MAIL_TABLES, type MailTable } from "../../delivery/mail/mail-table.ts";
import { SCHEDULE_TABLES, type ScheduleTable } from "../../features/schedules/schedule-table.ts";
import { TEAM_TABLES, type TeamTables } from "../../features/team/team-tables.ts";
import { UserDatabase } from "../../store/user-data/user-database.ts";
import type { UserTables } from "../../store/user-data/user-tables.ts";

/** The tables of features in the user's database. */
const USER_TABLES: readonly UserTables[] = [
  TEAM_TABLES,
  NOTE_TABLES,
  EXPORT_TABLES,
  SCHEDULE_TABLES,
  MAIL_TABLES,
  BACKUP_METHODS,
];

/** The service in the thread of user data, with the tables of all features. */
export type UserStore = UserDatabase
  & TeamTables
  & NoteTable
  & ExportTable
  & ScheduleTable
  & MailTable
  & BackupMethods;

/**
 * Opens the user's database. `UserDatabase` adds the methods of `USER_TABLES` to the object.
 * @param isSession as in `UserDatabase`.
 */
export const makeUserStore = (file: string, isSession = true): UserStore =>
  new UserDatabase(file, USER_TABLES, isSession) as UserStore;
