import { Box, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import {
  QUANTITIES,
  UNITS,
  WEIGHINGS,
  type TypeUnits as OwnUnits,
  type Units,
  type Quantity,
  type Weighing,
} from "../../../shared/inventory/units.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { TypeSelect } from "../../inventory/records/type-select.tsx";
import { recordName, recordQuery } from "../../inventory/records/record-queries.ts";
import { IconButton } from "../../ui/buttons.tsx";
import { OVERRIDES, WEIGHING_LABELS, WEIGHING, UNITS_SCREEN } from "./messages.ts";
import cardPage from "../../ui/card-page.module.css";
import classes from "./units.module.css";

const AS_THE_OTHERS: OwnUnits = { length: null, weight: null, width: null, thickness: null, weighing: null };

interface TypeUnitsProps {
  readonly units: Units;
  readonly onChange: (units: Units) => void;
}

/** The fields for exceptions: material types whose units differ from the connection's units. */
export function TypeUnits({ units, onChange }: TypeUnitsProps) {
  const { overrides } = units;
  const api = useConnectionApi();
  const ids = Object.keys(overrides);
  const records = useQueries({ queries: ids.map((id) => recordQuery(api, "types", id)) });
  const set = (id: string, own: OwnUnits): void =>
    onChange({ ...units, overrides: { ...overrides, [id]: own } });
  const remove = (id: string): void => {
    const { [id]: _removed, ...others } = overrides;
    onChange({ ...units, overrides: others });
  };
  return (
    <section className={cardPage.card} aria-label={OVERRIDES.title}>
      <h2>{OVERRIDES.title}</h2>
      <p className="sd-note">{OVERRIDES.text}</p>
      {ids.map((id, at) => {
        const name = recordName(id, records[at]?.data);
        const own = overrides[id] ?? AS_THE_OTHERS;
        return (
          <div key={id} className={classes.type} role="group" aria-label={name}>
            <span className="sd-cut" title={id}>
              {name}
            </span>
            {QUANTITIES.map((quantity) => (
              <UnitSelect
                key={quantity}
                quantity={quantity}
                label={UNITS_SCREEN.unitOf({ quantity, type: name })}
                hiddenLabel
                none={UNITS_SCREEN.asOthers}
                value={own[quantity]}
                onChange={(unit) => set(id, { ...own, [quantity]: unit })}
              />
            ))}
            <WeighingSelect
              label={WEIGHING.labelOf({ type: name })}
              hiddenLabel
              none={UNITS_SCREEN.asOthers}
              value={own.weighing}
              onChange={(weighing) => set(id, { ...own, weighing })}
            />
            <IconButton
              icon={IconX}
              label={OVERRIDES.remove({ type: name })}
              title={OVERRIDES.remove({ type: name })}
              onClick={() => remove(id)}
            />
          </div>
        );
      })}
      <Box w={320}>
        <TypeSelect
          label={OVERRIDES.add}
          nothingFound={OVERRIDES.none}
          value={null}
          except={ids}
          onPick={(id) => set(id, AS_THE_OTHERS)}
        />
      </Box>
    </section>
  );
}

interface UnitSelectProps {
  readonly quantity: Quantity;
  readonly label: string;
  /** The label of the choice that sets no unit. */
  readonly none: string;
  readonly hiddenLabel?: boolean;
  readonly value: string | null;
  readonly onChange: (unit: string | null) => void;
}

interface WeighingSelectProps extends Omit<UnitSelectProps, "quantity" | "value" | "onChange"> {
  readonly value: Weighing | null;
  readonly onChange: (weighing: Weighing | null) => void;
}

/** The field that chooses whether weights include the spool. */
export function WeighingSelect({ label, none, hiddenLabel, value, onChange }: WeighingSelectProps) {
  return (
    <Select
      {...(hiddenLabel ? { "aria-label": label } : { label })}
      data={[
        { value: "", label: none },
        ...WEIGHINGS.map((one) => ({ value: one, label: WEIGHING_LABELS[one] })),
      ]}
      value={value ?? ""}
      onChange={(chosen) => onChange(WEIGHINGS.find((one) => one === chosen) ?? null)}
    />
  );
}

/** The field that chooses the unit of a quantity, or no unit. */
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
