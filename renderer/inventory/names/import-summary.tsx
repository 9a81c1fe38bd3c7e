import { Checkbox } from "@mantine/core";
import { formatCount } from "../../base/format.ts";
import type { ImportPreview, ImportRow } from "./import-table.ts";
import { ALSO_UNKNOWN, IMPORT, importCounts, moreRows, PROBLEMS, rowLabel } from "./messages.ts";
import classes from "./names.module.css";

/** Rows of a list that are shown; their numbers lead to them in the file. */
const LISTED = 50;

interface ImportSummaryProps {
  readonly preview: ImportPreview;
  readonly withUnknown: boolean;
  readonly onWithUnknown: (withUnknown: boolean) => void;
}

/** What an import would do, and the rows that need a look. */
export function ImportSummary({ preview, withUnknown, onWithUnknown }: ImportSummaryProps) {
  const { added, changed, same, unknown } = preview;
  return (
    <>
      <p role="status">
        {added.length + changed.length === 0
          ? IMPORT.nothing
          : `${importCounts(added.length, changed.length, same)}. ${IMPORT.emptyCells}`}
      </p>
      {(["empty", "duplicate", "tooLong", "unknown"] as const).map((problem) => (
        <RowList key={problem} title={PROBLEMS[problem]} rows={preview[problem]} />
      ))}
      {unknown.length > 0 && (
        <Checkbox
          size="xs"
          label={ALSO_UNKNOWN}
          checked={withUnknown}
          onChange={(event) => onWithUnknown(event.currentTarget.checked)}
        />
      )}
    </>
  );
}

function RowList({ title, rows }: { readonly title: string; readonly rows: readonly ImportRow[] }) {
  if (rows.length === 0) return null;
  const more = rows.length - LISTED;
  return (
    <section aria-label={title}>
      <h3 className={classes.problem}>
        {title} <span className="sd-num sd-dimmed">{formatCount(rows.length)}</span>
      </h3>
      {/* The list scrolls, so the keyboard must reach it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes.rows} tabIndex={0}>
        {rows.slice(0, LISTED).map(({ row, id, name }) => (
          <li key={row}>
            <span className="sd-dimmed">{rowLabel(row)}</span> <span className="sd-mono">{id || "–"}</span>{" "}
            {name}
          </li>
        ))}
        {more > 0 && <li className="sd-dimmed">{moreRows(more)}</li>}
      </ul>
    </section>
  );
}
