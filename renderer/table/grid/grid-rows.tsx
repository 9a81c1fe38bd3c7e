import type { GroupLevel } from "../../../shared/group-levels.ts";
import type { Query } from "../../../shared/query.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import { useNow } from "../../app/use-now.ts";
import type { ChangeMarks } from "../data/change-marks.ts";
import { isHeading, type Line } from "../data/result-queries.ts";
import { isSelected, type Selection } from "../selection/selection.ts";
import { idOf } from "./focus-state.ts";
import { verifiedWords } from "./grid-lines.ts";
import { GridRow } from "./grid-row.tsx";
import { GroupRow } from "./group-row.tsx";
import type { PlacedColumn } from "./placed-columns.ts";
import type { Decimals } from "./use-decimals.ts";
import type { RowVirtualizer } from "./use-row-virtualizer.ts";

/** The lines that are on screen: rows, and the headings of their groups. */
export function GridRows({
  resource,
  query,
  levels,
  virtual,
  lineAt,
  columns,
  rendered,
  active,
  openId,
  selection,
  marks,
  stamps,
  decimals,
}: {
  readonly resource: Resource;
  readonly query: Query;
  readonly levels: readonly GroupLevel[];
  readonly virtual: Pick<RowVirtualizer, "rows" | "scrolling">;
  readonly lineAt: (index: number) => Line | undefined;
  readonly columns: readonly PlacedColumn[];
  /** Those of the columns that are rendered. */
  readonly rendered: readonly PlacedColumn[];
  /** The cell that holds the tab stop. */
  readonly active: { readonly row: number; readonly column: number };
  readonly openId: string | null;
  readonly selection: Selection;
  readonly marks: ChangeMarks;
  /** When the service confirmed which record, in ms since the epoch. */
  readonly stamps: ReadonlyMap<string, number>;
  readonly decimals: Decimals;
}) {
  const now = useNow(60_000);
  return virtual.rows.map(({ index, key, top }) => {
    const line = lineAt(index);
    const activeColumn = active.row === index ? active.column : null;
    if (isHeading(line)) {
      return (
        <GroupRow
          key={key}
          index={index}
          top={top}
          line={line}
          resource={resource}
          query={query}
          levels={levels}
          columns={columns}
          activeColumn={activeColumn}
          passing={virtual.scrolling}
          decimals={decimals}
        />
      );
    }
    const id = idOf(line);
    return (
      <GridRow
        key={key}
        index={index}
        top={top}
        row={line}
        columns={rendered}
        activeColumn={activeColumn}
        open={openId !== null && id === openId}
        selected={id !== null && isSelected(selection, id)}
        changed={(id !== null && marks.get(id)) || ""}
        verified={verifiedWords(id, stamps, now)}
        now={now}
        decimals={decimals}
      />
    );
  });
}
