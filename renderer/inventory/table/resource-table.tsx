import { Button, VisuallyHidden } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { IconSum } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";
import { MAX_VERIFIED } from "../../../shared/contract/verification.ts";
import type { ChipFilter } from "../../../shared/query/field-filter.ts";
import type { Resource } from "../../../shared/domain/resource-names.ts";
import { AfterFirstFrame } from "../../base/after-first-frame.tsx";
import { useInventory } from "../inventory-context.tsx";
import { HistoryButtons } from "../navigation/history-buttons.tsx";
import { deferredPart } from "../../base/lazy-part.tsx";
import { useOffers } from "../../ui/offers.ts";
import type { OpenRecord } from "../navigation/open-record.ts";
import { useOpenRecordWindow } from "../navigation/open-window.ts";
import { useToday } from "../../base/use-today.ts";
import { useLocalCopy, useProfileId } from "../../host/profile-context.tsx";
import { ExportButton } from "../export/export-button.tsx";
import { openExportDialog } from "../export/export-asked.ts";
import { useTableSource, withRecord } from "../export/use-table-source.ts";
import { NewsLine } from "../unseen-changes/news-line.tsx";
import { RESOURCE_WORDS } from "../labels/resource-words.ts";
import { ColumnMenu } from "../columns/column-menu.tsx";
import { useAskingUpdate } from "../query/use-asking-update.ts";
import { RowsStore } from "../query/rows-store.ts";
import { useResult } from "../query/use-result.ts";
import { AddFilter } from "../filters/add-filter.tsx";
import { dropChip, putChip } from "../filters/chip-list.ts";
import { ChipRow } from "../filters/chip-row.tsx";
import { compileQuery } from "../../../shared/views/compile-view.ts";
import { FilterSummary } from "../filters/filter-summary.tsx";
import { GroupBar } from "../grouping/group-bar.tsx";
import { GroupMenu } from "../grouping/group-menu.tsx";
import { useGroups } from "../grouping/use-groups.ts";
import { endFirstRows } from "../early-paint/draw-first-rows.ts";
import { GridMessage } from "./grid-message.tsx";
import type { GridHandle, OpenedBy } from "../../grid/grid-handle.ts";
import { Grid } from "./grid.tsx";
import { useGridTable } from "./use-grid-table.ts";
import type { CopyFormatName } from "../selection/copy-formats.ts";
import { SelectionBar, VerificationOutcome } from "../selection/selection-bar.tsx";
import { selectedQuery } from "../selection/selection.ts";
import { useCopyRows } from "../selection/use-copy-rows.ts";
import { useSelection } from "../selection/use-selection.ts";
import { useVerify } from "../selection/use-verify.ts";
import { ResultCount } from "./result-count.tsx";
import classes from "./table.module.css";
import { TableSearch } from "../filters/table-search.tsx";
import { useView } from "../views/use-view.ts";
import { clearFilters, countFilters } from "../views/view-state.ts";
import { ViewSwitcher } from "../views/view-switcher.tsx";

const DetailsPanel = deferredPart(() =>
  import("../details/details-panel.tsx").then((file) => file.DetailsPanel),
);
const TotalsPanel = deferredPart(() => import("../totals/totals-panel.tsx").then((file) => file.TotalsPanel));

/** One resource's screen: search and filters, the grid, and the details of one record beside it. */
export function ResourceTable({
  resource,
  record,
}: {
  readonly resource: Resource;
  /** The record whose details are open. */
  readonly record: OpenRecord | null;
}) {
  const { views } = useInventory();
  const [view] = useView(resource);
  const { search, chips, sort, grouping } = view;
  const day = useToday();
  const update = useAskingUpdate(resource, day);
  const query = useMemo(
    () => compileQuery({ search, chips, sort, grouping }, day),
    [search, chips, sort, grouping, day],
  );
  const groups = useGroups(resource, query, grouping);
  const result = useResult(resource, groups.listed);
  const [shownRows] = useState(() => new RowsStore(result.listed, result));
  useLayoutEffect(() => {
    if (!result.pending && result.lines === 0) endFirstRows();
  }, [result.pending, result.lines]);
  const table = useGridTable(resource, view, update);
  const rows = useSelection(resource, result.listed, result.total);
  const verify = useVerify(resource);
  const columns = table.getVisibleLeafColumns().flatMap(({ columnDef }) => columnDef.meta ?? []);
  const numbers = columns.flatMap(({ field }) => (field.kind === "number" ? [field] : []));
  const [showsTotals, setShowsTotals] = useState(false);
  const copyRows = useCopyRows(resource, columns);
  const source = useTableSource({
    resource,
    state: view,
    shown: result.shown,
    selected: rows.count > 0 ? selectedQuery(rows.selection, result.shown) : null,
    columns,
  });
  const copy = useLocalCopy();
  const filters = countFilters(view);
  const grid = useRef<GridHandle>(null);
  // A record that is open from the start was asked for on another screen, and the focus was on what asked.
  const [panelTakesFocus, setPanelTakesFocus] = useState(record?.id ?? null);
  /** The record that was asked for elsewhere, and that the table has yet to show. */
  const [sought, setSought] = useState(record?.id ?? null);
  /** The record whose details were opened last, and the one that was asked for here: any other was, elsewhere. */
  const [opened, setOpened] = useState({ last: record?.id ?? null, here: record?.id ?? null });
  if (opened.last !== (record?.id ?? null)) {
    if (record && record.id !== opened.here) {
      setPanelTakesFocus(record.id);
      setSought(record.id);
    }
    setOpened({ last: record?.id ?? null, here: null });
  }
  const navigate = useNavigate();
  const openWindow = useOpenRecordWindow();
  const profile = useProfileId();

  const open = (id: string, by: OpenedBy): void => {
    if (by === "own window") return openWindow(resource, id, result.shown);
    setPanelTakesFocus(by === "keyboard" ? id : null);
    setOpened((now) => ({ ...now, here: id }));
    void navigate({ to: `/${resource}`, search: { record: id, profile } });
  };
  const copySelected = (format: CopyFormatName): void =>
    copyRows(selectedQuery(rows.selection, result.shown), format);
  const verifySelected = async (): Promise<void> => {
    const { selection } = rows;
    if (selection.kind === "ids") return verify.start([...selection.ids]);
    const window = { offset: 0, limit: MAX_VERIFIED };
    const query = selectedQuery(selection, result.shown);
    const answer = await copy.host.queryWindow({ profileId: profile, resource, query, ...window });
    if (!answer.ok) return void notifications.show({ message: answer.error.message, color: "red" });
    return verify.start(answer.value.rows.flatMap(({ id }) => (typeof id === "string" ? [id] : [])));
  };
  const verifying = verify.verification?.running ?? false;
  const canVerify = rows.count > 0 && rows.count <= MAX_VERIFIED && !verifying;
  const ofSelected = (act: () => void): (() => void) | null => (rows.count > 0 ? act : null);
  useOffers({
    clearFilters: filters > 0 || chips.length > 0 ? () => update(clearFilters) : null,
    totals: numbers.length > 0 ? () => setShowsTotals((now) => !now) : null,
    selectAll: result.total > 0 && rows.extent !== "all" ? rows.all : null,
    clearSelection: ofSelected(rows.clear),
    copyTabs: ofSelected(() => copySelected("tabs")),
    copyTabsWithHeader: ofSelected(() => copySelected("tabsWithHeader")),
    copyTable: ofSelected(() => copySelected("table")),
    copyMarkdown: ofSelected(() => copySelected("markdown")),
    copyJson: ofSelected(() => copySelected("json")),
    copyIds: ofSelected(() => copySelected("ids")),
    verifySelected: canVerify ? () => void verifySelected() : null,
  });
  const step = (id: string, line: number | null): void => {
    setPanelTakesFocus(null);
    setOpened((now) => ({ ...now, here: id }));
    if (line !== null) grid.current?.show(line);
    // Leafing through a table is one look at it.
    void navigate({ to: `/${resource}`, search: { record: id, profile }, replace: true });
  };
  // Stable, so that what is above the grid renders again for a change of its own alone.
  const goToRows = useCallback(() => grid.current?.focus(0), []);
  const asked = useCallback(
    () => compileQuery(views.get(profile, resource), day),
    [views, profile, resource, day],
  );
  const setDraft = useCallback(
    (id: string, filter: ChipFilter | null) =>
      update(({ chips, ...view }) => ({
        ...view,
        chips: filter ? putChip(chips, id, filter) : dropChip(chips, id),
      })),
    [update],
  );
  const close = (): void => {
    if (record !== null) void navigate({ to: `/${resource}`, search: {} });
  };

  return (
    <div className={classes.screen}>
      <section className={classes.main} aria-label={RESOURCE_WORDS[resource].title}>
        <VisuallyHidden component="h1">{RESOURCE_WORDS[resource].title}</VisuallyHidden>
        <div className={classes.toolbar}>
          <HistoryButtons />
          <ViewSwitcher resource={resource} state={view} />
          <TableSearch resource={resource} update={update} onLeave={goToRows} />
          <AfterFirstFrame placeholder={<span className={classes.adding} />}>
            <AddFilter resource={resource} others={asked} chips={chips} onDraft={setDraft} />
          </AfterFirstFrame>
          <span className={classes.spacer} />
          <ResultCount resource={resource} result={result} rows={shownRows} />
          <ExportButton source={source} onAsked={() => grid.current?.settle()} />
          <AfterFirstFrame placeholder={<span className={classes.menus} />}>
            <GroupMenu resource={resource} grouping={grouping} update={update} />
            <ColumnMenu resource={resource} arranged={view.columns} density={view.density} update={update} />
          </AfterFirstFrame>
        </div>
        <ChipRow
          resource={resource}
          view={view}
          update={update}
          shown={new Set(columns.map(({ field }) => field.name))}
        />
        <GroupBar resource={resource} groups={groups} update={update} />
        <div className={classes.strip}>
          {rows.count > 0 ? (
            <SelectionBar
              rows={rows}
              verifying={verifying}
              onVerify={() => void verifySelected()}
              onCopy={copySelected}
              onClear={() => {
                rows.clear();
                grid.current?.focus(null);
              }}
            />
          ) : (
            <NewsLine
              resource={resource}
              onOpen={(id) => {
                open(id, "keyboard");
                setSought(id);
              }}
            />
          )}
          <span className={classes.spacer} />
          {verify.verification && <VerificationOutcome verify={verify} verification={verify.verification} />}
          {result.counted && (filters > 0 || view.chips.length > 0) && (
            <FilterSummary
              resource={resource}
              result={result}
              rows={shownRows}
              filters={filters}
              onClear={() => update(clearFilters)}
            />
          )}
          {numbers.length > 0 && (
            <Button
              variant="subtle"
              size="compact-xs"
              leftSection={<IconSum size={14} aria-hidden />}
              aria-expanded={showsTotals}
              onClick={() => setShowsTotals(!showsTotals)}
            >
              Totals
            </Button>
          )}
        </div>
        <Grid
          ref={grid}
          resource={resource}
          table={table}
          view={view}
          update={update}
          result={result}
          store={shownRows}
          groups={groups}
          openId={record?.id ?? null}
          onOpen={open}
          onClose={close}
          onOpenReference={(to, id) => void navigate({ to: `/${to}`, search: { record: id, profile } })}
          rows={rows}
          stamps={verify.stamps}
          onCopy={copySelected}
          onTotals={() => setShowsTotals(true)}
          message={
            <GridMessage
              resource={resource}
              result={result}
              filters={filters}
              onClear={() => update(clearFilters)}
            />
          }
        />
        {showsTotals && numbers.length > 0 && (
          <TotalsPanel resource={resource} fields={numbers} result={result} rows={rows} />
        )}
      </section>
      {record !== null && (
        <DetailsPanel
          resource={resource}
          id={record.id}
          change={record.change}
          query={result.shown}
          groups={result.listed.groups}
          onStep={step}
          onExport={(name) => openExportDialog(withRecord(source, record.id, name))}
          takeFocus={panelTakesFocus}
          // Before all rows are counted, the table is not yet as long as it will be.
          sought={result.counted && !result.pending ? sought : null}
          onFound={(line) => {
            setSought(null);
            if (line !== null) grid.current?.show(line);
          }}
          onClose={(line) => {
            close();
            grid.current?.focus(line);
          }}
        />
      )}
    </div>
  );
}
