import {
  leavesOf,
  fieldFilterSchema,
  type Chip,
  type ChipFilter,
  type FieldFilter,
} from "../../../shared/query/field-filter.ts";
import { assertNever } from "../../../shared/base/errors.ts";
import type { Field } from "../../../shared/inventory/fields.ts";
import { modesOf } from "./filter-modes.ts";

/** Sets the filter of the chip with an id. A new chip is added at the end, switched on. */
export function putChip(chips: readonly Chip[], id: string, filter: ChipFilter): Chip[] {
  if (chips.some((chip) => chip.id === id)) {
    return chips.map((chip) => (chip.id === id ? { ...chip, filter } : chip));
  }
  return [...chips, { id, enabled: true, filter }];
}

/** Sets the filter of the chip with an id, and switches it on. A new chip is added at the end. */
export function applyChip(chips: readonly Chip[], id: string, filter: ChipFilter): Chip[] {
  return putChip(chips, id, filter).map((chip) => (chip.id === id ? { ...chip, enabled: true } : chip));
}

/** The fields that active chips filter. */
export function fieldsInUse(chips: readonly Chip[]): ReadonlySet<string> {
  return new Set(
    chips.flatMap(({ enabled, filter }) => (enabled ? leavesOf(filter).map(({ field }) => field) : [])),
  );
}

/** Removes the chip with an id. */
export function dropChip(chips: readonly Chip[], id: string): Chip[] {
  return chips.filter((chip) => chip.id !== id);
}

/** Switches the chip with an id on or off. */
export function toggleChip(chips: readonly Chip[], id: string): Chip[] {
  return chips.map((chip) => (chip.id === id ? { ...chip, enabled: !chip.enabled } : chip));
}

/** Switches off every chip except one. If only this chip is on already, switches all chips on. */
export function soloChip(chips: readonly Chip[], id: string): Chip[] {
  const alone = chips.every((chip) => chip.enabled === (chip.id === id));
  return chips.map((chip) => ({ ...chip, enabled: alone || chip.id === id }));
}

type Value = string | number | null;

/**
 * The filter that includes or excludes the value of a cell. For a date, this is the local day; null if no chip can
 * express the filter.
 * @param currency the currency of an amount of money; null for other values.
 */
export function filterByValue(
  field: Field,
  value: Value,
  against: boolean,
  currency: string | null = null,
): FieldFilter | null {
  const { name } = field;
  if (value === null) return { kind: "presence", field: name, empty: !against };
  switch (field.kind) {
    case "number":
      return against || typeof value !== "number"
        ? null
        : {
            kind: "range",
            field: name,
            min: value,
            max: value,
            ...(currency !== null && { currency: { field: field.measuredIn ?? "", value: currency } }),
          };
    case "date": {
      const day = against ? null : localDay(String(value));
      return day === null ? null : { kind: "days", field: name, from: day, to: day };
    }
    case "enum":
    case "reference":
    case "text": {
      const text = String(value);
      // A name may be an empty text. The filter "is empty" does not find an empty text, and no text filter accepts one.
      const filter: FieldFilter =
        text === "" || modesOf(field).includes("anyOf")
          ? { kind: "choice", field: name, negate: against, values: [text], empty: false }
          : { kind: "text", field: name, op: against ? "isNot" : "is", value: text };
      return fieldFilterSchema.safeParse(filter).success ? filter : null;
    }
    default:
      return assertNever(field.kind, "unknown kind of field");
  }
}

/** Adds a filter by a cell's value. All excluded values of a field share one chip. */
export function addByValue(chips: readonly Chip[], filter: FieldFilter, id: string): Chip[] {
  const present = chips.find(
    (chip) =>
      chip.enabled
      && chip.filter.kind === "choice"
      && chip.filter.field === filter.field
      && filter.kind === "choice"
      && chip.filter.negate === filter.negate,
  );
  if (present?.filter.kind !== "choice" || filter.kind !== "choice") return putChip(chips, id, filter);
  const values = filter.negate ? [...new Set([...present.filter.values, ...filter.values])] : filter.values;
  const empty = filter.negate && present.filter.empty;
  return putChip(chips, present.id, { ...present.filter, values, empty });
}

function localDay(iso: string): string | null {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return null;
  const two = (part: number): string => String(part).padStart(2, "0");
  return `${String(date.getFullYear()).padStart(4, "0")}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
