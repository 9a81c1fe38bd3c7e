import { notifications } from "@mantine/notifications";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useId, useRef } from "react";
import { useFollowed } from "../../base/use-followed.ts";
import type { HostApi } from "../../../shared/contract/contract.ts";
import { MAX_SELECTED } from "../../../shared/contract/query-calls.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { LOCAL_DATA } from "../../host/query-client.ts";
import { useLocalCopy, type LocalCopy } from "../../host/profile-context.tsx";
import { unwrap } from "../../host/unwrap.ts";
import { formatCount } from "../../base/format-number.ts";
import type { TableQuery } from "../query/result-queries.ts";
import { add, NOTHING, resultKey, selectAll, listedInResult, toggle, type Selection } from "./selection.ts";

/** A table's selection, and what the grid and the bar above it do with it. */
export interface RowSelection {
  readonly selection: Selection;
  /** How many rows are selected. */
  readonly count: number;
  /** How many of them the shown result does not have; null until that is known. */
  readonly outside: number | null;
  /** What the box in the header shows. */
  readonly extent: "none" | "some" | "all";
  readonly toggle: (id: string) => void;
  /** Selects from the last selected row, or else from `from`, to a row by its id or its line. */
  readonly extend: (from: string, to: string | number) => void;
  /** Selects the rows of a query as well. */
  readonly include: (query: Query) => void;
  /** The next range begins where the focus then is. */
  readonly endRange: () => void;
  readonly all: () => void;
  readonly clear: () => void;
}

/** A range that grows and shrinks by its far end. */
interface Range {
  readonly anchor: string;
  /** What was selected before the range began. */
  readonly base: Selection;
}

const NOTHING_SELECTED: { readonly selection: Selection; readonly number: number } = {
  selection: NOTHING,
  number: 0,
};

/** The selection of a table that lists this, over so many rows. It is kept while the table is on screen. */
export function useSelection(
  resource: Resource,
  { query: shown, groups }: TableQuery,
  total: number,
): RowSelection {
  const copy = useLocalCopy();
  // Stands for the selection in the cache's keys, together with its number; its ids would be long ones.
  const table = useId();
  const [{ selection, number }, setState] = useFollowed(NOTHING_SELECTED, (last) => {
    // "Everything" in a result means other rows once the result is another one.
    const isOver = last.selection.kind === "all" && last.selection.result !== resultKey(shown);
    return isOver ? { selection: NOTHING, number: last.number + 1 } : last;
  });
  const range = useRef<Range | null>(null);
  const asked = useRef(0);
  const set = (next: Selection): void => setState((now) => ({ selection: next, number: now.number + 1 }));

  const listing = selection.kind === "ids" ? selection.ids : selection.except;
  const counted = useQuery({
    ...listedCountQuery(copy, resource, selection, `${table}${number}`, shown),
    enabled: listing.size > 0,
  });
  /** How many of the listed ids the shown result has; undefined until that is known. */
  const listed = listing.size === 0 ? 0 : counted.data?.total;
  const some = selection.kind === "ids";
  const count = some ? listing.size : Math.max(0, total - (listed ?? listing.size));
  const inResult = some ? listed : count;

  const take = (next: Selection | null): void => {
    if (next) set(next);
    else tooMany();
  };
  const takeRange = (answer: Awaited<ReturnType<HostApi["queryRange"]>>, base: Selection): void => {
    if (!answer.ok) notifications.show({ message: answer.error.message, color: "red" });
    else if (answer.value.count > MAX_SELECTED) tooMany();
    else take(add(base, answer.value.ids));
  };
  return {
    selection,
    count,
    outside: inResult === undefined ? null : count - inResult,
    extent: count === 0 ? "none" : inResult === total && total > 0 ? "all" : "some",
    toggle: (id) => {
      const next = toggle(selection, id);
      asked.current += 1;
      range.current = next && { anchor: id, base: next };
      take(next);
    },
    extend: (from, to) => {
      const { anchor, base } = (range.current ??= { anchor: from, base: selection });
      asked.current += 1;
      const mine = asked.current;
      const follow = async (): Promise<void> => {
        const range = { query: shown, from: anchor, to, ...(groups && { groups }) };
        const answer = await copy.host.queryRange({ profileId: copy.profileId, resource, ...range });
        // A later step has the last word.
        if (mine === asked.current) takeRange(answer, base);
      };
      void follow();
    },
    include: (query) => {
      asked.current += 1;
      const mine = asked.current;
      const read = async (): Promise<void> => {
        const of = { profileId: copy.profileId, resource, query };
        const first = await copy.host.queryWindow({ ...of, offset: 0, limit: 1 });
        const from = first.ok ? first.value.rows[0]?.["id"] : undefined;
        if (typeof from !== "string") return;
        const answer = await copy.host.queryRange({ ...of, from, to: Number.MAX_SAFE_INTEGER });
        if (mine === asked.current) takeRange(answer, selection);
      };
      void read();
    },
    endRange: () => {
      range.current = null;
    },
    all: () => {
      if (total === 0) return;
      asked.current += 1;
      range.current = null;
      set(selectAll(shown));
    },
    clear: () => {
      asked.current += 1;
      range.current = null;
      set(NOTHING);
    },
  };
}

function tooMany(): void {
  notifications.show({
    message: `At most ${formatCount(MAX_SELECTED)} rows can be selected one by one or by a range. Narrow the table by filters and select everything in it (Ctrl+A).`,
    color: "orange",
  });
}

/** How many of the ids that the selection lists the shown result has. */
const listedCountQuery = (
  { host, profileId }: LocalCopy,
  resource: Resource,
  selection: Selection,
  name: string,
  shown: Query,
) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, profileId, "selected", name, resultKey(shown)],
    queryFn: () => unwrap(host.queryCount({ profileId, resource, query: listedInResult(selection, shown) })),
  });
