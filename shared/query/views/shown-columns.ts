import { COMPUTED_COLUMNS } from "../../computed-columns.ts";
import { FIELDS, findField, QUERY_FIELDS } from "../../inventory/fields.ts";
import type { Resource } from "../../inventory/resource-names.ts";
import type { ViewDefinition } from "./views.ts";

/** The API's fields that a table shows by default, in order. */
const SHOWN_FIELDS: Readonly<Record<Resource, readonly string[]>> = {
  items: [
    "name",
    "status",
    "locationId",
    "materialTypeId",
    "remainingLength",
    "weight",
    "checkedOutToUserId",
    "checkedOutAt",
    "updatedAt",
  ],
  types: [
    "name",
    "width",
    "thickness",
    "calculatedDensity",
    "densityDisplayUnit",
    "spoolWeight",
    "pricePerFoot",
    "pricePerPound",
    "currency",
    "updatedAt",
  ],
  locations: ["name", "id", "createdAt", "updatedAt"],
};

/**
 * The columns that a table shows by default, in order. A computed column follows the column that its `shownAfter`
 * names.
 */
function defaultColumns(resource: Resource): readonly string[] {
  const after = (shown: string): readonly string[] =>
    COMPUTED_COLUMNS.filter(({ computed }) => computed.shownAfter?.[resource] === shown).flatMap(
      ({ name }) => [name, ...after(name)],
    );
  return SHOWN_FIELDS[resource].flatMap((name) => [name, ...after(name)]);
}

export const DEFAULT_SHOWN: Readonly<Record<Resource, readonly string[]>> = {
  items: defaultColumns("items"),
  types: defaultColumns("types"),
  locations: defaultColumns("locations"),
};

/** The end of the id of a column that shows a reference's bare ids. */
export const BARE_ID = ":id";

/**
 * The columns of a view's export: the shown columns from left to right. A reference has the name that the table shows
 * (`locationName`), unless the column shows bare ids.
 * @param columns the view's arrangement of columns; absent for the default.
 * @param hasNames whether the user gave a name to any id.
 */
export function shownColumns(
  resource: Resource,
  columns: ViewDefinition["columns"],
  hasNames: boolean,
): readonly string[] {
  const standard = DEFAULT_SHOWN[resource];
  const all = [
    ...standard,
    ...QUERY_FIELDS[resource].flatMap(({ name, references }) => [
      ...(standard.includes(name) ? [] : [name]),
      ...(references ? [name + BARE_ID] : []),
    ]),
  ];
  if (!columns) return exportedColumns(resource, standard, hasNames);
  const known = columns.order.filter((id) => all.includes(id));
  const order = [...known, ...all.filter((id) => !known.includes(id))];
  const shown = order.filter((id) => columns.visibility[id] ?? standard.includes(id));
  const place = (id: string): number => ["left", undefined, "right"].indexOf(columns.pins[id]);
  const placed = shown.toSorted((a, b) => place(a) - place(b));
  return exportedColumns(resource, placed, hasNames);
}

/**
 * The API's fields, each reference followed by its name.
 * @param hasNames whether the user gave a name to any id; otherwise exports have no column of user names.
 */
export function namedColumns(resource: Resource, hasNames: boolean): readonly string[] {
  return FIELDS[resource].flatMap(({ name, references }) =>
    references && (references !== "names" || hasNames) ? [name, joinedName(name)] : [name],
  );
}

/**
 * The columns of an export for the columns of a table. An id that the user can name is followed by a column with its
 * name.
 */
export function exportedColumns(
  resource: Resource,
  ids: readonly string[],
  hasNames: boolean,
): readonly string[] {
  const columns = ids.flatMap((id) =>
    hasNames && findField(resource, id)?.references === "names"
      ? [exportColumn(resource, id), joinedName(id)]
      : [exportColumn(resource, id)],
  );
  return [...new Set(columns)];
}

/** The export's column for a column of a table. For an id that the user can name, the export has the bare id. */
export function exportColumn(resource: Resource, id: string): string {
  if (id.endsWith(BARE_ID)) return id.slice(0, -BARE_ID.length);
  const references = findField(resource, id)?.references;
  return references && references !== "names" ? joinedName(id) : id;
}

/** The field with the name of a reference: `locationName` for `locationId`. */
export function joinedName(reference: string): string {
  return reference.replace(/Id$/, "Name");
}
