import type { UserTables } from "../../store/user-data/user-tables.ts";

/** The user's names for ids. They are read and saved as a document's records. */
export const NAME_TABLES: UserTables = {
  records: { names: { table: "names", columns: ["name", "team", "note"] } },
};
