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

/** The methods of `USER_TABLES`, which `UserDatabase` adds to itself. */
type TableMethods = TeamTables & NoteTable & ExportTable & ScheduleTable & MailTable & BackupMethods;

const WithTables = UserDatabase as new (
  ...args: ConstructorParameters<typeof UserDatabase>
) => TableMethods & UserDatabase;

/** The service of the thread of user data, with the tables of all features. */
export class UserStore extends WithTables {
  /** @param isSession as of `UserDatabase`. */
  constructor(file: string, isSession = true) {
    super(file, USER_TABLES, isSession);
  }
}
