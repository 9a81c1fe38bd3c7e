import { QUERY_FIELDS, type Field } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { clampWidth } from "../../grid/sizes.ts";
import type * as grid from "../../grid/grid-column.ts";
import { BARE_ID, DEFAULT_SHOWN } from "../../../shared/query/views/shown-columns.ts";
import type { ViewDefinition } from "../../../shared/query/views/views.ts";
import { COLUMN_MENU } from "./messages.ts";

export type ColumnSpec = grid.ColumnSpec<Field>;
export type PlacedColumn = grid.PlacedColumn<Field>;

/** The user's arrangement of a resource's columns. An absent part has its default value. */
export type ColumnLayout = NonNullable<ViewDefinition["columns"]>;

export const DEFAULT_LAYOUT: ColumnLayout = { order: [], visibility: {}, widths: {}, pins: {} };

const WIDTHS: Readonly<Record<string, number>> = {
  name: 360,
  id: 190,
  status: 128,
  locationId: 140,
  materialTypeId: 220,
  remainingLength: 152,
  weight: 104,
  checkedOutToUserId: 116,
  checkedOutAt: 196,
  densityDisplayUnit: 130,
  currency: 110,
};
const KIND_WIDTHS = { text: 180, number: 128, date: 186, enum: 140, reference: 180 } as const;

/**
 * All columns of a resource. The columns that are shown by default come first, in order; the others follow in the order
 * of the specification.
 */
export function columnsOf(resource: Resource): readonly ColumnSpec[] {
  const shown = DEFAULT_SHOWN[resource];
  const rank = (id: string): number => (shown.includes(id) ? shown.indexOf(id) : shown.length);
  return QUERY_FIELDS[resource]
    .flatMap((field): ColumnSpec[] => {
      const column: ColumnSpec = {
        id: field.name,
        label: field.label,
        field,
        bareId: false,
        width: field.computed?.width ?? WIDTHS[field.name] ?? KIND_WIDTHS[field.kind],
        shown: shown.includes(field.name),
      };
      if (!field.references) return [column];
      return [
        column,
        {
          ...column,
          id: field.name + BARE_ID,
          label: COLUMN_MENU.idColumn({ field: field.label }),
          bareId: true,
          width: 190,
          shown: false,
        },
      ];
    })
    .toSorted((a, b) => rank(a.id) - rank(b.id));
}

const NAME = "name";

/** Completes a saved arrangement. Missing columns are added at the end; unknown columns are dropped. */
export function resolveLayout(columns: readonly ColumnSpec[], layout: ColumnLayout): ColumnLayout {
  const known = new Set(columns.map(({ id }) => id));
  const order = layout.order.filter((id) => known.has(id));
  return {
    order: [...order, ...columns.map(({ id }) => id).filter((id) => !order.includes(id))],
    // The name identifies a row, so not even an imported view can hide the column of names.
    visibility: Object.fromEntries(
      columns.map(({ id, shown }) => [id, id === NAME || (layout.visibility[id] ?? shown)]),
    ),
    widths: Object.fromEntries(columns.map(({ id, width }) => [id, clampWidth(layout.widths[id] ?? width)])),
    pins: Object.fromEntries(Object.entries(layout.pins).filter(([id]) => known.has(id))),
  };
}

/** Moves a shown column left or right by one, among columns with the same pin. */
export function moveColumn(layout: ColumnLayout, id: string, step: -1 | 1): ColumnLayout {
  const { order, visibility, pins } = layout;
  const from = order.indexOf(id);
  const passed = (at: number): boolean => {
    const other = order[at] ?? "";
    return visibility[other] !== true || pins[other] !== pins[id];
  };
  let to = from + step;
  while (to >= 0 && to < order.length && passed(to)) to += step;
  if (from < 0 || to < 0 || to >= order.length) return layout;
  const without = order.filter((other) => other !== id);
  return { ...layout, order: without.toSpliced(to, 0, id) };
}

/** Moves a column before or after another column. It gets the other column's pin. */
export function dropColumn(
  layout: ColumnLayout,
  id: string,
  over: string,
  side: "before" | "after",
): ColumnLayout {
  if (id === over || !layout.order.includes(id) || !layout.order.includes(over)) return layout;
  const without = layout.order.filter((other) => other !== id);
  const order = without.toSpliced(without.indexOf(over) + Number(side === "after"), 0, id);
  return { ...pinColumn(layout, id, layout.pins[over] ?? null), order };
}

/** Pins a column to a side, or lets it scroll with the other columns. */
export function pinColumn(layout: ColumnLayout, id: string, side: grid.PinSide | null): ColumnLayout {
  const others = Object.entries(layout.pins).filter(([other]) => other !== id);
  return { ...layout, pins: Object.fromEntries(side ? [...others, [id, side]] : others) };
}

/** Shows or hides a column. */
export function showColumn(layout: ColumnLayout, id: string, shown: boolean): ColumnLayout {
  return { ...layout, visibility: { ...layout.visibility, [id]: shown } };
}

/** Shows those of the given columns that are hidden, next to the name. */
export function uncoverColumns(
  columns: readonly ColumnSpec[],
  layout: ColumnLayout,
  ids: readonly string[],
): ColumnLayout {
  const { visibility, order } = resolveLayout(columns, layout);
  const hidden = order.filter((id) => ids.includes(id) && visibility[id] !== true);
  if (hidden.length === 0) return layout;
  const others = order.filter((id) => !hidden.includes(id));
  return {
    ...layout,
    order: others.toSpliced(others.indexOf(NAME) + 1, 0, ...hidden),
    visibility: { ...layout.visibility, ...Object.fromEntries(hidden.map((id) => [id, true])) },
  };
}
