import { Button, Checkbox, Popover, SegmentedControl, Select } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useLocalCopy } from "../../host/profile-context.tsx";
import { facetsQuery, firstRowsQuery, recordQuery } from "../../inventory/query/result-queries.ts";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { compileQuery } from "../../../shared/views/compile-view.ts";
import { SearchBox } from "../../inventory/filters/search-box.tsx";
import { KINDS, SPAN_NAMES, type ActivityFilter, type Span } from "./activity-filter.ts";
import classes from "../../inventory/changes/changes.module.css";

interface Props {
  readonly filter: ActivityFilter;
  readonly onChange: (part: Partial<ActivityFilter>) => void;
}

const SPAN_WORDS: Readonly<Record<Span, string>> = {
  hour: "Last hour",
  day: "24 hours",
  week: "7 days",
  all: "All",
};

/** What Activity can be narrowed by: a record's name or id, kinds of change, a location, a holder, a span of time. */
export function ActivityFilters({
  filter,
  onChange,
  onLeave,
}: Props & {
  /** Called where a key leads on from the search box to what was found. */
  readonly onLeave: () => void;
}) {
  return (
    <>
      <SegmentedControl
        aria-label="Observed within"
        value={filter.span}
        onChange={(span) => onChange({ span })}
        data={SPAN_NAMES.map((span) => ({ value: span, label: SPAN_WORDS[span] }))}
      />
      <SearchBox
        label="Search changes by name or id"
        value={filter.find}
        onChange={(find) => onChange({ find })}
        onLeave={onLeave}
      />
      <KindFilter filter={filter} onChange={onChange} />
      <PlaceFilter filter={filter} onChange={onChange} />
      <HolderFilter filter={filter} onChange={onChange} />
    </>
  );
}

function KindFilter({ filter, onChange }: Props) {
  const { kinds } = filter;
  const [first] = kinds;
  const words = first === undefined ? "Every change" : kinds.length === 1 ? first : `${kinds.length} kinds`;
  return (
    <Popover position="bottom-start" trapFocus returnFocus width={230}>
      <Popover.Target>
        <Button
          variant="default"
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={`Kinds of change: ${words}`}
        >
          {words}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.kinds} role="group" aria-label="Kinds of change">
          {[...KINDS.keys()].map((kind) => (
            <Checkbox
              key={kind}
              size="xs"
              label={kind}
              checked={kinds.includes(kind)}
              onChange={(event) =>
                onChange({
                  kinds: event.currentTarget.checked
                    ? [...kinds, kind]
                    : kinds.filter((other) => other !== kind),
                })
              }
            />
          ))}
        </div>
        <Button
          variant="default"
          fullWidth
          mt={10}
          disabled={kinds.length === 0}
          onClick={() => onChange({ kinds: [] })}
        >
          Every change
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}

/** One location, found by typing: the first hundred that match are listed. */
function PlaceFilter({ filter, onChange }: Props) {
  const copy = useLocalCopy();
  const [search, setSearch] = useState("");
  const chosen = useQuery({
    ...recordQuery(copy, "locations", filter.place ?? ""),
    enabled: filter.place !== null,
  });
  const chosenName = String(chosen.data?.row["name"] ?? filter.place ?? "");
  // The box holds the chosen name until somebody types; that is no search.
  const typed = filter.place !== null && search === chosenName ? "" : search;
  const query = useMemo(
    () => compileQuery({ search: typed, chips: [], sort: [{ field: "name", direction: "asc" }] }),
    [typed],
  );
  const found = useQuery({ ...firstRowsQuery(copy, "locations", query), placeholderData: keepPreviousData });
  const options = new Map<string, string>();
  if (filter.place !== null) options.set(filter.place, chosenName);
  for (const { id, name } of found.data?.rows ?? []) options.set(String(id), String(name ?? id));

  return (
    <Select
      aria-label="Location"
      placeholder="Every location"
      className={classes.place}
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Every location" }}
      value={filter.place}
      onChange={(place) => onChange({ place })}
      onSearchChange={setSearch}
      filter={({ options: all }) => all}
      nothingFoundMessage="No location matches."
      data={[...options].map(([value, label]) => ({ value, label }))}
    />
  );
}

/** As many holders as are offered; any other is found by typing. */
const LISTED_HOLDERS = 100;

/** Somebody by id: those who hold something now are offered, and any id that is typed can be taken. */
function HolderFilter({ filter, onChange }: Props) {
  const copy = useLocalCopy();
  const { holder } = filter;
  const [search, setSearch] = useState("");
  const typed = search === holder ? "" : search.trim();
  const found = useQuery({
    ...facetsQuery(copy, "items", EVERYTHING, "checkedOutToUserId", {
      search: typed.slice(0, 500),
      limit: LISTED_HOLDERS,
    }),
    placeholderData: keepPreviousData,
  });
  const offered = found.data?.values.map(({ value }) => value) ?? [];
  // Who gave everything back holds nothing, and still is in the changes.
  const ids = new Set([...(holder === null ? [] : [holder]), ...offered, ...(typed === "" ? [] : [typed])]);

  return (
    <Select
      aria-label="Holder"
      placeholder="Every holder"
      className={classes.holder}
      searchable
      clearable
      clearButtonProps={{ "aria-label": "Every holder" }}
      value={holder}
      onChange={(id) => onChange({ holder: id })}
      onSearchChange={setSearch}
      filter={({ options: all }) => all}
      nothingFoundMessage="Nobody holds anything. Type an id."
      data={[...ids]}
    />
  );
}
