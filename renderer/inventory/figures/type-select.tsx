import { Select } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { compileQuery } from "../../../shared/views/compile-view.ts";
import { useLocalCopy } from "../../host/host-context.ts";
import { firstRowsQuery, recordName, recordQuery } from "../query/result-queries.ts";

interface TypeSelectProps {
  readonly label: string;
  /** Shown where no type is chosen. */
  readonly placeholder: string;
  readonly value: string | null;
  readonly onChange: (id: string | null) => void;
}

/** Chooses a material type by name. */
export function TypeSelect({ label, placeholder, value, onChange }: TypeSelectProps) {
  const copy = useLocalCopy();
  const [search, setSearch] = useState("");
  const chosen = useQuery({ ...recordQuery(copy, "types", value ?? ""), enabled: value !== null });
  const chosenName = value === null ? "" : recordName(value, chosen.data);
  // The box shows the chosen name until the user types; that is not a search.
  const typed = search === chosenName ? "" : search;
  const found = useQuery({
    ...firstRowsQuery(copy, "types", compileQuery({ search: typed, chips: [], sort: [] })),
    placeholderData: keepPreviousData,
  });
  const options = new Map<string, string>(value === null ? [] : [[value, chosenName]]);
  for (const { id, name } of found.data?.rows ?? []) options.set(String(id), String(name ?? id));
  return (
    <Select
      size="xs"
      w={200}
      aria-label={label}
      placeholder={placeholder}
      searchable
      clearable
      clearButtonProps={{ "aria-label": placeholder }}
      value={value}
      onChange={onChange}
      onSearchChange={setSearch}
      filter={({ options: all }) => all}
      data={[...options].map(([id, name]) => ({ value: id, label: name }))}
    />
  );
}
