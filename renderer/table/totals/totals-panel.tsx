import { SegmentedControl, Table } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Field } from "../../../shared/inventory/fields.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Total } from "../../../shared/query/totals.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { formatCount, formatNumber } from "../../base/format.ts";
import { totalsQuery } from "../../inventory/records/record-queries.ts";
import type { QueryResult } from "../query/use-result.ts";
import { selectedQuery, type RowSelection } from "../selection/use-selection.ts";
import { totalsInUnits } from "../../inventory/units/shown-units.ts";
import { formatMoney } from "../../inventory/units/money.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import classes from "./totals.module.css";
import { useAddable } from "./use-addable.ts";
import { fieldInUnit, FIGURE_HEADINGS, NOT_ADDED, TOTALS, SCOPE_LABELS } from "./messages.ts";

type Scope = "selected" | "filtered" | "all";

const EVERYTHING: Query = { version: 1 };

/** The rows that the totals cover. The scope "selected" is only possible with a selection. */
function scopeOf(wanted: Scope | null, selected: number): Scope {
  if (selected === 0) return wanted === "all" ? "all" : "filtered";
  return wanted ?? "selected";
}

interface LinesOfTotals {
  readonly lines: readonly TotalLine[];
  readonly isBusy: boolean;
  readonly error: Error | null;
}

/** The lines of totals over some rows. Numbers without a unit are added up only within one material type. */
function useLines(resource: Resource, fields: readonly Field[], query: Query): LinesOfTotals {
  const api = useConnectionApi();
  const units = useUnits();
  const names = fields.map(({ name }) => name);
  const totals = useQuery({
    ...totalsQuery(api, resource, query, names),
    placeholderData: (before) => before,
  });
  const addable = useAddable(resource, fields, query);
  return {
    lines: fields.flatMap((field) =>
      linesOf(
        field,
        totalsInUnits(units, field, totals.data?.fields[field.name] ?? []),
        addable.isAddable(field),
      ),
    ),
    isBusy: totals.isPlaceholderData || totals.data === undefined || addable.isBusy,
    error: totals.error ?? addable.error,
  };
}

interface TotalsPanelProps {
  readonly resource: Resource;
  readonly fields: readonly Field[];
  readonly result: QueryResult;
  readonly rows: RowSelection;
}

/**
 * The count, sum, average, smallest and largest number of each shown number column. The panel covers the selected, the
 * shown or all rows.
 */
export function TotalsPanel({ resource, fields, result, rows }: TotalsPanelProps) {
  /** The scope that the user chose. If it is null, the selection decides. */
  const [wanted, setWanted] = useState<Scope | null>(null);
  const scope = scopeOf(wanted, rows.count);
  const shown = scope === "selected" ? selectedQuery(rows.selection, result.shown) : result.shown;
  const query = scope === "all" ? EVERYTHING : shown;
  const { lines, isBusy, error } = useLines(resource, fields, query);
  return (
    <section className={classes.panel} aria-label={TOTALS.title}>
      <SegmentedControl
        className={classes.tabs}
        size="xs"
        aria-label={TOTALS.of}
        value={scope}
        onChange={(value) => setWanted(value)}
        data={[
          {
            value: "selected",
            label: SCOPE_LABELS.selected({ rows: rows.count }),
            disabled: rows.count === 0,
          },
          { value: "filtered", label: SCOPE_LABELS.filtered({ rows: result.total }) },
          { value: "all", label: SCOPE_LABELS.all({ rows: result.all ?? result.total }) },
        ]}
      />
      {error ? (
        <p role="alert">{TOTALS.failed({ reason: error.message })}</p>
      ) : (
        <div
          className={classes.scroll}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
          tabIndex={0}
          role="region"
          aria-label={TOTALS.figures}
          aria-busy={isBusy}
        >
          <FiguresTable lines={lines} />
        </div>
      )}
    </section>
  );
}

function FiguresTable({ lines }: { readonly lines: readonly TotalLine[] }) {
  return (
    <Table withRowBorders={false} verticalSpacing={2} className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{TOTALS.column}</Table.Th>
          {FIGURE_HEADINGS.map((heading) => (
            <Table.Th key={heading} scope="col" className={classes.number}>
              {heading}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(({ name, format, total, refusal }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row">{name}</Table.Th>
            {total === null ? (
              <Table.Td colSpan={5} className={classes.number}>
                <span className="sd-dimmed">{TOTALS.noValue}</span>
              </Table.Td>
            ) : (
              <Figures total={total} format={format} refusal={refusal} />
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface FiguresProps {
  readonly total: Total;
  readonly format: (value: number) => string;
  readonly refusal: string | null;
}

function Figures({ total: { count, sum, min, max }, format, refusal }: FiguresProps) {
  const numbers = [sum, sum / count, min, max];
  const figures = [formatCount(count), ...numbers.map((number) => (refusal ? NOT_ADDED : format(number)))];
  return figures.map((figure, index) => (
    <Table.Td
      // The figures never change places.
      // oxlint-disable-next-line react/no-array-index-key
      key={index}
      className={classes.number}
      title={(index > 0 && refusal) || undefined}
    >
      {figure}
    </Table.Td>
  ));
}

interface TotalLine {
  readonly name: string;
  readonly format: (value: number) => string;
  readonly total: Total | null;
  /** The reason why the numbers are not added up or compared; null if there is no reason against it. */
  readonly refusal: string | null;
}

/** Makes one line for each unit of a field. Amounts in two currencies are never added up. */
function linesOf(field: Field, totals: readonly Total[], isAdded: boolean): readonly TotalLine[] {
  if (totals.length === 0) return [{ name: field.label, format: formatNumber, total: null, refusal: null }];
  return totals
    .toSorted((left, right) => right.count - left.count)
    .map((total) => ({
      name: nameOf(field, total, totals.length > 1),
      format: field.isMoney ? (amount: number) => formatMoney(amount, total.measuredIn) : formatNumber,
      total,
      refusal:
        isAdded || total.measuredIn !== null || total.count === 1
          ? null
          : TOTALS.notAddedUp({ label: field.label }),
    }));
}

/**
 * The label of a field with the unit of a total's numbers. @param isOneOfSeveral true if the field has numbers in other
 * units too.
 */
function nameOf({ label, measuredIn }: Field, total: Total, isOneOfSeveral: boolean): string {
  const isStated = measuredIn !== undefined || total.measuredIn !== null || isOneOfSeveral;
  return isStated ? fieldInUnit(label, total.measuredIn) : label;
}
