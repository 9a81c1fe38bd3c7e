import { MAX_COPIED } from "../../../shared/contract/clipboard.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { formatCount } from "../../base/format-number.ts";
import type { ColumnSpec } from "../../grid/grid-column.ts";
import { readRows, type ReadFrom } from "../query/read-rows.ts";
import type { CopyFormat } from "./copy-formats.ts";

/** Why nothing was copied, in a sentence. */
export class NotCopied extends Error {}

const TOO_LONG = `That is too much to copy: at most ${formatCount(MAX_COPIED)} characters fit. Select fewer rows, or show fewer columns.`;

/**
 * The rows of a query as lines of these columns in a format, all of one revision of the data.
 * @throws NotCopied, or AppFailure where the store does not answer.
 */
export async function readLines(
  from: ReadFrom,
  resource: Resource,
  columns: readonly ColumnSpec[],
  query: Query,
  format: CopyFormat,
): Promise<readonly string[]> {
  const lines = await readRows(from, resource, query, (total) => {
    if (total === 0) throw new NotCopied("The service returns none of these rows any more.");
    const lines: string[] = [];
    let length = format.text(columns, []).length;
    return {
      take: (rows) => {
        for (const row of rows) {
          const line = format.line(columns, row);
          length += line.length + 1;
          lines.push(line);
        }
        // A million rows are refused by the first of them.
        const expected = (length / lines.length) * total;
        if (length > MAX_COPIED || expected > 2 * MAX_COPIED) throw new NotCopied(TOO_LONG);
      },
      end: () => lines,
    };
  });
  if (lines === null) throw new NotCopied("The rows keep changing. Copy them again in a moment.");
  return lines;
}
