import { notifications } from "@mantine/notifications";
import { MAX_COPIED, MAX_WINDOW_ROWS } from "../../../shared/contract.ts";
import type { Query } from "../../../shared/query.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import { useLocalCopy, type LocalCopy } from "../../app/profile-context.tsx";
import { errorOf, unwrap } from "../../app/unwrap.ts";
import { useCopy } from "../../app/use-copy.ts";
import { formatCount } from "../../format/format-number.ts";
import { plural } from "../../format/plural.ts";
import type { ColumnSpec } from "../column-layout.ts";
import { tabSeparated, tabSeparatedHeader } from "./tab-separated.ts";

/** How often a copy begins again because the rows changed under it. */
const TRIES = 4;

interface Copied {
  readonly lines: readonly string[];
  readonly rows: number;
}

/** Copies the rows of a query as tab-separated text of these columns, all from one state of the data. */
export function useCopyRows(
  resource: Resource,
  columns: readonly ColumnSpec[],
): (selected: Query, withHeaders: boolean) => void {
  const copy = useLocalCopy();
  const copyText = useCopy();
  return (selected, withHeaders) => {
    const read = async (): Promise<void> => {
      const { lines, rows } = await readLines(copy, resource, columns, selected);
      const text = [...(withHeaders ? [tabSeparatedHeader(columns)] : []), ...lines].join("\n");
      if (text.length > MAX_COPIED) throw new TooLong();
      copyText(text, plural(rows, "row"));
    };
    read().catch((thrown: unknown) =>
      notifications.show({
        message: thrown instanceof TooLong ? thrown.message : (errorOf(thrown)?.message ?? ""),
        color: "orange",
      }),
    );
  };
}

class TooLong extends Error {
  constructor() {
    super(
      `That is too much to copy: at most ${formatCount(MAX_COPIED)} characters fit. Select fewer rows, or show fewer columns.`,
    );
  }
}

async function readLines(
  { host, profileId }: LocalCopy,
  resource: Resource,
  columns: readonly ColumnSpec[],
  query: Query,
): Promise<Copied> {
  for (let attempt = 1; ; attempt += 1) {
    const { total, revision } = await unwrap(host.queryCount({ profileId, resource, query }));
    const lines: string[] = [];
    let length = 0;
    let moved = false;
    while (lines.length < total && !moved) {
      const window = { offset: lines.length, limit: MAX_WINDOW_ROWS };
      const answer = await unwrap(host.queryWindow({ profileId, resource, query, ...window }));
      moved = answer.revision !== revision && attempt < TRIES;
      for (const row of answer.rows) lines.push(tabSeparated(columns, row));
      length = lines.reduce((sum, line, at) => (at < window.offset ? sum : sum + line.length + 1), length);
      if (length > MAX_COPIED) throw new TooLong();
      if (answer.rows.length === 0) break;
    }
    if (!moved) return { lines, rows: lines.length };
  }
}
