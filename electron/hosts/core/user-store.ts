import { RULE_TABLES, type RuleTable } from "../../features/alerts/rule-table.ts";
import { BACKUP_METHODS, type BackupMethods } from "../../features/backup/backup-table.ts";
import { NOTE_TABLES, type NoteTable } from "../../features/custody/note-table.ts";
import { EXPORT_TABLES, type ExportTable } from "../../features/exports/export-table.ts";
import { MAIL_TABLES, type MailTable } from "../../delivery/mail/mail-table.ts";
import { NAME_TABLES } from "../../features/names/name-table.ts";
import { SCHEDULE_TABLES, type ScheduleTable } from "../../features/schedules/schedule-table.ts";
import { TEAM_TABLES, type TeamTables } from "../../features/team/team-tables.ts";
import { VIEW_TABLES, type ViewTable } from "../../features/views/view-table.ts";
import { UserDatabase } from "../../store/user-data/user-database.ts";
import { recordTablesOf, type UserTables } from "../../store/user-data/user-tables.ts";

/** The tables of features in the user's database. */
const USER_TABLES: readonly UserTables[] = [
  TEAM_TABLES,
  VIEW_TABLES,
  NAME_TABLES,
  NOTE_TABLES,
  RULE_TABLES,
  EXPORT_TABLES,
  SCHEDULE_TABLES,
  MAIL_TABLES,
  BACKUP_METHODS,
];

/** The documents whose records have a table of their own. */
export const RECORD_TABLES = recordTablesOf(USER_TABLES);

/** The methods of `USER_TABLES`, which `UserDatabase` adds to itself. */
type TableMethods = TeamTables
  & ViewTable
  & NoteTable
  & RuleTable
  & ExportTable
  & ScheduleTable
  & MailTable
  & BackupMethods;

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
