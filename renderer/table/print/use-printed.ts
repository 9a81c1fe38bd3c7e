import { useEffect, useState } from "react";
import { clock } from "../../base/clock.ts";
import type { Row } from "../../../shared/query/query-calls.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { errorOf, unwrap } from "../../base/unwrap.ts";
import { ALL_OPEN } from "../grouping/group-query.ts";
import { isRow, readLines, readRows, type DisplayRow } from "../../inventory/records/read-rows.ts";
import type { PrintRequest } from "./printed-table.ts";
import { PRINT } from "./messages.ts";

/** The most rows that are printed, which is about 400 sheets. The page cannot lay out more rows at once. */
export const MAX_PRINTED = 10_000;

export interface Printed {
  readonly rows: readonly Row[];
  /** The rows, and the headings of their groups if the table is grouped. */
  readonly lines: readonly DisplayRow[];
  /** The sentences that describe the query. */
  readonly words: readonly string[];
  /** The status. It is read before the rows, so that it never claims newer rows than are printed. */
  readonly status: SyncStatus;
  /** The time of reading, ms since the epoch. */
  readonly at: number;
}

export type Printing =
  | { readonly state: "reading"; readonly done: number; readonly total: number | null }
  | { readonly state: "refused"; readonly why: string }
  | { readonly state: "ready"; readonly printed: Printed };

type PrintedRows = Pick<PrintRequest, "resource" | "query" | "groups">;

/** Reads the rows to print once. Later changes are not printed. @param most the most rows that can be printed. */
export function usePrinted(request: PrintedRows, most: number): Printing {
  const api = useConnectionApi();
  const [printing, setPrinting] = useState<Printing>({ state: "reading", done: 0, total: null });
  useEffect(() => {
    let wanted = true;
    const report = (next: Printing): void => {
      if (wanted) setPrinting(next);
    };
    readPrinted(api, request, most, (done, total) => report({ state: "reading", done, total })).then(
      (printed) => report({ state: "ready", printed }),
      (thrown: unknown) =>
        report({
          state: "refused",
          why: thrown instanceof NotPrinted ? thrown.message : (errorOf(thrown)?.message ?? ""),
        }),
    );
    return () => {
      wanted = false;
    };
  }, [api, request, most]);
  return printing;
}

class NotPrinted extends Error {}

async function readPrinted(
  api: ConnectionApi,
  { resource, query, groups = null }: PrintedRows,
  most: number,
  onRows: (done: number, total: number) => void,
): Promise<Printed> {
  const { host, connectionId } = api;
  const status = await unwrap(host.getStatus());
  const words = await unwrap(host.describeQuery({ connectionId, resource, query }));
  const begin = (total: number) => {
    if (total > most) throw new NotPrinted(PRINT.tooManyRows({ most, total }));
    const taken: DisplayRow[] = [];
    return {
      take: (some: readonly DisplayRow[]) => {
        taken.push(...some);
        onRows(taken.filter(isRow).length, total);
      },
      end: () => taken,
    };
  };
  const lines = groups
    ? await readLines(api, resource, query, { ...groups, ...ALL_OPEN, exceptions: [] }, begin)
    : await readRows(api, resource, query, begin);
  if (lines === null) throw new NotPrinted(PRINT.rowsKeepChanging);
  return { rows: lines.filter(isRow), lines, words, status, at: clock.now() };
}
