import { Checkbox, Popover, SegmentedControl, Select, Stack } from "@mantine/core";
import { IconChevronDown, IconX } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { today } from "../../base/clock.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { facetsQuery, firstRowsQuery, recordQuery } from "../../inventory/records/record-queries.ts";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import { fold } from "../../../shared/base/text/fold.ts";
import { SearchBox } from "../../table/filters/search-box.tsx";
import { nameIn, useNames } from "../../inventory/names/name-queries.ts";
import { KINDS, SPAN_NAMES, type ActivityFilter } from "./activity-filter.ts";
import {
  chosenKinds,
  HOLDER_FILTER,
  LOCATION_FILTER,
  periodLabel,
  SPAN_LABELS,
  FILTERS,
} from "./messages.ts";
import { PlainButton } from "../../ui/buttons.tsx";

interface Props {
  readonly filter: ActivityFilter;
  readonly onChange: (part: Partial<ActivityFilter>) => void;
}

/** The filters of Activity: name or id, kinds of change, location, holder, span of time. */
export function ActivityFilters({
  filter,
  onChange,
  onLeave,
}: Props & {
  readonly onLeave: () => void;
}) {
  return (
    <>
      <SegmentedControl
        aria-label={FILTERS.span}
        value={filter.span}
        onChange={(span) => onChange({ span, period: null })}
        data={SPAN_NAMES.map((span) => ({ value: span, label: SPAN_LABELS[span] }))}
      />
      {filter.period && (
        <PlainButton
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={FILTERS.removePeriod({ period: periodLabel(filter.period) })}
          onClick={() => onChange({ period: null })}
        >
          {periodLabel(filter.period)}
        </PlainButton>
      )}
      <SearchBox
        label={FILTERS.search}
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
  const chosen = chosenKinds(kinds);
  return (
    <Popover position="bottom-start" trapFocus returnFocus width={230}>
      <Popover.Target>
        <PlainButton
          rightSection={<IconChevronDown size={14} aria-hidden />}
          aria-label={`${FILTERS.kinds}: ${chosen}`}
        >
          {chosen}
        </PlainButton>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={9} role="group" aria-label={FILTERS.kinds}>
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
        </Stack>
        <PlainButton fullWidth mt={10} disabled={kinds.length === 0} onClick={() => onChange({ kinds: [] })}>
          {FILTERS.everyKind}
        </PlainButton>
      </Popover.Dropdown>
    </Popover>
  );
}

function PlaceFilter({ filter, onChange }: Props) {
  const api = useConnectionApi();
  const [search, setSearch] = useState("");
  const chosen = useQuery({
    ...recordQuery(api, "locations", filter.place ?? ""),
    enabled: filter.place !== null,
  });
  const chosenName = String(chosen.data?.row["name"] ?? filter.place ?? "");
  // Until the user types, the box shows the name of the chosen location, which is not a search.
  const typed = filter.place !== null && search === chosenName ? "" : search;
  const query = compileQuery(
    { search: typed, chips: [], sort: [{ field: "name", direction: "asc" }] },
    today(),
  );
  const found = useQuery({ ...firstRowsQuery(api, "locations", query), placeholderData: keepPreviousData });
  const options = new Map<string, string>();
  if (filter.place !== null) options.set(filter.place, chosenName);
  for (const { id, name } of found.data?.rows ?? []) options.set(String(id), String(name ?? id));

  return (
    <Select
      aria-label={LOCATION_FILTER.label}
      placeholder={LOCATION_FILTER.all}
      w={150}
      searchable
      clearable
      clearButtonProps={{ "aria-label": LOCATION_FILTER.all }}
      value={filter.place}
      onChange={(place) => onChange({ place })}
      onSearchChange={setSearch}
      filter={({ options: all }) => all}
      nothingFoundMessage={LOCATION_FILTER.none}
      data={[...options].map(([value, label]) => ({ value, label }))}
    />
  );
}

/** The most holders that are listed. Typing finds the other holders. */
const LISTED_HOLDERS = 100;

/** Chooses a holder by id. The list has the present holders, but any id is accepted. */
function HolderFilter({ filter, onChange }: Props) {
  const api = useConnectionApi();
  const { holder } = filter;
  const names = useNames();
  const labelOf = (id: string): string => nameIn(names, id) ?? id;
  const [search, setSearch] = useState("");
  const typed = holder !== null && search === labelOf(holder) ? "" : search.trim();
  const found = useQuery({
    ...facetsQuery(api, "items", EVERYTHING, "checkedOutToUserId", {
      search: typed.slice(0, 500),
      limit: LISTED_HOLDERS,
    }),
    placeholderData: keepPreviousData,
  });
  const offered = found.data?.values.map(({ value }) => value) ?? [];
  // A holder who returned everything is not listed, but appears in changes.
  const wanted = fold(typed);
  const called = wanted === "" ? [] : [...names.values()].filter(({ name }) => fold(name).includes(wanted));
  const others = [...called.map(({ id }) => id), ...(typed === "" ? [] : [typed])];
  const ids = new Set([...(holder === null ? [] : [holder]), ...offered, ...others]);

  return (
    <Select
      aria-label={HOLDER_FILTER.label}
      placeholder={HOLDER_FILTER.all}
      w={130}
      searchable
      clearable
      clearButtonProps={{ "aria-label": HOLDER_FILTER.all }}
      value={holder}
      onChange={(id) => onChange({ holder: id })}
      onSearchChange={setSearch}
      filter={({ options: all }) => all}
      nothingFoundMessage={HOLDER_FILTER.none}
      data={[...ids].map((value) => ({ value, label: labelOf(value) }))}
    />
  );
}
