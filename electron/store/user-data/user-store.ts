import { USER_MIGRATIONS } from "../database/migrations/index.ts";
import { openForWriting, type Database } from "../database/open-database.ts";
import { storeFailure } from "../database/store-error.ts";
import { ExportLog } from "./export-log.ts";
import { ScheduleTable, type ScheduledFile, type ScheduleRow } from "./schedule-table.ts";
import { ViewTable, type ViewRow } from "./view-table.ts";

/** What the user made: settings, the connection's address, the page's memory, named views. Never a key. */
export class UserStore {
  readonly #database: Database;
  readonly #setAside: string | null;
  readonly #views: ViewTable;
  readonly #exports: ExportLog;
  readonly #schedules: ScheduleTable;

  constructor(file: string) {
    const { database, setAside } = openForWriting(file, USER_MIGRATIONS);
    this.#database = database;
    this.#setAside = setAside;
    this.#views = new ViewTable(file, database);
    this.#exports = new ExportLog(database);
    this.#schedules = new ScheduleTable(file, database);
  }

  /** Where a damaged file was moved to when this one was opened, if there was one. */
  setAside(): string | null {
    return this.#setAside;
  }

  /** The text kept under that name, or null. */
  get(name: string): string | null {
    const row = this.#database.prepare("SELECT value FROM entries WHERE name = ?").get(name) as
      { value: string } | undefined;
    return row?.value ?? null;
  }

  /** Keeps a text under that name; null removes it. @throws AppFailure of kind `store`. */
  set(name: string, value: string | null): void {
    try {
      if (value === null) this.#database.prepare("DELETE FROM entries WHERE name = ?").run(name);
      else
        this.#database.prepare("INSERT OR REPLACE INTO entries (name, value) VALUES (?, ?)").run(name, value);
    } catch (thrown) {
      throw storeFailure(thrown);
    }
  }

  /** Removes every text whose name begins like that. @throws AppFailure of kind `store`. */
  removeAll(prefix: string): void {
    try {
      this.#database.prepare("DELETE FROM entries WHERE substr(name, 1, length(?1)) = ?1").run(prefix);
    } catch (thrown) {
      throw storeFailure(thrown);
    }
  }

  /** A profile's named views; view-table.ts says more of these. */
  views(profileId: string): readonly ViewRow[] {
    return this.#views.list(profileId);
  }

  findView(id: string): ViewRow | null {
    return this.#views.find(id);
  }

  addView(view: ViewRow): void {
    this.#views.add(view);
  }

  saveView(id: string, definition: string): void {
    this.#views.save(id, definition);
  }

  renameView(id: string, name: string): void {
    this.#views.rename(id, name);
  }

  moveView(id: string, before: string | null): void {
    this.#views.move(id, before);
  }

  setViewDeleted(id: string, deleted: boolean): void {
    this.#views.setDeleted(id, deleted);
  }

  forgetViews(profileId: string): void {
    this.#views.forget(profileId);
  }

  /** A profile's last exports; export-log.ts says more of these. */
  exports(profileId: string): readonly string[] {
    return this.#exports.list(profileId);
  }

  addExport(id: string, profileId: string, startedAt: number, progress: string, kept: number): void {
    this.#exports.add(id, profileId, startedAt, progress, kept);
  }

  forgetExports(profileId: string): void {
    this.#exports.forget(profileId);
  }

  /** The scheduled exports of all profiles; schedule-table.ts says more of these. */
  schedules(): readonly ScheduleRow[] {
    return this.#schedules.list();
  }

  saveSchedule(row: ScheduleRow): void {
    this.#schedules.save(row);
  }

  deleteSchedule(id: string): void {
    this.#schedules.delete(id);
  }

  forgetSchedules(profileId: string): void {
    this.#schedules.forget(profileId);
  }

  scheduledFiles(scheduleId: string): readonly ScheduledFile[] {
    return this.#schedules.files(scheduleId);
  }

  addScheduledFile(file: ScheduledFile): void {
    this.#schedules.addFile(file);
  }

  forgetScheduledFile(file: string): void {
    this.#schedules.forgetFile(file);
  }

  close(): void {
    this.#database.close();
  }
}
