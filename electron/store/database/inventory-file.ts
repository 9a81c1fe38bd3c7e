import { COMPUTED_COLUMNS } from "../../../shared/computed-columns.ts";
import { OWN_FIELDS } from "../../../shared/inventory/fields.ts";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import { columnType } from "./columns.ts";
import { INVENTORY_MIGRATIONS } from "./migrations/index.ts";
import { withViews } from "./sql-views.ts";
import { isReadable, openForReading, openForWriting, type Database, type Opened } from "./open-database.ts";

/**
 * Opens an inventory database for writing, as `openForWriting` does. It also adds missing computed columns and views.
 */
export const openInventoryForWriting = (file: string, reopens = false): Opened =>
  openForWriting(file, INVENTORY_MIGRATIONS, findMissing, reopens);

/** The options for reading an inventory database. */
export interface ReadingOptions {
  /** True to read as if the user had given no names. No query then finds, shows or sorts by a name. */
  readonly withoutNames?: boolean;
  /** True to read as if the columns that users write were empty (`OWN_FIELDS`). */
  readonly withoutOwnFields?: boolean;
}

/**
 * Opens an existing inventory database for reading, as `openForReading` does. Views for other programs may be missing.
 */
export function openInventoryForReading(file: string, options: ReadingOptions = {}): Database {
  const database = openForReading(file, INVENTORY_MIGRATIONS, missingColumns, findMissing);
  if (options.withoutNames || options.withoutOwnFields) {
    database.exec("PRAGMA query_only = OFF");
    hideNames(database, options);
    if (options.withoutOwnFields) hideOwnFields(database);
    database.exec("PRAGMA query_only = ON");
  }
  return database;
}

/** Hides the user's names if the options require it. SQLite prefers a temporary view to a table with the same name. */
export function hideNames(database: Database, { withoutNames = false }: ReadingOptions): void {
  if (withoutNames) database.exec("CREATE TEMP VIEW names AS SELECT * FROM main.names WHERE false");
}

/** Hides the columns that users write. SQLite prefers a temporary view to a table of the same name. */
function hideOwnFields(database: Database): void {
  const columns = database.prepare("SELECT name FROM pragma_table_info(?, 'main')");
  for (const resource of RESOURCES) {
    const own = OWN_FIELDS[resource];
    if (own.length === 0) continue;
    const names = (columns.all(resource) as { name: string }[]).map(({ name }) => name);
    const shown = names.map((name) => (own.includes(name) ? `NULL AS ${name}` : name));
    database.exec(`CREATE TEMP VIEW ${resource} AS SELECT ${shown.join(", ")} FROM main.${resource}`);
  }
}

/** Whether an inventory database can be read without changes, as `isReadable` checks it. */
export const isInventoryReadable = (file: string): boolean =>
  isReadable(file, INVENTORY_MIGRATIONS, missingColumns);

/** Finds the computed columns and views that a file lacks. */
const findMissing = (database: Database): readonly string[] => withViews(database, missingColumns(database));

/**
 * Finds the computed columns that a file lacks, or has with another type. Migrations never name them, so that a feature
 * declares its columns in only one place.
 */
function missingColumns(database: Database): readonly string[] {
  const columns = database.prepare("SELECT name, type FROM pragma_table_info(?)");
  const known = new Map<string, ReadonlyMap<string, string>>();
  return COMPUTED_COLUMNS.flatMap((column) =>
    column.resources.flatMap((table): string[] => {
      const rows = (known.has(table) ? [] : columns.all(table)) as { name: string; type: string }[];
      const types = known.get(table) ?? new Map(rows.map(({ name, type }) => [name, type]));
      known.set(table, types);
      const [type, found] = [columnType(column), types.get(column.name)];
      if (found === type) return [];
      const add = `ALTER TABLE ${table} ADD COLUMN ${column.name} ${type}`;
      if (found === undefined) return [add];
      const drop = `ALTER TABLE ${table} DROP COLUMN ${column.name}`;
      return [`DROP INDEX IF EXISTS ${table}_by_${column.name}`, drop, add];
    }),
  );
}
