import { useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { useMemo, type MouseEvent } from "react";
import type { CommandName } from "../../../shared/contract/commands.ts";
import type { Query } from "../../../shared/query/query.ts";
import { RESOURCES, type Resource } from "../../../shared/domain/resource-names.ts";
import { useHost, useLive, useProfileId } from "../../host/host-context.ts";
import { useOpenWindow, useTablesWindow } from "../../inventory/navigation/open-window.ts";
import { useCarryOut, useCommands } from "../use-commands.ts";
import { useTitle } from "../use-title.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/labels.ts";
import { columnsOf } from "../../inventory/columns/column-layout.ts";
import { DEFAULT_VIEW } from "../../inventory/views/view-state.ts";
import { exportDialogs } from "../../inventory/export/export-requests.ts";
import { ExportHost } from "../../inventory/export/export-host.tsx";
import { useTableSource, withRecord } from "../../inventory/export/use-table-source.ts";
import { PrintHost } from "../../inventory/print/print-host.tsx";
import { ThresholdHost } from "../../inventory/low-stock/threshold-host.tsx";
import { NameHost } from "../../inventory/names/name-host.tsx";
import { ScheduleHost } from "../../inventory/schedules/schedule-host.tsx";
import classes from "../../inventory/details/details.module.css";
import { ExportRecordButton, NeighbourButtons } from "../../inventory/details/record-buttons.tsx";
import { readListContext } from "../../inventory/details/read-list-context.ts";
import { CONNECTION_REMOVED, NO_SUCH_RECORD, otherConnection, recordLabel } from "../messages.ts";
import { RecordPlaceholder } from "./record-placeholder.tsx";
import { RecordView } from "../../inventory/details/record-view.tsx";
import { usePreviousNext } from "../../inventory/details/use-previous-next.ts";
import { useVerifiedRecord } from "../../inventory/details/use-verified-record.ts";
import { useWindowEvent } from "@mantine/hooks";

/** A window with the details of one record, which can step through the table that it was opened from. */
export function RecordWindow() {
  const { resource, id } = useParams({ from: "/record/$resource/$id" });
  const { profile, listContext } = useSearch({ from: "/record/$resource/$id" });
  const known = RESOURCES.find((name) => name === resource);
  const query = useMemo(() => (known ? readListContext(known, listContext) : null), [known, listContext]);
  const current = useProfileId();
  useCloseByEscape();
  if (!known) return <RecordPlaceholder>{NO_SUCH_RECORD}</RecordPlaceholder>;
  if (profile !== current) return <OtherConnection profileId={profile ?? ""} />;
  return <OwnWindow key={known} resource={known} id={id} listContext={query} />;
}

function OtherConnection({ profileId }: { readonly profileId: string }) {
  const { profiles } = useLive((live) => live.profiles);
  const name = profiles.find((profile) => profile.profileId === profileId)?.name;
  return (
    <RecordPlaceholder>{name === undefined ? CONNECTION_REMOVED : otherConnection(name)}</RecordPlaceholder>
  );
}

interface OwnWindowProps {
  readonly resource: Resource;
  readonly id: string;
  /** The query of the table from which it was opened; null without one. */
  readonly listContext: Query | null;
}

function OwnWindow({ resource, id, listContext }: OwnWindowProps) {
  const profileId = useProfileId();
  const verified = useVerifiedRecord(resource, id);
  const { record } = verified;
  const name = record?.row["name"];
  const { one } = RESOURCE_LABELS[resource];
  const host = useHost();
  const navigate = useNavigate({ from: "/record/$resource/$id" });
  const neighbours = usePreviousNext({
    resource,
    id,
    query: listContext,
    groups: null,
    record,
    within: null,
    onStep: (next) => {
      void host.showRecord({ id: next });
      void navigate({ params: { resource, id: next }, search: true, replace: true });
    },
  });
  const tables = useTablesWindow();
  const table = useTableSource({
    resource,
    state: DEFAULT_VIEW,
    shown: EVERYTHING,
    selected: null,
    columns: columnsOf(resource).filter(({ shown }) => shown),
  });
  const exportRecord = (): void => exportDialogs.emit(withRecord(table, id, String(name ?? id)));
  const isComing = record === undefined && !verified.problem;
  useTitle(isComing ? undefined : String(name ?? id));
  useRecordCommands({ resource, id, profileId }, exportRecord);
  /** Links lead to screens, and this window has none. */
  const onClickCapture = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    tables({ route: link.hash.slice(1) });
  };
  return (
    <>
      <ExportHost />
      <PrintHost />
      <ScheduleHost />
      <NameHost />
      <ThresholdHost />
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- it only catches what links do, by whichever means */}
      <main
        className={classes.window}
        aria-label={recordLabel(one, String(name ?? id))}
        onClickCapture={onClickCapture}
      >
        <RecordView
          resource={resource}
          id={id}
          verified={verified}
          change={null}
          level={1}
          tools={<ExportRecordButton one={one} disabled={!record} onClick={exportRecord} />}
          actions={listContext && <NeighbourButtons neighbours={neighbours} />}
        />
      </main>
    </>
  );
}

const EVERYTHING = { version: 1 } as const;

/** Commands that this window cannot carry out go to the window with the tables. */
function useRecordCommands(
  {
    resource,
    id,
    profileId,
  }: { readonly resource: Resource; readonly id: string; readonly profileId: string },
  exportRecord: () => void,
): void {
  const carryOut = useCarryOut();
  const tables = useTablesWindow();
  const openWindow = useOpenWindow();
  useCommands((name: CommandName) => {
    switch (name) {
      case "refresh":
        return carryOut(name);
      case "export":
        return exportRecord();
      case "newWindow":
        return openWindow({ to: `/${resource}`, search: { record: id, profile: profileId } });
      case "find":
      case "print":
      case "back":
      case "forward":
        return;
      default:
        tables({ command: name });
    }
  });
}

function useCloseByEscape(): void {
  // Escape closes an open dialog first; after the capture phase, that would already be closed.
  useWindowEvent(
    "keydown",
    ({ key }) => {
      if (key === "Escape" && !document.querySelector("[role=dialog]")) window.close();
    },
    true,
  );
}
