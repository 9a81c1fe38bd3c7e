import { Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { QUANTITIES, type Units, type UnitSet } from "../../../shared/domain/units.ts";
import { compileQuery } from "../../../shared/views/compile-view.ts";
import { useLocalCopy } from "../../host/host-context.ts";
import { firstRowsQuery, recordName, recordQuery } from "../../inventory/query/result-queries.ts";
import { IconButton } from "../../ui/buttons.tsx";
import { AS_OTHERS, OVERRIDES, removeLabel, unitLabel } from "./messages.ts";
import { UnitSelect } from "./unit-select.tsx";
import classes from "./units.module.css";

const AS_THE_OTHERS: UnitSet = { length: null, weight: null, width: null, thickness: null };

interface TypeUnitsProps {
  readonly units: Units;
  readonly onChange: (units: Units) => void;
}

/** The material types whose numbers are in other units than the rest. */
export function TypeUnits({ units, onChange }: TypeUnitsProps) {
  const { overrides } = units;
  const copy = useLocalCopy();
  const ids = Object.keys(overrides);
  const records = useQueries({ queries: ids.map((id) => recordQuery(copy, "types", id)) });
  const set = (id: string, own: UnitSet): void =>
    onChange({ ...units, overrides: { ...overrides, [id]: own } });
  const remove = (id: string): void => {
    const { [id]: _removed, ...others } = overrides;
    onChange({ ...units, overrides: others });
  };
  return (
    <section className={classes.card} aria-label={OVERRIDES.title}>
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
                label={unitLabel(quantity, name)}
                hiddenLabel
                none={AS_OTHERS}
                value={own[quantity]}
                onChange={(unit) => set(id, { ...own, [quantity]: unit })}
              />
            ))}
            <IconButton
              icon={IconX}
              label={removeLabel(name)}
              title={removeLabel(name)}
              onClick={() => remove(id)}
            />
          </div>
        );
      })}
      <TypePicker known={ids} onPick={(id) => set(id, AS_THE_OTHERS)} />
    </section>
  );
}

interface TypePickerProps {
  readonly known: readonly string[];
  readonly onPick: (id: string) => void;
}

/** Finds a material type by name. */
function TypePicker({ known, onPick }: TypePickerProps) {
  const copy = useLocalCopy();
  const [search, setSearch] = useState("");
  const found = useQuery({
    ...firstRowsQuery(copy, "types", compileQuery({ search, chips: [], sort: [] })),
    placeholderData: keepPreviousData,
  });
  const data = (found.data?.rows ?? [])
    .map((row) => ({ value: String(row["id"]), label: String(row["name"]) }))
    .filter(({ value }) => !known.includes(value));
  return (
    <Select
      label={OVERRIDES.add}
      w={320}
      searchable
      data={data}
      value={null}
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options }) => options}
      nothingFoundMessage={OVERRIDES.none}
      onChange={(id) => {
        if (id === null) return;
        onPick(id);
        setSearch("");
      }}
    />
  );
}
