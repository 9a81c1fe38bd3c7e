import { today } from "../../base/clock.ts";
import type { FieldFilter } from "../../../shared/query/field-filter.ts";
import { findField, type Field } from "../../../shared/inventory/fields.ts";
import { PROBLEMS, PROBLEM_RULES, type ProblemRule } from "../../../shared/features/problems/problems.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { Anchor } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ProblemMute } from "../../../shared/features/problems/problem-mutes.ts";
import { isUnitless, type Units } from "../../../shared/inventory/units.ts";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { compileFilter } from "../../../shared/query/views/compile-view.ts";
import { formatCount, formatDay, formatDateTime } from "../../base/format.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { breakdownQuery, topRowsQuery } from "../../inventory/figures/figure-queries.ts";
import { RESOURCE_LABELS, referenceName, valueLabel } from "../../inventory/labels/messages.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { QuietButton, PlainButton } from "../../ui/buttons.tsx";
import { DataTable, ExpandButton, type DataColumn } from "../../ui/data-table.tsx";
import { MUTE, RULE_TEXTS, RULE_TITLES, openAll, RULE_TABLE } from "./messages.ts";
import type { MuteRequest } from "./mute-dialog.tsx";
import classes from "./data-problems.module.css";
import type { Row } from "../../../shared/query/query-calls.ts";
import { RecordLink } from "../../inventory/records/record-link.tsx";
import { useShowRows } from "../../table/navigation/use-show-items.ts";
import { measuredText } from "../../inventory/units/in-units.ts";

/** The filter for the rows that break a rule. */
function ruleFilter(rule: ProblemRule): FieldFilter {
  return { kind: "text", field: PROBLEMS.name, op: "contains", value: rule };
}

const SIZES = ["startingLength", "originalLength", "remainingLength", "weight"];
const PRICES = ["width", "thickness", "calculatedDensity", "spoolWeight", "pricePerFoot", "pricePerPound"];

/** The fields that show why a row breaks a rule. */
const SHOWN_FIELDS: Readonly<Record<ProblemRule, readonly string[]>> = {
  "no location": ["materialTypeId", "updatedAt"],
  "no material type": ["locationId", "updatedAt"],
  "checked out without holder": ["checkedOutAt", "locationId"],
  "holder without check-out": ["status", "checkedOutToUserId"],
  "remaining above starting length": ["startingLength", "remainingLength"],
  "negative value": [...SIZES, ...PRICES],
  "weight disagrees with length": ["remainingLength", "weight", "weightSource"],
  "duplicate name": ["id", "locationId", "updatedAt"],
  "archived but changing": ["archivedAt", "updatedAt"],
  "updated in the future": ["updatedAt"],
  "impossible date": ["checkedOutAt", "archivedAt", "createdAt", "updatedAt"],
  "older than seen before": ["updatedAt"],
  "unknown location": ["locationId"],
  "unknown material type": ["materialTypeId"],
};

/** The fields of a resource that show why a row breaks a rule. */
function shownFields(resource: Resource, rule: ProblemRule): readonly Field[] {
  return SHOWN_FIELDS[rule].flatMap((name) => findField(resource, name) ?? []);
}

interface RuleTableProps {
  readonly resource: Resource;
  readonly mutes: readonly ProblemMute[];
  readonly onMute: (request: MuteRequest) => void;
  readonly onUnmute: (mute: ProblemMute) => void;
}

/**
 * The rules of a resource, with the number of rows that break each rule. Opening a rule shows the first of these rows.
 */
export function RuleTable({ resource, mutes, onMute, onUnmute }: RuleTableProps) {
  const rules: readonly ProblemRule[] = PROBLEM_RULES[resource];
  const parts = rules.map((rule) => compileFilter(ruleFilter(rule), today()));
  const api = useConnectionApi();
  const { data, error } = useQuery(
    breakdownQuery(api, resource, EVERYTHING, { by: null, parts, fields: [] }),
  );
  const counts = data?.groups[0]?.parts.map(({ rows }) => rows);
  const hasUnits = !isUnitless(useUnits());
  const rows = rules.map((rule, at): RuleRow => ({
    rule,
    count: counts?.[at] ?? null,
    mute: mutes.find((mute) => mute.rule === rule && mute.id === null) ?? null,
  }));
  return (
    <section>
      <h2 className={classes.heading}>{RESOURCE_LABELS[resource]}</h2>
      {error && <p role="alert">{error.message}</p>}
      <DataTable
        label={RULE_TABLE.label({ resource })}
        rows={rows}
        keyOf={({ rule }) => rule}
        isInset
        renderExpanded={(row) =>
          hasRows(row)
            ? {
                label: RULE_TABLE.showRows({ rule: RULE_TITLES[row.rule], rows: row.count }),
                content: (
                  <ProblemRows resource={resource} rule={row.rule} count={row.count} onMute={onMute} />
                ),
              }
            : null
        }
        columns={[
          {
            key: "rule",
            heading: RULE_TABLE.rule,
            renderCell: (row, expander) => <RuleCell row={row} expander={expander} />,
          },
          {
            key: "count",
            heading: RULE_TABLE.count,
            isNumber: true,
            width: 260,
            renderCell: (row) => {
              if (row.mute) return MUTE.muted;
              if (row.rule === "weight disagrees with length" && !hasUnits) return <UnitsFirst />;
              const count = row.count === null ? "" : formatCount(row.count);
              return hasRows(row) ? <span className={classes.found}>{count}</span> : count;
            },
          },
          {
            key: "actions",
            heading: RULE_TABLE.actions,
            isNumber: true,
            width: 100,
            renderCell: ({ rule, mute }) =>
              mute ? (
                <QuietButton
                  aria-label={MUTE.unmuteRule({ rule: RULE_TITLES[rule] })}
                  onClick={() => onUnmute(mute)}
                >
                  {MUTE.unmute}
                </QuietButton>
              ) : (
                <QuietButton
                  aria-label={MUTE.rule({ rule: RULE_TITLES[rule] })}
                  onClick={() => onMute({ resource, rule, record: null })}
                >
                  {MUTE.action}
                </QuietButton>
              ),
          },
        ]}
      />
    </section>
  );
}

interface RuleRow {
  readonly rule: ProblemRule;
  /** The number of rows that break the rule; null while they are being counted. */
  readonly count: number | null;
  /** The mute of the rule for all records; null if there is no such mute. */
  readonly mute: ProblemMute | null;
}

function hasRows(row: RuleRow): row is RuleRow & { readonly count: number } {
  return row.count !== null && row.count > 0 && row.mute === null;
}

interface RuleCellProps {
  readonly row: RuleRow;
  readonly expander: Parameters<NonNullable<DataColumn<RuleRow>["renderCell"]>>[1];
}

function RuleCell({ row, expander }: RuleCellProps) {
  return (
    <>
      {hasRows(row) ? (
        <ExpandButton expander={expander}>
          <span className={classes.found}>{RULE_TITLES[row.rule]}</span>
        </ExpandButton>
      ) : (
        <span className={classes.title}>{RULE_TITLES[row.rule]}</span>
      )}
      <span className={classes.text}>
        {row.mute
          ? MUTE.because({ reason: row.mute.reason, day: formatDay(row.mute.mutedAt) })
          : RULE_TEXTS[row.rule]}
      </span>
    </>
  );
}

function UnitsFirst() {
  return (
    <>
      <span className="sd-note">{RULE_TABLE.unitsFirst}</span>{" "}
      <Anchor inherit renderRoot={(props) => <Link {...props} to="/units" />}>
        {RULE_TABLE.confirmUnits}
      </Anchor>
    </>
  );
}

/** The most rows that are listed. The table shows all of them. */
const LISTED_ROWS = 20;

interface ProblemRowsProps {
  readonly resource: Resource;
  readonly rule: ProblemRule;
  /** The number of rows that break the rule. */
  readonly count: number;
  readonly onMute: (request: MuteRequest) => void;
}

/** The first rows that break a rule, with the values that show why. */
function ProblemRows({ resource, rule, count, onMute }: ProblemRowsProps) {
  const api = useConnectionApi();
  const show = useShowRows();
  const units = useUnits();
  const query = { version: 1 as const, filter: compileFilter(ruleFilter(rule), today()) };
  const { data, error } = useQuery(topRowsQuery(api, resource, query, LISTED_ROWS));
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
            heading: RULE_TABLE.name,
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
            heading: RULE_TABLE.actions,
            renderCell: (row) => {
              const record = { id: String(row["id"]), name: String(row["name"]) };
              return (
                <QuietButton
                  aria-label={MUTE.record({ rule: RULE_TITLES[rule], name: record.name })}
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
          <span className="sd-note sd-num">
            {RULE_TABLE.listed({ shown: data.rows.length, rows: count })}
          </span>
        )}
      </p>
    </>
  );
}

/** The text of a value as in the tables. */
function valueText(field: Field, row: Row, units: Units): string {
  const value = row[field.name];
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return measuredText(units, field, value, row);
  if (field.kind === "date") return formatDateTime(value);
  if (field.kind === "enum") return valueLabel(field.name, value);
  return (field.references ? referenceName(row, field) : null) ?? value;
}
