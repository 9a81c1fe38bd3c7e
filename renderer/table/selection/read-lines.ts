import { MAX_COPIED } from "../../../shared/clipboard.ts";
import { MAX_WINDOW_ROWS, type HostApi } from "../../../shared/contract.ts";
import type { Query } from "../../../shared/query.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import { unwrap } from "../../app/unwrap.ts";
import { formatCount } from "../../format/format-number.ts";
import type { ColumnSpec } from "../column-layout.ts";
import type { CopyFormat } from "./copy-formats.ts";

/** How often a copy begins again because the rows changed under it. */
const TRIES = 4;

/** The local copy that rows are read from. */
interface CopiedFrom {
  readonly host: Pick<HostApi, "queryCount" | "queryWindow">;
  readonly profileId: string;
}

/** Why nothing was copied, in a sentence. */
export class NotCopied extends Error {}

const TOO_LONG = `That is too much to copy: at most ${formatCount(MAX_COPIED)} characters fit. Select fewer rows, or show fewer columns.`;

/**
 * The rows of a query as lines of these columns in a format, all of one revision of the data.
 * @throws NotCopied, or AppFailure where the store does not answer.
 */
export async function readLines(
  { host, profileId }: CopiedFrom,
  resource: Resource,
  columns: readonly ColumnSpec[],
  query: Query,
  format: CopyFormat,
): Promise<readonly string[]> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    const { total, revision } = await unwrap(host.queryCount({ profileId, resource, query }));
    const lines: string[] = [];
    let length = format.text(columns, []).length;
    let moved = false;
    while (lines.length < total && !moved) {
      const window = { offset: lines.length, limit: MAX_WINDOW_ROWS };
      const answer = await unwrap(host.queryWindow({ profileId, resource, query, ...window }));
      moved = answer.revision !== revision || answer.rows.length === 0;
      for (const row of answer.rows) {
        const line = format.line(columns, row);
        length += line.length + 1;
        lines.push(line);
      }
      // A million rows are refused by the first of them.
      const expected = (length / Math.max(1, lines.length)) * total;
      if (length > MAX_COPIED || expected > 2 * MAX_COPIED) throw new NotCopied(TOO_LONG);
    }
    if (!moved && total === 0) throw new NotCopied("The service returns none of these rows any more.");
    if (!moved) return lines;
  }
  throw new NotCopied("The rows keep changing. Copy them again in a moment.");
}
