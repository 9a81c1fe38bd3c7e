import { useCallback, memo, useSyncExternalStore, useEffect, useEffectEvent, useRef } from "react";
import { clock } from "../../base/clock.ts";
import type { ChipFilter } from "../../../shared/query/field-filter.ts";
import { compileView } from "../../../shared/query/views/compile-view.ts";
import { AfterFirstFrame } from "../../base/after-first-frame.tsx";
import { useConnectionId } from "../../host/host-context.ts";
import { ColumnMenu } from "./column-menu.tsx";
import { ExportButton } from "./export-button.tsx";
import type { TableSource } from "../../inventory/exports/export-requests.ts";
import { useExtensions } from "../extensions.ts";
import { AddFilter } from "../filters/add-filter.tsx";
import { dropChip, putChip } from "../filters/chip-list.ts";
import { GroupMenu } from "../grouping/group-menu.tsx";
import { useInventory } from "../inventory-context.ts";
import { HistoryButtons } from "../navigation/history-buttons.tsx";
import { ViewSwitcher } from "../view-menu/view-switcher.tsx";
import type { TableModel } from "./table-model.ts";
import classes from "./table.module.css";
import { Box } from "@mantine/core";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { SearchBox } from "../filters/search-box.tsx";
import type { UpdateView } from "../views/use-views.ts";
import { findField } from "../../../shared/inventory/fields.ts";
import { isNarrowed } from "../../../shared/query/query.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { useLonger } from "../../base/use-longer.ts";
import { useShownNumbers, type RowsStore } from "../query/rows-state.ts";
import type { QueryResult } from "../query/use-result.ts";
import { resultCount, resultSentence, ROWS, RESULT } from "./messages.ts";
import { MarkedSentence } from "../../ui/marked-sentence.tsx";

interface TableToolbarProps {
  readonly model: TableModel;
  readonly source: TableSource;
  /** Moves the focus from the search box to the rows. The function must stay the same object at every render. */
  readonly onLeave: () => void;
  readonly onExport: () => void;
}

/** The toolbar above a table: history, views, search, filters, count, export, groups and columns. */
export function TableToolbar({ model, source, onLeave, onExport }: TableToolbarProps) {
  const { resource, view, update, day, result, shownRows } = model;
  const { views } = useInventory();
  const connection = useConnectionId();
  const buttons = useExtensions("ToolbarButton");
  // The function stays the same object, so that a part renders only for its own changes.
  const present = useCallback(
    () => compileView(resource, views.get(connection, resource), day),
    [views, connection, resource, day],
  );
  const setDraft = useCallback(
    (id: string, filter: ChipFilter | null) =>
      update(({ chips, ...view }) => ({
        ...view,
        chips: filter ? putChip(chips, id, filter) : dropChip(chips, id),
      })),
    [update],
  );
  return (
    <div className={classes.toolbar}>
      <HistoryButtons />
      <ViewSwitcher resource={resource} state={view} />
      <TableSearch resource={resource} update={update} onLeave={onLeave} />
      <AfterFirstFrame placeholder={<span className={classes.adding} />}>
        <AddFilter resource={resource} others={present} chips={view.chips} onDraft={setDraft} />
      </AfterFirstFrame>
      <Box component="span" flex={1} />
      <ResultCount resource={resource} result={result} rows={shownRows} />
      <ExportButton source={source} onBefore={onExport} />
      <AfterFirstFrame placeholder={<span className={classes.menus} />}>
        {buttons.map((ToolbarButton, at) => (
          <ToolbarButton key={at} isIcon />
        ))}
        <GroupMenu resource={resource} grouping={view.grouping} update={update} />
        <ColumnMenu resource={resource} arranged={view.columns} density={view.density} update={update} />
      </AfterFirstFrame>
    </div>
  );
}

interface TableSearchProps {
  readonly resource: Resource;
  readonly update: UpdateView;
  readonly onLeave: () => void;
}

/** The search of a table. It shows each key press at once, while all other parts wait for the new rows. */
const TableSearch = memo(function TableSearch({ resource, update, onLeave }: TableSearchProps) {
  const { views } = useInventory();
  const connectionId = useConnectionId();
  const search = useSyncExternalStore(views.subscribeAtOnce, () => views.get(connectionId, resource).search);
  return (
    <SearchBox
      label={ROWS.search({ resource })}
      value={search}
      onChange={(text) => update((now) => ({ ...now, search: text }))}
      onLeave={onLeave}
    />
  );
});

/** Ms to wait before a result is announced. So not every typed letter causes an announcement. */
const ANNOUNCE_DELAY_MS = 800;
/**
 * Ms without a number of rows before the screen says that it is still counting. After a start, the rows of a long table
 * are counted only when its index is loaded.
 */
const COUNTING_DELAY_MS = 300;

interface ResultCountProps {
  readonly resource: Resource;
  readonly result: QueryResult;
  readonly rows: RowsStore;
}

/** The number of rows: "n of m" while filtered. Screen readers announce the number when the query changes. */
function ResultCount({ resource, result, rows }: ResultCountProps) {
  const announce = useAnnounce();
  const isCounting = useLonger(!result.counted, COUNTING_DELAY_MS);
  const filtered = isNarrowed(result.shown);
  const count = resultCount(resource, useShownNumbers(rows, result), {
    isFiltered: filtered,
    isCounted: result.counted,
  });
  const query = JSON.stringify(result.shown);
  const said = useRef<string | null>(null);
  const say = useEffectEvent(() => {
    if (said.current === query) return;
    said.current = query;
    const order = (result.shown.sort ?? []).map(({ field, direction }) => ({
      label: findField(resource, field)?.label ?? field,
      direction,
    }));
    announce(resultSentence(count, filtered, order));
  });
  // The number is announced only after a change of the query, not after a refresh adds a row.
  const told = result.counted ? query : null;
  useEffect(() => {
    if (told === null) return undefined;
    const timer = clock.after(ANNOUNCE_DELAY_MS, () => say());
    return () => timer.stop();
  }, [told]);

  return (
    <span className={classes.count} data-testid="result-count">
      <MarkedSentence text={count} />
      {isCounting && count.length > 0 && <span> · {RESULT.counting}</span>}
    </span>
  );
}
