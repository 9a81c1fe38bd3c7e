import type { Resource } from "../../../shared/resource-names.ts";

/** A name that a row carries beside the API's fields. */
export interface JoinedName {
  readonly name: string;
  /** What gives it, for a row of the table `t`. */
  readonly sql: string;
}

/** The names that references stand for; null where the id is unknown here. */
export const JOINED_NAMES: Readonly<Record<Resource, readonly JoinedName[]>> = {
  items: [
    { name: "locationName", sql: "(SELECT name FROM locations WHERE id = t.locationId)" },
    { name: "materialTypeName", sql: "(SELECT name FROM types WHERE id = t.materialTypeId)" },
  ],
  types: [],
  locations: [],
};
