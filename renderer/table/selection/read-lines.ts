import { MAX_COPIED } from "../../../shared/query/query-calls.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";
import { readRows, type ReadFrom } from "../query/read-rows.ts";
import type { CopyFormat } from "./copy-formats.ts";
import { NO_ROWS_TO_COPY, ROWS_KEEP_CHANGING, TOO_LONG_TO_COPY } from "./messages.ts";

/** Why nothing was copied, in a sentence. */
export class NotCopied extends Error {}

/** The rows of a query as lines in a format, all of one revision. @throws NotCopied, or AppFailure if the store fails. */
export async function readLines(
  from: ReadFrom,
  resource: Resource,
  columns: readonly ColumnSpec[],
  query: Query,
  format: CopyFormat,
): Promise<readonly string[]> {
  const lines = await readRows(from, resource, query, (total) => {
    if (total === 0) throw new NotCopied(NO_ROWS_TO_COPY);
    const lines: string[] = [];
    let length = format.text(columns, []).length;
    return {
      take: (rows) => {
        for (const row of rows) {
          const line = format.line(columns, row);
          length += line.length + 1;
          lines.push(line);
        }
        // Refuses a million rows after the first of them.
        const expected = (length / lines.length) * total;
        if (length > MAX_COPIED || expected > 2 * MAX_COPIED) throw new NotCopied(TOO_LONG_TO_COPY);
      },
      end: () => lines,
    };
  });
  if (lines === null) throw new NotCopied(ROWS_KEEP_CHANGING);
  return lines;
}
