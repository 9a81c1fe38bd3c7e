import { useQuery } from "@tanstack/react-query";
import type { Row } from "../../../shared/query/query-calls.ts";
import type { Field } from "../../../shared/inventory/fields.ts";
import type { ProblemRule } from "../../../shared/features/problems/problems.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Units } from "../../../shared/inventory/units.ts";
import { compileFilter } from "../../../shared/query/views/compile-view.ts";
import { formatDateTime, formatNumber } from "../../base/format.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { RecordLink } from "../../table/navigation/record-link.tsx";
import { topRowsQuery } from "../../table/figures/figure-queries.ts";
import { referenceName, valueLabel } from "../../table/labels/messages.ts";
import { useShowRows } from "../../table/navigation/use-show-items.ts";
import { besideUnit, showNumber } from "../../table/units/in-units.ts";
import { useUnits } from "../../table/units/unit-queries.ts";
import { PlainButton, QuietButton } from "../../ui/buttons.tsx";
import { DataTable, type DataColumn } from "../../ui/data-table.tsx";
import { HEADINGS, listed, MUTE, muteFor, openAll } from "./messages.ts";
import type { MuteRequest } from "./mute-dialog.tsx";
import { ruleFilter, shownFields } from "./rules.ts";
import classes from "./data-problems.module.css";

/** Rows that are listed here; the table has them all. */
const LISTED_ROWS = 20;

interface ProblemRowsProps {
  readonly resource: Resource;
  readonly rule: ProblemRule;
  /** How many rows break the rule. */
  readonly count: number;
  readonly onMute: (request: MuteRequest) => void;
}

/** The first rows that break a rule, with the values that show it. */
export function ProblemRows({ resource, rule, count, onMute }: ProblemRowsProps) {
  const copy = useConnectionApi();
  const show = useShowRows();
  const units = useUnits();
  const query = { version: 1 as const, filter: compileFilter(ruleFilter(rule)) };
  const { data, error } = useQuery(topRowsQuery(copy, resource, query, LISTED_ROWS));
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return null;
  const fields = shownFields(resource, rule).filter(({ name }) =>
    data.rows.some((row) => row[name] !== null),
  );
  return (
    <>
      <DataTable
        rows={data.rows}
        keyOf={(row) => String(row["id"])}
        isInset
        className={classes.rows}
        columns={[
          {
            key: "name",
            heading: HEADINGS.name,
            renderCell: (row) => <RecordLink resource={resource} id={row["id"]} name={row["name"]} />,
          },
          ...fields.map((field): DataColumn<Row> => ({
            key: field.name,
            heading: field.label,
            isNumber: field.kind === "number",
            renderCell: (row) => valueText(field, row, units),
          })),
          {
            key: "actions",
            heading: HEADINGS.actions,
            renderCell: (row) => {
              const record = { id: String(row["id"]), name: String(row["name"]) };
              return (
                <QuietButton
                  aria-label={muteFor(rule, record.name)}
                  onClick={() => onMute({ resource, rule, record })}
                >
                  {MUTE.action}
                </QuietButton>
              );
            },
          },
        ]}
      />
      <p className={classes.foot}>
        <PlainButton size="compact-sm" onClick={() => show(resource, [ruleFilter(rule)])}>
          {openAll(resource, count)}
        </PlainButton>
        {count > data.rows.length && (
          <span className="sd-note sd-num">{listed(data.rows.length, count)}</span>
        )}
      </p>
    </>
  );
}

/** A value as a table shows it. */
function valueText(field: Field, row: Row, units: Units): string {
  const value = row[field.name];
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") {
    const shown = showNumber(units, { field }, value, row);
    return besideUnit(formatNumber(shown.value), shown.unit);
  }
  if (field.kind === "date") return formatDateTime(value);
  if (field.kind === "enum") return valueLabel(field.name, value);
  return (field.references ? referenceName(row, field) : null) ?? value;
}
