import type { Field } from "../../../shared/inventory/fields.ts";
import { withUnit, type Units } from "../../../shared/inventory/units.ts";
import { formatNumber } from "../../base/format.ts";
import type { Row } from "../../../shared/query/query-calls.ts";
import { convertUnit, shownUnit, unitOfRow } from "./shown-units.ts";

/** A number with its display unit. */
interface NumberInUnit {
  readonly value: number;
  readonly unit: string;
}

/** A row's number in its display unit. The unit is "" if the number has no unit. */
export function showNumber(
  units: Units,
  { field }: { readonly field: Field },
  value: number,
  row: Row,
): NumberInUnit {
  const sent = unitOfRow(units, field, row);
  if (!field.measures || sent === null) return { value, unit: "" };
  const unit = shownUnit(units, field.measures.quantity, sent) ?? sent;
  return { value: convertUnit(value, sent, unit), unit };
}

export { withUnit };

/** The text of a row's number with its display unit. */
export function measuredText(units: Units, field: Field, value: number, row: Row): string {
  const shown = showNumber(units, { field }, value, row);
  return withUnit(formatNumber(shown.value), shown.unit);
}
