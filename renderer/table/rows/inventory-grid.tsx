import {
  useImperativeHandle,
  useMemo,
  useRef,
  useLayoutEffect,
  type ComponentProps,
  type CSSProperties,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type Ref,
  type RefObject,
} from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { GridHandle, OpenedBy } from "../../grid/grid-table.ts";
import { GridHeader } from "../../grid/grid-header.tsx";
import { placeOf } from "../../grid/grid-keys.ts";
import classes from "../../grid/grid.module.css";
import { useColumnDrag } from "../../grid/use-column-drag.ts";
import { EmptyMessage } from "../../ui/empty-message.tsx";
import { PendingNotice } from "../pending-notice.tsx";
import { usePointerActivity } from "../../ui/use-pointer-activity.ts";
import { ROW_HEIGHTS } from "../columns/density.ts";
import { fieldsInUse } from "../filters/chip-list.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";
import type { CopyFormatName } from "../selection/copy-formats.ts";
import { cellTitle } from "../columns/cell-content.ts";
import { columnActions } from "./column-actions.ts";
import { handleGridKey, handleContextMenu, handleGridClick, displayRowActions } from "./grid-handlers.ts";
import { GridPopups, gridPopupControl, useFollowedHeader, useGridPopupState } from "./grid-popups.tsx";
import { GridRows } from "./grid-rows.tsx";
import { PENDING_ORDER, pendingOrderMessage } from "./messages.ts";
import type { TableModel } from "./table-model.ts";
import { useGridView, type GridView } from "./use-grid-view.ts";
import { useTypeAhead } from "./use-type-ahead.ts";

interface GridRequests {
  readonly onOpen: (id: string, by: OpenedBy) => void;
  readonly onClose: () => void;
  readonly onOpenReference: (resource: Resource, id: string) => void;
  readonly onCopy: (format: CopyFormatName) => void;
  readonly onTotals: () => void;
}

interface Props {
  readonly model: TableModel;
  readonly openId: string | null;
  /** When the service last confirmed each record, by id; ms since the epoch. */
  readonly stamps: ReadonlyMap<string, number>;
  readonly requests: GridRequests;
  readonly message: ReactNode;
  readonly ref: Ref<GridHandle>;
}

const TREE = { role: "treegrid" } as const;

/** The grid of a table with any number of rows, for pointer and keyboard. */
export function InventoryGrid({ model, openId, stamps, requests, message, ref }: Props) {
  const { resource, result, selection, grid } = model;
  const frame = useRef<HTMLDivElement>(null);
  const popupState = useGridPopupState();
  const [popup] = popupState;
  const pointer = usePointerActivity();
  const view = useGridView(model, pointer.over || selection.count > 0 || popup !== null);
  const { scroller, rows, columns, focus } = view;
  const follow = useFollowedHeader(view);
  const targets = useTargets(model, view, requests);
  const control = gridPopupControl(view, popupState, follow);
  const drag = useColumnDrag(scroller, (drop) => {
    follow(drop.id);
    targets.columns.drop(drop);
  });
  const fit = (id: string): void => {
    if (scroller.current) targets.columns.fit(id, scroller.current);
  };
  const showTitle = useCellTitles(view);
  const filtered = useMemo(() => fieldsInUse(model.view.chips), [model.view.chips]);
  useTopOfList(scroller, result.shown);
  useGridHandle(ref, view);

  return (
    <div ref={frame} className={classes.frame}>
      <div
        ref={scroller}
        role="grid"
        {...(view.levels.length > 0 && TREE)}
        tabIndex={-1}
        aria-label={RESOURCE_LABELS[resource]}
        aria-rowcount={rows.total + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        aria-busy={result.pending}
        className={classes.scroller}
        style={styleOf(model, view)}
        data-loose={!view.layout.pinned || undefined}
        onKeyDown={(event) => handleGridKey(event, { ...targets, popup: control, follow })}
        onClick={(event) => {
          if (!drag.endedByClick()) handleGridClick(event, { ...targets, popup: control });
        }}
        onContextMenu={(event) => handleContextMenu(event, { view, popup: control })}
        onPointerMove={showTitle}
        onMouseDown={keepTextUnselected}
        onFocus={(event) => noteFocusOf(event.target, view)}
      >
        <div role="rowgroup" className={classes.headerGroup}>
          <GridHeader
            table={grid}
            columns={view.rendered}
            activeColumn={focus.active.row < 0 || rows.total === 0 ? focus.column : null}
            extent={selection.extent}
            filtered={filtered}
            menuOf={popup?.column ?? null}
            drop={drag.drop}
            onPointerDown={drag.onPointerDown}
            onFit={fit}
          />
        </div>
        {rows.total > 0 && (
          <GridRows model={model} view={view} openId={openId} stamps={stamps} handlers={pointer.handlers} />
        )}
      </div>
      {rows.total === 0 && <EmptyMessage>{message}</EmptyMessage>}
      <PendingOrder view={view} frame={frame} handlers={pointer.handlers} />
      <GridPopups
        popup={popup}
        model={model}
        actions={targets.columns}
        onFit={fit}
        onTotals={requests.onTotals}
        onOpenFullWidth={(id) => requests.onOpen(id, "full width")}
        onOpenReference={requests.onOpenReference}
        onChange={control.change}
      />
    </div>
  );
}

const styleOf = (model: TableModel, view: GridView): CSSProperties => ({
  ...view.layout.style,
  ["--sd-row-height" as string]: `${ROW_HEIGHTS[model.view.density]}px`,
});

/** A click that selects rows, or a double click, must not select text as well. */
function keepTextUnselected(event: MouseEvent): void {
  if (event.shiftKey || event.ctrlKey || event.detail > 1) event.preventDefault();
}

function noteFocusOf(target: EventTarget & Element, { focus }: GridView): void {
  const place = placeOf(target);
  if (place) focus.noteFocus(place);
}

function useTargets(model: TableModel, view: GridView, { onOpen, onCopy, onClose }: GridRequests) {
  const { resource, result, grid, update } = model;
  const { focus, rows, rowAt } = view;
  const goTo = (row: number): void => focus.focusCell({ ...focus.active, row });
  const typeAhead = useTypeAhead(resource, result.tableQuery, rows.moves === null ? null : rowAt, goTo);
  const rowActions = displayRowActions(model, view, onOpen);
  return {
    model,
    view,
    rowActions,
    columns: columnActions(resource, grid, update),
    typeAhead,
    onCopy,
    onClose,
  };
}

function useGridHandle(ref: Ref<GridHandle>, { focus, rows }: GridView): void {
  useImperativeHandle(ref, () => ({
    focus: (row) =>
      focus.focusCell(row === null || focus.hasRecord ? focus.active : { ...focus.active, row }),
    show: (row) => {
      rows.virtual.showRow(row);
      focus.noteFocus({ row, column: focus.active.column });
    },
    applyPendingOrder: () => {
      if (rows.moves !== null) rows.apply();
    },
  }));
}

function PendingOrder({
  view: { rows, focus, scroller },
  frame,
  handlers,
}: {
  readonly view: GridView;
  readonly frame: { readonly current: HTMLElement | null };
  readonly handlers: ComponentProps<typeof PendingNotice>["handlers"];
}) {
  if (rows.moves === null) return null;
  return (
    <PendingNotice
      summary={pendingOrderMessage(rows.moves, rows.more)}
      action="apply"
      title={PENDING_ORDER.why}
      handlers={handlers}
      onApply={() => {
        rows.apply();
        // The notice disappears, so the focus must move from the notice to the grid.
        const at = document.activeElement;
        if (frame.current?.contains(at) && !scroller.current?.contains(at)) focus.focusCell(focus.active);
      }}
    />
  );
}

/** Scrolls to the top when the query changes. A refresh of the same query does not scroll. */
function useTopOfList(scroller: RefObject<HTMLElement | null>, list: unknown): void {
  const first = useRef(list);
  useLayoutEffect(() => {
    if (first.current !== list) scroller.current?.scrollTo({ top: 0 });
    first.current = list;
  }, [scroller, list]);
}

/**
 * Sets the tooltip of the cell under the pointer to the cell's exact value. If titles were set while rows are painted,
 * painting would be slower.
 */
function useCellTitles({ columns, rowAt }: GridView): (event: PointerEvent) => void {
  const titled = useRef<HTMLElement | null>(null);
  const entitle = (cell: HTMLElement): void => {
    const place = placeOf(cell);
    const [row, column] = place ? [rowAt(place.row), columns[place.column]] : [];
    const title = row && column && cellTitle(column.spec, row);
    if (title === undefined) cell.removeAttribute("title");
    else cell.setAttribute("title", title);
  };
  // After a scroll, the same element may show another row.
  useLayoutEffect(() => {
    if (titled.current) entitle(titled.current);
  });
  return ({ target }) => {
    const cell =
      target instanceof Element ? target.closest<HTMLElement>('[role="gridcell"][data-cell]') : null;
    if (cell === titled.current) return;
    titled.current?.removeAttribute("title");
    titled.current = cell;
    if (cell) entitle(cell);
  };
}
