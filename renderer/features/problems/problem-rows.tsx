import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Row } from "../../../shared/query/query-calls.ts";
import type { Field } from "../../../shared/inventory/fields.ts";
import type { ProblemRule } from "../../../shared/features/problems/problems.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Units } from "../../../shared/inventory/units.ts";
import { compileFilter } from "../../../shared/query/views/compile-view.ts";
import { formatDateTime, formatNumber } from "../../base/format.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { topRowsQuery } from "../../table/figures/figure-queries.ts";
import { referenceName, valueLabel } from "../../table/labels/labels.ts";
import { useShowRows } from "../../table/navigation/use-show-items.ts";
import { besideUnit, showNumber } from "../../table/units/in-units.ts";
import { useUnits } from "../../table/units/unit-queries.ts";
import { PlainButton, QuietButton } from "../../ui/buttons.tsx";
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
      <table className={classes.rows}>
        <thead>
          <tr>
            <th scope="col">Name</th>
            {fields.map(({ name, kind, label }) => (
              <th key={name} scope="col" data-number={kind === "number" || undefined}>
                {label}
              </th>
            ))}
            <th scope="col">{HEADINGS.actions}</th>
          </tr>
        </thead>
        <tbody>
          {data.rows.map((row) => {
            const [id, name] = [String(row["id"]), String(row["name"])];
            return (
              <tr key={id}>
                <th scope="row">
                  <Anchor
                    inherit
                    renderRoot={(props) => (
                      <Link {...props} to={`/${resource}`} search={{ record: id, profile: copy.profileId }} />
                    )}
                  >
                    {name}
                  </Anchor>
                </th>
                {fields.map((field) => (
                  <td key={field.name} data-number={field.kind === "number" || undefined}>
                    {valueText(field, row, units)}
                  </td>
                ))}
                <td>
                  <QuietButton
                    aria-label={muteFor(rule, name)}
                    onClick={() => onMute({ resource, rule, record: { id, name } })}
                  >
                    {MUTE.action}
                  </QuietButton>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
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
