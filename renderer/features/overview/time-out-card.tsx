import { UnstyledButton } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { today as localToday } from "../../base/clock.ts";
import type { Query } from "../../../shared/query/query.ts";
import { compileFilter, compileQuery } from "../../../shared/query/views/compile-view.ts";
import { formatAge, formatFullDateTime } from "../../base/format.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { useEarlyQuery } from "../../host/use-early-query.ts";
import { useShownDay } from "../../host/past-day.ts";
import { useServiceNow } from "../../host/use-now.ts";
import { ageBands, CHECKED_OUT, DATED } from "../../inventory/figures/ages.ts";
import { breakdownQuery, topRowsQuery } from "../../inventory/figures/figure-queries.ts";
import { counted } from "../../inventory/figures/measures.ts";
import { useShowItems } from "../../table/navigation/use-show-items.ts";
import type { Column, Series } from "../../ui/chart/chart-data.ts";
import { chartTable } from "../../ui/chart/chart-table.ts";
import { ColumnChart } from "../../ui/chart/column-chart.tsx";
import { Card } from "../../inventory/report/card.tsx";
import { useCardTable } from "../../inventory/report/card-tables.ts";
import { CARD_TITLES, LONGEST_COLUMNS, TIME_OUT, timeOutDescription } from "./messages.ts";
import classes from "./overview.module.css";

const SERIES: readonly Series[] = [{ key: "out", label: TIME_OUT.series, tone: "warn" }];
const LONGEST_FIRST = [{ field: "checkedOutAt", direction: "asc" }] as const;
/** The columns for an export of the items that are out longest. */
const LONGEST_FIELDS = ["id", "name", "checkedOutToUserId", "checkedOutToUserName", "checkedOutAt"] as const;
const LISTED_ITEMS = 10;
const MINUTE = 60_000;

/** The card with the times for which items are checked out. It also lists the items that are out longest. */
export function TimeOutCard() {
  const today = useShownDay();
  const show = useShowItems();
  const bands = useMemo(() => ageBands(today), [today]);
  const out: Query = { version: 1, filter: compileFilter(CHECKED_OUT, today) };
  const parts = bands.map(({ filters }) => ({ all: filters.map((filter) => compileFilter(filter, today)) }));
  const { data, error } = useEarlyQuery(
    breakdownQuery(useConnectionApi(), "items", out, { by: null, parts, fields: [] }),
  );
  const columns = useMemo(
    () =>
      data
      && bands.flatMap(({ key, label }, at): readonly Column[] => {
        const rows = data.groups[0]?.parts[at]?.rows ?? 0;
        if (key === "unknown" && rows === 0) return [];
        const { value, text } = counted(rows);
        return [{ key, label, parts: [{ series: "out", value, text }], total: text }];
      }),
    [data, bands],
  );
  const table = useMemo(
    () => (columns ? chartTable({ heading: TIME_OUT.heading, series: SERIES, columns }) : null),
    [columns],
  );
  useCardTable("timeOut", table);
  const items = columns?.reduce((sum, { parts: own }) => sum + (own?.[0]?.value ?? 0), 0) ?? 0;
  return (
    <Card title={CARD_TITLES.timeOut} error={error}>
      <ColumnChart
        name={CARD_TITLES.timeOut}
        heading={TIME_OUT.heading}
        description={timeOutDescription(items)}
        series={SERIES}
        columns={columns ?? null}
        onOpen={(key) => {
          const band = bands.find((other) => other.key === key);
          if (band) show([CHECKED_OUT, ...band.filters], [...LONGEST_FIRST]);
        }}
      />
      <Longest />
    </Card>
  );
}

/** The items that are out longest. A click on an item opens its record. */
function Longest() {
  const api = useConnectionApi();
  const navigate = useNavigate();
  const now = useServiceNow(MINUTE);
  const query = useMemo(
    () =>
      compileQuery(
        {
          search: "",
          chips: [CHECKED_OUT, DATED].map((filter) => ({ enabled: true, filter })),
          sort: LONGEST_FIRST,
        },
        localToday(),
      ),
    [],
  );
  const { data } = useEarlyQuery(topRowsQuery(api, "items", query, LISTED_ITEMS));
  const table = useMemo(
    () =>
      data
        ? {
            columns: Object.values(LONGEST_COLUMNS),
            rows: data.rows.map((row) => LONGEST_FIELDS.map((name) => row[name] ?? null)),
          }
        : null,
    [data],
  );
  useCardTable("timeOut", table, TIME_OUT.longest);
  if (!data || data.rows.length === 0) return null;
  return (
    <>
      <h3 className={classes.subtitle}>{TIME_OUT.longest}</h3>
      <ol className={`sd-list ${classes.longest}`}>
        {data.rows.map((row) => {
          const id = String(row["id"]);
          const since = String(row["checkedOutAt"]);
          const holderId = row["checkedOutToUserId"];
          const holder = row["checkedOutToUserName"] ?? holderId ?? TIME_OUT.noHolder;
          return (
            <li key={id}>
              <UnstyledButton
                className={classes.line}
                onClick={() =>
                  void navigate({ to: "/items", search: { record: id, connection: api.connectionId } })
                }
              >
                <span className="sd-cut">{row["name"]}</span>
                <span className="sd-cut sd-dimmed" title={holderId ? String(holderId) : undefined}>
                  {holder}
                </span>
                <span className="sd-num" title={formatFullDateTime(since)}>
                  {formatAge(since, now)}
                </span>
              </UnstyledButton>
            </li>
          );
        })}
      </ol>
    </>
  );
}
