import { IconCircleCheck } from "@tabler/icons-react";
import { memo, use, type ReactNode } from "react";
import type { Row } from "../../../shared/query-calls.ts";
import { statusClass, statusMark } from "../../components/status-badge.tsx";
import { SelectBox } from "../selection/select-box.tsx";
import { cellContent, type CellContent } from "./cell-content.ts";
import { foundText, SearchTerms } from "./found-text.tsx";
import { SELECTOR } from "./grid-keys.ts";
import type { PlacedColumn } from "./placed-columns.ts";
import type { Decimals } from "./use-decimals.ts";
import classes from "./grid.module.css";

interface Props {
  readonly index: number;
  readonly top: number;
  /** Undefined while it is being fetched. */
  readonly row: Row | undefined;
  /** Those to render. */
  readonly columns: readonly PlacedColumn[];
  /** The column that holds the tab stop; null where this row does not. */
  readonly activeColumn: number | null;
  /** Whether its details are open. */
  readonly open: boolean;
  readonly selected: boolean;
  /** When the service confirmed it, in words; null where it was not asked. */
  readonly verified: string | null;
  /** The fields that a refresh changed and nobody has seen yet, with spaces between. */
  readonly changed: string;
  readonly now: number;
  readonly decimals: Decimals;
}

const STATUS_CELL = `${classes.cell} ${statusClass}`;
const NONE: readonly string[] = [];

/** One row. It is rendered anew only when something of its own changes, not at every scrolled pixel. */
export const GridRow = memo(function GridRow({
  index,
  top,
  row,
  activeColumn,
  open,
  selected,
  verified,
  ...cells
}: Props) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      aria-current={open || undefined}
      aria-busy={row === undefined}
      className={classes.row}
      data-index={index}
      data-active={activeColumn !== null || undefined}
      style={{ top }}
    >
      <div role="gridcell" aria-colindex={1} className={classes.selector}>
        <SelectBox
          cell={`${index}:${SELECTOR}`}
          checked={selected}
          label={`Select ${String(row?.["name"] ?? "this row")}`}
          tabStop={activeColumn === SELECTOR}
        />
        {verified !== null && (
          <span className={classes.verified} role="img" aria-label={verified} title={verified}>
            <IconCircleCheck size={13} aria-hidden />
          </span>
        )}
      </div>
      <RowCells index={index} row={row} activeColumn={activeColumn} {...cells} />
    </div>
  );
});

/** The cells of a row's columns, which its being selected, open or verified leaves as they are. */
const RowCells = memo(function RowCells({
  index,
  row,
  columns,
  activeColumn,
  changed,
  now,
  decimals,
}: Pick<Props, "index" | "row" | "columns" | "activeColumn" | "changed" | "now" | "decimals">) {
  const terms = use(SearchTerms);
  const changedFields = changed === "" ? NONE : changed.split(" ");
  return columns.map(({ spec, at, pin, edge, style }) => {
    const { field } = spec;
    const content = row && cellContent(spec, row, now, decimals[field.name] ?? 0);
    const empty = content?.look === "empty";
    const status = field.name === "status" && content && !empty ? String(row["status"]) : null;
    const isChanged = changedFields.includes(field.name);
    return (
      <div
        key={spec.id}
        role="gridcell"
        aria-colindex={at + 2}
        aria-label={empty ? "empty" : undefined}
        className={status === null ? classes.cell : STATUS_CELL}
        style={style}
        data-cell={`${index}:${at}`}
        data-kind={field.kind}
        data-field={spec.id}
        data-look={content?.look}
        data-status={status === null ? undefined : statusMark(status)}
        data-pin={pin}
        data-edge={edge || undefined}
        data-changed={isChanged || undefined}
        tabIndex={activeColumn === at ? 0 : -1}
      >
        {shown(content, terms, isChanged)}
      </div>
    );
  });
});

/** A bare text wherever that is all: it costs no element of its own. */
function shown(content: CellContent | undefined, terms: readonly string[], isChanged: boolean): ReactNode {
  if (!content) return <span className={classes.skeleton} />;
  const { text, searched, aside } = content;
  const words = searched && terms.length > 0 ? foundText(text, terms) : text;
  if (!isChanged && aside === "") return words;
  return (
    <>
      {isChanged && (
        <span className={classes.changed} role="img" aria-label="changed" title="Changed by a refresh" />
      )}
      {words}
      {aside !== "" && <span className="sd-dimmed"> · {aside}</span>}
    </>
  );
}
