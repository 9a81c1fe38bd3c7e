import { useEffect, useState } from "react";
import type { Row } from "../../../shared/query/query-calls.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { errorOf, unwrap } from "../../base/unwrap.ts";
import { readRows } from "../query/result-queries.ts";
import type { PrintRequest } from "./print-requests.ts";
import { ROWS_KEEP_CHANGING, tooManyRows } from "./messages.ts";

/** The most rows that are printed: some 400 sheets, which the page can still lay out at once. */
export const MAX_PRINTED = 10_000;

export interface Printed {
  readonly rows: readonly Row[];
  /** The query in words, one sentence a part. */
  readonly words: readonly string[];
  /** Read before the rows, so that it never claims more than they have. */
  readonly status: SyncStatus;
  /** Ms since the epoch. */
  readonly at: number;
}

export type Printing =
  | { readonly state: "reading"; readonly done: number; readonly total: number | null }
  | { readonly state: "refused"; readonly why: string }
  | { readonly state: "ready"; readonly printed: Printed };

/** Reads what is to be printed, once; later changes are not printed. */
export function usePrinted(request: PrintRequest): Printing {
  const copy = useConnectionApi();
  const [printing, setPrinting] = useState<Printing>({ state: "reading", done: 0, total: null });
  useEffect(() => {
    let wanted = true;
    const report = (next: Printing): void => {
      if (wanted) setPrinting(next);
    };
    readPrinted(copy, request, (done, total) => report({ state: "reading", done, total })).then(
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
  }, [copy, request]);
  return printing;
}

class NotPrinted extends Error {}

async function readPrinted(
  copy: ConnectionApi,
  { resource, query }: PrintRequest,
  onRows: (done: number, total: number) => void,
): Promise<Printed> {
  const { host, profileId } = copy;
  const status = await unwrap(host.getStatus());
  const words = await unwrap(host.describeQuery({ profileId, resource, query }));
  const rows = await readRows(copy, resource, query, (total) => {
    if (total > MAX_PRINTED) throw new NotPrinted(tooManyRows(total, MAX_PRINTED));
    const taken: Row[] = [];
    return {
      take: (some) => {
        taken.push(...some);
        onRows(taken.length, total);
      },
      end: () => taken,
    };
  });
  if (rows === null) throw new NotPrinted(ROWS_KEEP_CHANGING);
  return { rows, words, status, at: Date.now() };
}
