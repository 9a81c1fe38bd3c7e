import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { levelsOf, type GroupLevel, type GroupPath } from "../../../shared/query/group-levels.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { CHUNK_ROWS } from "../../inventory/records/chunk-rows.ts";
import type { RowRange } from "../query/rows-state.ts";
import { chunkQuery, type TableQuery } from "../query/result-queries.ts";
import { ALL_CLOSED, ALL_OPEN, toggleFold, groupOrderOf, tableQueryOf, type Folds } from "./group-query.ts";
import { GROUPS } from "./messages.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import type { ViewState } from "../views/view-state.ts";

export interface TableGroups {
  readonly levels: readonly GroupLevel[];
  readonly tableQuery: TableQuery;
  /**
   * Opens a closed group, or closes an open group. @param inSight the display rows that must be loaded for the change.
   */
  readonly toggle: (path: GroupPath, inSight: RowRange) => void;
  readonly closeAll: () => void;
  readonly openAll: () => void;
}

/** The groups of a table with this query. All groups start closed, also after a change of the levels. */
export function useGroups(
  resource: Resource,
  query: Query,
  { grouping, groupOrder }: Pick<ViewState, "grouping" | "groupOrder">,
): TableGroups {
  const api = useConnectionApi();
  const client = useQueryClient();
  const key = JSON.stringify(grouping ?? []);
  const ids = useMemo(() => JSON.parse(key) as readonly string[], [key]);
  const levels = useMemo(() => levelsOf(resource, ids), [resource, ids]);
  const [state, setState] = useState<{ readonly key: string; readonly folds: Folds }>({
    key,
    folds: ALL_CLOSED,
  });
  const folds = state.key === key ? state.folds : ALL_CLOSED;
  const units = useUnits();
  const order = useMemo(
    () => groupOrderOf(resource, groupOrder, levels, query, units),
    [resource, groupOrder, levels, query, units],
  );
  const tableQuery = useMemo(
    () => tableQueryOf(resource, query, ids, folds, order),
    [resource, query, ids, folds, order],
  );
  // The last requested state of the groups, which may not be on screen yet.
  const wanted = useRef({ key, folds });

  const fold = (next: Folds): void => {
    wanted.current = { key, folds: next };
    setState({ key, folds: next });
  };
  const toggle = async (path: GroupPath, { first, last }: RowRange): Promise<void> => {
    const next = toggleFold(wanted.current.key === key ? wanted.current.folds : folds, path);
    if (!next) return void notifications.show({ message: GROUPS.tooManyOpen, color: "orange" });
    wanted.current = { key, folds: next };
    // The display rows are loaded before the change, so that no row is blank.
    const then = tableQueryOf(resource, query, ids, next, order);
    const [from, to] = [Math.floor(first / CHUNK_ROWS), Math.floor(last / CHUNK_ROWS)];
    const chunks = new Set([0, ...Array.from({ length: to - from + 1 }, (_, at) => from + at)]);
    await Promise.allSettled(
      [...chunks].map((chunk) => client.fetchQuery(chunkQuery(api, resource, then, chunk))),
    );
    if (wanted.current.key === key) setState({ key, folds: next });
  };
  return {
    levels,
    tableQuery,
    toggle: (path, inSight) => void toggle(path, inSight),
    closeAll: () => fold(ALL_CLOSED),
    openAll: () => fold(ALL_OPEN),
  };
}
