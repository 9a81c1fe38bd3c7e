import type { ReactNode } from "react";
import { useNow } from "../../host/use-now.ts";
import { Panel } from "./panel.tsx";
import classes from "./diagnostics.module.css";

const MINUTE = 60_000;

/** A column of a log; numeric ones are aligned. */
export interface LogColumn<Row> {
  readonly title: string;
  readonly numeric?: boolean;
  /** @param now ms since the epoch, right to a minute. */
  readonly cell: (row: Row, now: number) => ReactNode;
}

/** A log, newest first, which scrolls within its panel; a sentence where it is empty. */
export function LogTable<Row>({
  title,
  intro,
  empty,
  columns,
  rows,
  keyOf,
}: {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly empty: string;
  readonly columns: readonly LogColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string;
}) {
  const now = useNow(MINUTE);
  return (
    <Panel title={title} intro={intro}>
      {rows.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.scroller} role="region" aria-label={`${title}, table`} tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                {columns.map(({ title: heading, numeric }) => (
                  <th key={heading} scope="col" data-numeric={numeric}>
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={keyOf(row, index)}>
                  {columns.map(({ title: heading, numeric, cell }) => (
                    <td key={heading} data-numeric={numeric}>
                      {cell(row, now)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  );
}
