import { Select } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { today } from "../../base/clock.ts";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { firstRowsQuery, recordName, recordQuery } from "./record-queries.ts";

interface TypeSelectProps {
  readonly label: string;
  /** Makes the field small, with a label that only screen readers read. */
  readonly isCompact?: boolean;
  readonly nothingFound: string;
  readonly placeholder?: string;
  readonly resource?: "types" | "locations";
  /** The id of the chosen record; null if no record is chosen. */
  readonly value: string | null;
  /** Records that cannot be chosen. */
  readonly except?: readonly string[];
  readonly onPick: (id: string) => void;
  /** Adds a button that clears the choice. */
  readonly onClear?: { readonly label: string; readonly act: () => void };
}

/** The field that chooses a material type, or a location, by name. */
export function TypeSelect({
  label,
  isCompact = false,
  resource = "types",
  value,
  except = [],
  nothingFound,
  onPick,
  onClear,
  ...props
}: TypeSelectProps) {
  const api = useConnectionApi();
  const [search, setSearch] = useState("");
  const record = useQuery({ ...recordQuery(api, resource, value ?? ""), enabled: value !== null });
  const chosen = value === null ? null : { value, label: recordName(value, record.data) };
  // Until the user types, the field shows the name of the chosen record, which is not a search.
  const wanted = search === chosen?.label ? "" : search;
  const found = useQuery({
    ...firstRowsQuery(api, resource, compileQuery({ search: wanted, chips: [], sort: [] }, today())),
    placeholderData: keepPreviousData,
  });
  const options = (found.data?.rows ?? [])
    .map((row) => ({ value: String(row["id"]), label: String(row["name"]) }))
    .filter((option) => !except.includes(option.value));
  const isListed = options.some((option) => option.value === value);
  return (
    <Select
      {...props}
      {...(isCompact ? { "aria-label": label, size: "xs", w: 200 } : { label })}
      {...(onClear && { clearable: true, clearButtonProps: { "aria-label": onClear.label } })}
      searchable
      data={chosen === null || isListed ? options : [chosen, ...options]}
      value={value}
      searchValue={search}
      onSearchChange={setSearch}
      filter={({ options: all }) => all}
      nothingFoundMessage={nothingFound}
      onChange={(id) => {
        if (id === null) return onClear?.act();
        onPick(id);
        if (value === null) setSearch("");
      }}
    />
  );
}
