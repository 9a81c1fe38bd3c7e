import { VisuallyHidden } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from "react";
import type { Field } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { deferredPart } from "../../base/lazy-part.tsx";
import type { GridHandle, OpenedBy } from "../../grid/grid-table.ts";
import { useConnectionId } from "../../host/host-context.ts";
import { endEarlyPaint } from "../early-paint/paint-early-rows.ts";
import { withRecord, type TableSource } from "../../inventory/exports/export-requests.ts";
import { useTableSource } from "./table-source.ts";
import { useExtensions } from "../extensions.ts";
import { ChipRow } from "../filters/chip-row.tsx";
import { GroupBar } from "../grouping/group-bar.tsx";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";
import { searchOf, type OpenRecord } from "../navigation/open-record.ts";
import { SelectionBar } from "../selection/selection-bar.tsx";
import { selectedQuery } from "../selection/use-selection.ts";
import { clearFilters, countFilters } from "../views/view-state.ts";
import { GridMessage } from "./grid-message.tsx";
import { InventoryGrid } from "./inventory-grid.tsx";
import { useTableModel, type TableModel } from "./table-model.ts";
import { TableStrip } from "./table-strip.tsx";
import { TableToolbar } from "./table-toolbar.tsx";
import classes from "./table.module.css";
import { useSelectionActions, useTableCommands } from "./use-table-commands.ts";
import { useFollowed } from "../../base/use-followed.ts";

const DetailsPanel = deferredPart(() => import("../details/details-panel.tsx"), "DetailsPanel");
const TotalsPanel = deferredPart(() => import("../totals/totals-panel.tsx"), "TotalsPanel");

interface ResourceTableProps {
  readonly resource: Resource;
  readonly record: OpenRecord | null;
}

/** The screen of one resource: search and filters, the grid, and the details of a record next to it. */
export function ResourceTable({ resource, record }: ResourceTableProps) {
  const model = useTableModel(resource);
  const { view, update, result, columns, selection } = model;
  const grid = useRef<GridHandle>(null);
  const opened = useOpenedRecord(resource, record);
  const actions = useSelectionActions(model);
  const numbers = columns.flatMap(({ field }) => (field.kind === "number" ? [field] : []));
  const [showsTotals, setShowsTotals] = useState(false);
  const toggleTotals = (): void => setShowsTotals((now) => !now);
  const selected = selection.count > 0 ? selectedQuery(selection.selection, result.shown) : null;
  const [openLabels] = useExtensions("openLabels");
  const printLabels = openLabels ? () => openLabels({ resource, query: selected ?? result.shown }) : null;
  useTableCommands(model, actions, { totals: numbers.length > 0 ? toggleTotals : null, printLabels });
  const source = useTableSource({ resource, state: view, tableQuery: result.tableQuery, selected, columns });
  const openReference = useOpenReference();
  const lines = useExtensions("Line");
  const goToRows = useCallback(() => grid.current?.focus(0), []);
  useEndOfEarlyPaint(!result.pending && result.lines === 0);

  return (
    <div className={classes.screen}>
      <VisuallyHidden component="h1">{RESOURCE_LABELS[resource]}</VisuallyHidden>
      <section
        className={classes.main}
        aria-label={RESOURCE_LABELS[resource]}
        inert={record?.isFullWidth ?? false}
      >
        <TableHead model={model} source={source} numbers={numbers} grid={grid} onLeave={goToRows} />
        <TableStrip
          model={model}
          verify={actions.verification}
          totals={numbers.length > 0 ? { isShown: showsTotals, toggle: toggleTotals } : null}
        >
          {selection.count > 0 ? (
            <SelectionBar
              rows={selection}
              verifying={actions.verification.verification?.running ?? false}
              onVerify={actions.verify}
              onCopy={actions.copy}
              onLabels={printLabels}
              onClear={() => {
                selection.clear();
                grid.current?.focus(null);
              }}
            />
          ) : (
            lines.map((Line, at) => <Line key={at} resource={resource} onOpen={opened.openFromList} />)
          )}
        </TableStrip>
        <InventoryGrid
          ref={grid}
          model={model}
          openId={record?.id ?? null}
          stamps={actions.verification.stamps}
          requests={{
            onOpen: opened.open,
            onClose: opened.close,
            onOpenReference: openReference,
            onCopy: actions.copy,
            onTotals: () => setShowsTotals(true),
          }}
          message={
            <GridMessage
              resource={resource}
              result={result}
              filters={countFilters(view)}
              onClear={() => update(clearFilters)}
            />
          }
        />
        {showsTotals && numbers.length > 0 && (
          <TotalsPanel resource={resource} fields={numbers} result={result} rows={selection} />
        )}
      </section>
      {record !== null && (
        <RecordDetails model={model} record={record} opened={opened} source={source} grid={grid} />
      )}
    </div>
  );
}

interface TableHeadProps {
  readonly model: TableModel;
  readonly source: TableSource;
  /** The number fields that have a column on screen. */
  readonly numbers: readonly Field[];
  readonly grid: RefObject<GridHandle | null>;
  /** Moves the focus from the search box to the rows. */
  readonly onLeave: () => void;
}

/** The parts above the rows: the toolbar, the filters and the groups. */
function TableHead({ model, source, numbers, grid, onLeave }: TableHeadProps) {
  const { resource, view, update, groups, columns } = model;
  return (
    <>
      <TableToolbar
        model={model}
        source={source}
        onLeave={onLeave}
        onExport={() => grid.current?.applyPendingOrder()}
      />
      <ChipRow
        resource={resource}
        view={view}
        update={update}
        shown={new Set(columns.map(({ field }) => field.name))}
      />
      <GroupBar resource={resource} groups={groups} numbers={numbers} update={update} />
    </>
  );
}

interface RecordDetailsProps extends Pick<TableHeadProps, "model" | "source" | "grid"> {
  readonly record: OpenRecord;
  readonly opened: OpenedRecord;
}

/** The details of the open record. If the user goes to another record, the table scrolls too. */
function RecordDetails({ model: { resource, result }, record, opened, source, grid }: RecordDetailsProps) {
  const [openExport] = useExtensions("openExport");
  const show = (line: number | null): void => {
    if (line !== null) grid.current?.show(line);
  };
  return (
    <DetailsPanel
      resource={resource}
      id={record.id}
      change={record.change}
      isFullWidth={record.isFullWidth}
      onToggleFullWidth={opened.toggleFullWidth}
      query={result.shown}
      groups={result.tableQuery.groups}
      onStep={(id, line) => {
        show(line);
        opened.step(id);
      }}
      onExport={(name) => openExport?.(withRecord(source, record.id, name))}
      takeFocus={opened.takesFocus}
      // Until all rows are counted, the table may be too short to scroll to the record.
      sought={result.counted && !result.pending ? opened.sought : null}
      onFound={(line) => {
        opened.found();
        show(line);
      }}
      onClose={(line) => {
        opened.close();
        grid.current?.focus(line);
      }}
    />
  );
}

function useOpenReference(): (resource: Resource, id: string) => void {
  const navigate = useNavigate();
  const connection = useConnectionId();
  return (to, id) => void navigate({ to: `/${to}`, search: { record: id, connection } });
}

/** Removes the early painted rows once the table is known to be empty. */
function useEndOfEarlyPaint(isEmpty: boolean): void {
  useLayoutEffect(() => {
    if (isEmpty) endEarlyPaint();
  }, [isEmpty]);
}

interface Opened {
  readonly id: string | null;
  /** The record that was last opened from this table. Any other record was opened elsewhere. */
  readonly here: string | null;
  readonly takesFocus: string | null;
  /** A record that was opened elsewhere, until the table has scrolled to it; null for no record. */
  readonly sought: string | null;
}

/** The record whose details are open, and the actions that open and close details. */
interface OpenedRecord extends Pick<Opened, "takesFocus" | "sought"> {
  readonly open: (id: string, by: OpenedBy) => void;
  /** Opens a record from a list above the table, and scrolls the table to it. */
  readonly openFromList: (id: string) => void;
  readonly step: (id: string) => void;
  /** Switches the open details between full width and the side of the table. */
  readonly toggleFullWidth: () => void;
  readonly found: () => void;
  readonly close: () => void;
}

/** Opens and closes the details of the record that the address names. */
function useOpenedRecord(resource: Resource, record: OpenRecord | null): OpenedRecord {
  const id = record?.id ?? null;
  const navigate = useNavigate();
  const connection = useConnectionId();
  const [opened, setOpened] = useFollowed<Opened>({ id, here: id, takesFocus: id, sought: id }, (last) => {
    if (last.id === id) return last;
    // A record that was opened elsewhere takes the focus, because the old focus may be on another screen.
    const fromElsewhere = id !== null && id !== last.here;
    return { ...last, id, here: null, ...(fromElsewhere && { takesFocus: id, sought: id }) };
  });
  const go = (next: OpenRecord, replace: boolean): void =>
    void navigate({ to: `/${resource}`, search: searchOf(next, connection), replace });
  const open = (to: string, by: OpenedBy): void => {
    const isFullWidth = by === "full width";
    setOpened((now) => ({ ...now, here: to, takesFocus: by === "pointer" ? null : to }));
    go({ id: to, change: null, isFullWidth }, isFullWidth && to === id);
  };
  return {
    takesFocus: opened.takesFocus,
    sought: opened.sought,
    open,
    openFromList: (to) => {
      open(to, "keyboard");
      setOpened((now) => ({ ...now, sought: to }));
    },
    step: (to) => {
      setOpened((now) => ({ ...now, here: to, takesFocus: null }));
      // Going to the next record of a table replaces the history entry.
      go({ id: to, change: null, isFullWidth: record?.isFullWidth ?? false }, true);
    },
    toggleFullWidth: () => {
      if (record) go({ ...record, isFullWidth: !record.isFullWidth }, true);
    },
    found: () => setOpened((now) => ({ ...now, sought: null })),
    close: () => {
      if (id !== null) void navigate({ to: `/${resource}`, search: {} });
    },
  };
}
