import { formatCount } from "../../base/format.ts";
import classes from "./file-import.module.css";
import { FILE_IMPORT } from "./messages.ts";

/** A row of a file, numbered as in a spreadsheet: the row of headings is row 1. */
export interface FileRow {
  readonly row: number;
  /** The item that the row is about, as written in the file. */
  readonly id: string;
  readonly name: string;
}

/** The most rows that a list shows. */
const LISTED_ROWS = 50;

/** Some rows of a file under a title; empty if there are no rows. */
export function RowList({ title, rows }: { readonly title: string; readonly rows: readonly FileRow[] }) {
  if (rows.length === 0) return null;
  const more = rows.length - LISTED_ROWS;
  return (
    <section aria-label={title}>
      <h3 className={classes.problem}>
        {title} <span className="sd-num sd-dimmed">{formatCount(rows.length)}</span>
      </h3>
      {/* A scrolling list must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes.rows} tabIndex={0}>
        {rows.slice(0, LISTED_ROWS).map(({ row, id, name }) => (
          <li key={row}>
            <span className="sd-dimmed">{FILE_IMPORT.row({ row })}</span>{" "}
            <span className="sd-mono">{id || "–"}</span> {name}
          </li>
        ))}
        {more > 0 && <li className="sd-dimmed">{FILE_IMPORT.moreRows({ rows: more })}</li>}
      </ul>
    </section>
  );
}
