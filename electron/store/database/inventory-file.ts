import { COMPUTED_COLUMNS } from "../../../shared/computed-columns.ts";
import { columnType } from "./columns.ts";
import { INVENTORY_MIGRATIONS } from "./migrations/index.ts";
import { isReadable, openForReading, openForWriting, type Database, type Opened } from "./open-database.ts";

/** Opens an inventory database for writing, as `openForWriting`; computed columns that it lacks are added. */
export function openInventoryForWriting(file: string): Opened {
  const opened = openForWriting(file, INVENTORY_MIGRATIONS);
  addColumns(opened.database);
  return opened;
}

/** Opens an existing inventory database for reading, as `openForReading`. */
export function openInventoryForReading(file: string): Database {
  const database = openForReading(file, INVENTORY_MIGRATIONS);
  if (missingColumns(database).length === 0) return database;
  database.close();
  openInventoryForWriting(file).database.close();
  return openForReading(file, INVENTORY_MIGRATIONS);
}

/** Whether an inventory database can be read as it is, as `isReadable`. */
export function isInventoryReadable(file: string): boolean {
  if (!isReadable(file, INVENTORY_MIGRATIONS)) return false;
  try {
    const database = openForReading(file, INVENTORY_MIGRATIONS);
    try {
      return missingColumns(database).length === 0;
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

/** Adds computed columns that a file lacks. They are no part of the migrations: a feature declares them in one place. */
function addColumns(database: Database): void {
  if (missingColumns(database).length === 0) return;
  // Another connection may add them at the same moment.
  database.exec("BEGIN IMMEDIATE");
  for (const column of missingColumns(database)) database.exec(`ALTER TABLE ${column}`);
  database.exec("COMMIT");
}

/** Each missing column, as its part of an ALTER TABLE statement. */
function missingColumns(database: Database): readonly string[] {
  const columns = database.prepare("SELECT name FROM pragma_table_info(?)");
  const known = new Map<string, ReadonlySet<unknown>>();
  return COMPUTED_COLUMNS.flatMap((column) =>
    column.resources.flatMap((table) => {
      const names =
        known.get(table) ?? new Set(columns.all(table).map((row) => (row as { name: string }).name));
      known.set(table, names);
      return names.has(column.name) ? [] : [`${table} ADD COLUMN ${column.name} ${columnType(column)}`];
    }),
  );
}
