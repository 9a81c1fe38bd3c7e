import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import type { StoredRecord } from "../../../shared/contract/contract.ts";
import type { Groups } from "../../../shared/query/grouping.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { useNeighbours, type Neighbours } from "./use-neighbours.ts";

/** Elements that use the arrow keys themselves. */
const TAKES_ARROWS = "input, textarea, select, pre, [role=listbox]";

interface Options {
  readonly resource: Resource;
  readonly id: string;
  /** The query whose result to step through; null for none. */
  readonly query: Query | null;
  /** The table's groups; null if it has none. */
  readonly groups: Groups | null;
  /** The record that is shown, as soon as it is known. */
  readonly record: StoredRecord | null | undefined;
  /** The element whose arrow keys step; null for the whole page, while no dialog or menu is open. */
  readonly within: RefObject<HTMLElement | null> | null;
  /** Goes to another record, with its index in the table; null if its group is closed. */
  readonly onStep: (id: string, line: number | null) => void;
}

/** Steps to the previous or next record of a table by buttons and arrow keys, and announces its name. */
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
    if (where === null || modified || !isFree || query === null) return;
    if (!within && document.querySelector("[role=dialog], [role=menu]")) return;
    event.preventDefault();
    neighbours.step(where);
  });
  useEffect(() => {
    const target = within ? within.current : document.documentElement;
    const listener = (event: KeyboardEvent): void => onKeyDown(event);
    target?.addEventListener("keydown", listener);
    return () => target?.removeEventListener("keydown", listener);
  }, [within]);
  return neighbours;
}
