import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import type { CallOutput } from "../../../shared/contract/contract.ts";
import type { StoredRecord } from "../../../shared/query/query-calls.ts";
import type { Groups } from "../../../shared/query/grouping.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useConnectionApi } from "../../host/host-context.ts";
import { neighboursQuery } from "../query/result-queries.ts";

/** Elements that handle the arrow keys themselves. */
const TAKES_ARROWS = "input, textarea, select, pre, [role=listbox]";

interface Options {
  readonly resource: Resource;
  readonly id: string;
  /** The query through whose result the buttons step. */
  readonly query: Query;
  readonly groups: Groups | null;
  readonly record: StoredRecord | null | undefined;
  /** The element in which arrow keys go to the previous or next record. */
  readonly within: RefObject<HTMLElement | null>;
  /** Shows another record. `line` is its index in the table; null if its group is closed. */
  readonly onStep: (id: string, line: number | null) => void;
}

/** Goes to the previous or next record of a table, by buttons and arrow keys. Announces the record's name. */
export function usePreviousNext({
  resource,
  id,
  query,
  groups,
  record,
  within,
  onStep,
}: Options): Neighbours {
  const announce = useAnnounce();
  const stepped = useRef(false);
  const neighbours = useNeighbours(resource, query, groups, id, (next, line) => {
    stepped.current = true;
    onStep(next, line);
  });
  const arrived = record?.row["id"] === id ? String(record.row["name"]) : null;
  useEffect(() => {
    if (!stepped.current || arrived === null) return;
    stepped.current = false;
    announce(arrived);
  }, [announce, arrived]);

  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    const where = event.key === "ArrowUp" ? "before" : event.key === "ArrowDown" ? "after" : null;
    const modified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    const isFree = event.target instanceof Element && !event.target.closest(TAKES_ARROWS);
    if (where === null || modified || !isFree) return;
    event.preventDefault();
    neighbours.step(where, event.repeat);
  });
  useEffect(() => {
    const target = within.current;
    const listener = (event: KeyboardEvent): void => onKeyDown(event);
    target?.addEventListener("keydown", listener);
    return () => target?.removeEventListener("keydown", listener);
  }, [within]);
  return neighbours;
}

/** The place of a record in its table, and its neighbours. */
export interface Neighbours extends CallOutput<"queryNeighbours"> {
  readonly known: boolean;
  /** Goes to a neighbour once the neighbours are loaded. A repetition of a held key is dropped instead of waiting. */
  readonly step: (where: "before" | "after", isRepeated?: boolean) => void;
}

const NO_NEIGHBOURS = { place: null, line: null, total: 0, before: null, after: null } as const;

/**
 * Loads the records before and after a record in a query's result. @param onStep shows the other record; its `line` is
 * null if the record's group is closed.
 */
export function useNeighbours(
  resource: Resource,
  query: Query,
  groups: Groups | null,
  id: string,
  onStep: (id: string, line: number | null) => void,
): Neighbours {
  const api = useConnectionApi();
  const { data, isPlaceholderData, isError } = useQuery({
    ...neighboursQuery(api, resource, query, groups, id),
    placeholderData: keepPreviousData,
  });
  const place = data ?? NO_NEIGHBOURS;
  // While placeholder data are shown, they belong to the former record.
  const known = data !== undefined && !isPlaceholderData;
  /** The steps to take once the neighbours of `from` are loaded: forwards if positive, backwards if negative. */
  const waiting = useRef({ from: id, steps: 0 });
  const go = (where: "before" | "after"): void => {
    const next = place[where];
    if (next === null) {
      waiting.current.steps = 0;
      return;
    }
    waiting.current.from = next.id;
    onStep(next.id, next.line);
  };
  const takeWaiting = useEffectEvent((shown: string, isKnown: boolean) => {
    // Another record was opened meanwhile.
    if (waiting.current.from !== shown) waiting.current = { from: shown, steps: 0 };
    const { steps } = waiting.current;
    if (!isKnown || steps === 0) return;
    waiting.current.steps -= Math.sign(steps);
    go(steps > 0 ? "after" : "before");
  });
  useEffect(() => {
    takeWaiting(id, known);
  }, [id, known]);
  return {
    ...place,
    known,
    step: (where, isRepeated = false) => {
      if (known && waiting.current.from === id) go(where);
      // A held key must not continue to step after it is released.
      else if (!isRepeated && !isError) waiting.current.steps += where === "after" ? 1 : -1;
    },
  };
}
