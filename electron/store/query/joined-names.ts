import type { Field } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Database } from "../database/open-database.ts";
import { prepared } from "../database/prepared.ts";

/** A name that a row has besides the API's fields. */
export interface JoinedName {
  readonly name: string;
  /** SQL that gives the name for a row of the table `t`. */
  readonly sql: string;
}

/** The names of references; null if the id is unknown here. */
export const JOINED_NAMES: Readonly<Record<Resource, readonly JoinedName[]>> = {
  items: [
    { name: "locationName", sql: "(SELECT name FROM locations WHERE id = t.locationId)" },
    { name: "materialTypeName", sql: "(SELECT name FROM types WHERE id = t.materialTypeId)" },
    { name: "checkedOutToUserName", sql: "(SELECT name FROM names WHERE id = t.checkedOutToUserId)" },
  ],
  types: [],
  locations: [],
};

/** The name behind a reference's id; null if it is unknown here. */
export function nameOfReference(database: Database, { references }: Field, id: string): string | null {
  if (!references) return null;
  const found = prepared(database, `SELECT name FROM ${references} WHERE id = ?`).get(id) as
    { name: string } | undefined;
  return found?.name ?? null;
}
