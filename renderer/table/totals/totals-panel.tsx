import { SegmentedControl, Table } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Field } from "../../../shared/inventory/fields.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Total } from "../../../shared/query/totals.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { formatCount, formatNumber } from "../../base/format.ts";
import { totalsQuery } from "../query/result-queries.ts";
import type { QueryResult } from "../query/use-result.ts";
import { selectedQuery, type RowSelection } from "../selection/use-selection.ts";
import { totalsInUnits } from "../units/shown-units.ts";
import { useUnits } from "../units/unit-queries.ts";
import classes from "./totals.module.css";
import { fieldInUnit, FIGURE_HEADINGS, NO_VALUE, TOTALS, totalsFailed, SCOPE_LABELS } from "./messages.ts";

type Scope = "selected" | "filtered" | "all";

const EVERYTHING: Query = { version: 1 };

/** Which rows the totals cover: "selected" only while something is selected. */
function scopeOf(wanted: Scope | null, selected: number): Scope {
  if (selected === 0) return wanted === "all" ? "all" : "filtered";
  return wanted ?? "selected";
}

interface TotalsPanelProps {
  readonly resource: Resource;
  readonly fields: readonly Field[];
  readonly result: QueryResult;
  readonly rows: RowSelection;
}

/** Count, sum, average, smallest and largest of the number columns in sight: of the selected rows, the shown, or all. */
export function TotalsPanel({ resource, fields, result, rows }: TotalsPanelProps) {
  /** The scope that the user chose; null for none: then the selection decides. */
  const [wanted, setWanted] = useState<Scope | null>(null);
  const scope = scopeOf(wanted, rows.count);
  const shown = scope === "selected" ? selectedQuery(rows.selection, result.shown) : result.shown;
  const query = scope === "all" ? EVERYTHING : shown;
  const { data, isPlaceholderData, error } = useQuery({
    ...totalsQuery(
      useConnectionApi(),
      resource,
      query,
      fields.map(({ name }) => name),
    ),
    placeholderData: (before) => before,
  });
  const units = useUnits();
  const lines = fields.flatMap((field) =>
    linesOf(field, totalsInUnits(units, field, data?.fields[field.name] ?? [])),
  );
  return (
    <section className={classes.panel} aria-label={TOTALS.title}>
      <SegmentedControl
        className={classes.tabs}
        size="xs"
        aria-label={TOTALS.of}
        value={scope}
        onChange={(value) => setWanted(value)}
        data={[
          { value: "selected", label: SCOPE_LABELS.selected(rows.count), disabled: rows.count === 0 },
          { value: "filtered", label: SCOPE_LABELS.filtered(result.total) },
          { value: "all", label: SCOPE_LABELS.all(result.all ?? result.total) },
        ]}
      />
      {error ? (
        <p role="alert">{totalsFailed(error.message)}</p>
      ) : (
        <div
          className={classes.scroll}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
          tabIndex={0}
          role="region"
          aria-label={TOTALS.figures}
          aria-busy={isPlaceholderData || data === undefined}
        >
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
              {lines.map(({ name, total }) => (
                <Table.Tr key={name}>
                  <Table.Th scope="row">{name}</Table.Th>
                  {total === null ? (
                    <Table.Td colSpan={5} className={classes.number}>
                      <span className="sd-dimmed">{NO_VALUE}</span>
                    </Table.Td>
                  ) : (
                    <Figures total={total} />
                  )}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </section>
  );
}

function Figures({ total: { count, sum, min, max } }: { readonly total: Total }) {
  const figures = [formatCount(count), ...[sum, sum / count, min, max].map(formatNumber)];
  return figures.map((figure, index) => (
    // The figures never change places.
    // oxlint-disable-next-line react/no-array-index-key
    <Table.Td key={index} className={classes.number}>
      {figure}
    </Table.Td>
  ));
}

/** One line for each way that a field is measured: two currencies are never added up. */
function linesOf(field: Field, totals: readonly Total[]): readonly { name: string; total: Total | null }[] {
  if (totals.length === 0) return [{ name: field.label, total: null }];
  return totals
    .toSorted((left, right) => right.count - left.count)
    .map((total) => ({
      name: nameOf(field, total, totals.length > 1),
      total,
    }));
}

/** A field by the unit of its numbers. @param isOneOfSeveral whether others of its numbers have another unit. */
function nameOf({ label, measuredIn }: Field, total: Total, isOneOfSeveral: boolean): string {
  const isStated = measuredIn !== undefined || total.measuredIn !== null || isOneOfSeveral;
  return isStated ? fieldInUnit(label, total.measuredIn) : label;
}
