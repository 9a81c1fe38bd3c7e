import { VisuallyHidden } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useLayoutEffect, useRef, useState } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { deferredPart } from "../../base/lazy-part.tsx";
import type { GridHandle } from "../../grid/grid-handle.ts";
import { useProfileId } from "../../host/host-context.ts";
import { endEarlyPaint } from "../early-paint/paint-early-rows.ts";
import { useTableSource, withRecord } from "../exports/use-table-source.ts";
import { useExtensions } from "../extensions.ts";
import { ChipRow } from "../filters/chip-row.tsx";
import { GroupBar } from "../grouping/group-bar.tsx";
import { RESOURCE_LABELS } from "../labels/messages.ts";
import type { OpenRecord } from "../navigation/open-record.ts";
import { SelectionBar } from "../selection/selection-bar.tsx";
import { selectedQuery } from "../selection/selection.ts";
import { clearFilters, countFilters } from "../views/view-state.ts";
import { GridMessage } from "./grid-message.tsx";
import { InventoryGrid } from "./inventory-grid.tsx";
import { useTableModel } from "./table-model.ts";
import { TableStrip } from "./table-strip.tsx";
import { TableToolbar } from "./table-toolbar.tsx";
import classes from "./table.module.css";
import { useOpenedRecord } from "./use-opened-record.ts";
import { useSelectionActions, useTableCommands } from "./use-table-commands.ts";

const DetailsPanel = deferredPart(() => import("../details/details-panel.tsx"), "DetailsPanel");
const TotalsPanel = deferredPart(() => import("../totals/totals-panel.tsx"), "TotalsPanel");

interface ResourceTableProps {
  readonly resource: Resource;
  readonly record: OpenRecord | null;
}

/** One resource's screen: search and filters, the grid, and one record's details next to it. */
export function ResourceTable({ resource, record }: ResourceTableProps) {
  const model = useTableModel(resource);
  const { view, update, groups, result, columns, selection } = model;
  const grid = useRef<GridHandle>(null);
  const opened = useOpenedRecord(resource, record);
  const actions = useSelectionActions(model);
  const numbers = columns.flatMap(({ field }) => (field.kind === "number" ? [field] : []));
  const [showsTotals, setShowsTotals] = useState(false);
  const toggleTotals = (): void => setShowsTotals((now) => !now);
  useTableCommands(model, actions, numbers.length > 0 ? toggleTotals : null);
  const selected = selection.count > 0 ? selectedQuery(selection.selection, result.shown) : null;
  const source = useTableSource({ resource, state: view, shown: result.shown, selected, columns });
  const openReference = useOpenReference();
  const [openExport] = useExtensions("openExport");
  const lines = useExtensions("Line");
  const goToRows = useCallback(() => grid.current?.focus(0), []);
  useEndOfEarlyPaint(!result.pending && result.lines === 0);
  const show = (line: number | null): void => {
    if (line !== null) grid.current?.show(line);
  };

  return (
    <div className={classes.screen}>
      <VisuallyHidden component="h1">{RESOURCE_LABELS[resource].title}</VisuallyHidden>
      <section
        className={classes.main}
        aria-label={RESOURCE_LABELS[resource].title}
        inert={record?.isFullWidth ?? false}
      >
        <TableToolbar
          model={model}
          source={source}
          onLeave={goToRows}
          onExport={() => grid.current?.applyPendingOrder()}
        />
        <ChipRow
          resource={resource}
          view={view}
          update={update}
          shown={new Set(columns.map(({ field }) => field.name))}
        />
        <GroupBar resource={resource} groups={groups} numbers={numbers} update={update} />
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
          // Until all rows are counted, the table may be too short to scroll there.
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
      )}
    </div>
  );
}

function useOpenReference(): (resource: Resource, id: string) => void {
  const navigate = useNavigate();
  const profile = useProfileId();
  return (to, id) => void navigate({ to: `/${to}`, search: { record: id, profile } });
}

/** Removes the early painted rows once the table is known to be empty. */
function useEndOfEarlyPaint(isEmpty: boolean): void {
  useLayoutEffect(() => {
    if (isEmpty) endEarlyPaint();
  }, [isEmpty]);
}
