import { Group as Line } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { today } from "../../../base/clock.ts";
import { compileQuery } from "../../../../shared/query/views/compile-view.ts";
import { useConnectionApi } from "../../../host/host-context.ts";
import { CHECKED_OUT, type AgeBand } from "../../../inventory/figures/ages.ts";
import { topRowsQuery } from "../../../inventory/figures/figure-queries.ts";
import { useShowItems } from "../../../table/navigation/use-show-items.ts";
import { SmallButton } from "../../../ui/buttons.tsx";
import type { Grouping } from "./checked-out-search.ts";
import { GroupActions } from "./group-actions.tsx";
import type { Group } from "./groups.ts";
import { ItemTable } from "./item-table.tsx";
import { GROUP } from "./messages.ts";
import classes from "./checked-out.module.css";

/** The most items that a group lists. The table of items shows all of them. */
const LISTED_ITEMS = 50;
export const OLDEST_FIRST = [{ field: "checkedOutAt", direction: "asc" as const }];

interface GroupItemsProps {
  readonly by: Grouping;
  readonly group: Group;
  readonly bands: readonly AgeBand[];
}

/** The items of a group. The items that have been out longest come first. Links lead to all of them in the table. */
export function GroupItems({ by, group, bands }: GroupItemsProps) {
  const show = useShowItems();
  const filters = [CHECKED_OUT, ...group.filters];
  const query = useMemo(
    () =>
      compileQuery(
        {
          search: "",
          chips: [CHECKED_OUT, ...group.filters].map((filter) => ({ enabled: true, filter })),
          sort: OLDEST_FIRST,
        },
        today(),
      ),
    [group.filters],
  );
  const { data, error } = useQuery(topRowsQuery(useConnectionApi(), "items", query, LISTED_ITEMS));
  return (
    <div className={classes.items}>
      <Line gap={6} wrap="wrap">
        {bands.map(({ key, label, filters: ofBand }, at) => {
          const items = group.ages[at] ?? 0;
          if (items === 0) return null;
          return (
            <SmallButton
              key={key}
              leftSection={<span className={classes.age} data-band={at} aria-hidden />}
              aria-label={GROUP.openBand({ label: group.label, band: label, items })}
              onClick={() => show([...filters, ...ofBand], OLDEST_FIRST)}
            >
              {GROUP.band({ band: label, items })}
            </SmallButton>
          );
        })}
      </Line>
      {(by === "holder" || by === "team") && group.value !== null && (
        <GroupActions by={by} group={{ ...group, value: group.value }} />
      )}
      {error && <p role="alert">{error.message}</p>}
      {data && <ItemTable label={GROUP.items({ label: group.label })} by={by} rows={data.rows} />}
      <Line gap={10}>
        {group.items > LISTED_ITEMS && (
          <span className="sd-dimmed">{GROUP.first({ shown: LISTED_ITEMS, all: group.items })}</span>
        )}
        <SmallButton onClick={() => show(filters, OLDEST_FIRST)}>
          {group.items > LISTED_ITEMS ? GROUP.openAll({ items: group.items }) : GROUP.openThem}
        </SmallButton>
      </Line>
    </div>
  );
}
