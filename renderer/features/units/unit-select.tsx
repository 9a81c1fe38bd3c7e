import { Select } from "@mantine/core";
import { UNITS, type Quantity } from "../../../shared/inventory/units.ts";

interface UnitSelectProps {
  readonly quantity: Quantity;
  readonly label: string;
  /** The label of the choice without a unit. */
  readonly none: string;
  readonly hiddenLabel?: boolean;
  readonly value: string | null;
  readonly onChange: (unit: string | null) => void;
}

/** Chooses the unit of a quantity, or none. */
export function UnitSelect({ quantity, label, none, hiddenLabel, value, onChange }: UnitSelectProps) {
  return (
    <Select
      {...(hiddenLabel ? { "aria-label": label } : { label })}
      data={[{ value: "", label: none }, ...UNITS[quantity].map((unit) => ({ value: unit, label: unit }))]}
      value={value ?? ""}
      onChange={(unit) => onChange(unit === "" ? null : unit)}
    />
  );
}
