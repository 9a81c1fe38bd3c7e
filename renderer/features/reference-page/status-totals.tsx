import { Box, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Total } from "../../../shared/query/totals.ts";
import { findField } from "../../../shared/inventory/fields.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { StatusBadge } from "../../table/labels/status-badge.tsx";
import { formatCount, formatNumber } from "../../base/format.ts";
import { facetsQuery, totalsQuery } from "../../table/query/result-queries.ts";
import { useShowItems, valueFilter } from "../../table/navigation/use-show-items.ts";
import { isAddable } from "../../table/units/is-addable.ts";
import { besideUnit } from "../../table/units/in-units.ts";
import { totalsInUnits } from "../../table/units/shown-units.ts";
import { useUnits } from "../../table/units/unit-queries.ts";
import { itemsOf, type Referenced } from "./items-of.ts";
import { ALL_ITEMS, NO_STATUS, NOT_ADDABLE, inItems } from "./messages.ts";
import classes from "./reference-page.module.css";

/** The service may send statuses beyond those of the specification; more than these are not listed. */
const LISTED_STATUSES = 20;
const SUMMED = ["remainingLength", "weight"] as const;

/** How many of a record's items have each status, and their sums; each row opens those items in the table. */
export function StatusTotals({ of }: { readonly of: Referenced }) {
  const copy = useConnectionApi();
  const query = itemsOf(of);
  const show = useShowItems();
  const units = useUnits();
  const statuses = useQuery(
    facetsQuery(copy, "items", query, "status", { search: "", limit: LISTED_STATUSES }),
  );
  const totals = useQuery(totalsQuery(copy, "items", query, SUMMED));
  const error = statuses.error ?? totals.error;
  const rows = totals.data?.rows ?? 0;
  if (error) return <p role="alert">{error.message}</p>;
  if (!statuses.data || !totals.data) return null;
  const reference = valueFilter(of.field, of.id);
  // Null if its items have no common sum.
  const totalsOf = (name: string): readonly Total[] | null => {
    const field = findField("items", name);
    return field && isAddable(field, query, units)
      ? totalsInUnits(units, field, totals.data.fields[name] ?? [])
      : null;
  };
  return (
    <>
      <ul className="sd-list">
        {statuses.data.values.map(({ value, count }) => (
          <li key={value}>
            <UnstyledButton
              className={classes.status}
              onClick={() => show([reference, valueFilter("status", value)])}
            >
              <StatusBadge status={value} />
              <span className="sd-num">{formatCount(count)}</span>
            </UnstyledButton>
          </li>
        ))}
        {statuses.data.empty > 0 && (
          <li>
            <UnstyledButton
              className={classes.status}
              onClick={() => show([reference, { kind: "presence", field: "status", empty: true }])}
            >
              <span className="sd-dimmed">{NO_STATUS}</span>
              <span className="sd-num">{formatCount(statuses.data.empty)}</span>
            </UnstyledButton>
          </li>
        )}
        <li>
          <UnstyledButton className={classes.status} data-all onClick={() => show([reference])}>
            <strong>{ALL_ITEMS}</strong>
            <strong className="sd-num">{formatCount(rows)}</strong>
          </UnstyledButton>
        </li>
      </ul>
      <Box component="ul" mt={10} className={`${classes.sums} sd-list sd-dimmed`}>
        {SUMMED.flatMap(
          (field) =>
            totalsOf(field)?.map(({ count, sum, measuredIn }) => (
              <li key={`${field} ${measuredIn}`}>
                {findField("items", field)?.label ?? field}:{" "}
                <strong className="sd-num">{besideUnit(formatNumber(sum), measuredIn ?? "")}</strong>{" "}
                {inItems(count)}
              </li>
            )) ?? <li key={field}>{NOT_ADDABLE}</li>,
        )}
      </Box>
    </>
  );
}
