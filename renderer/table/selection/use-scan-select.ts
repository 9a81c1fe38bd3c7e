import { useEffect, useEffectEvent, useState } from "react";
import { useScans } from "../../commands/scans.ts";
import { useConnectionApi, useLive } from "../../host/host-context.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { notInTable, severalRows, SCANS } from "../../inventory/scans/messages.ts";
import { useScanRefusal } from "../../inventory/scans/use-scan-refusal.ts";
import { idsInResult, type RowSelection } from "./use-selection.ts";

/** The mode of a table in which each scan selects its row. */
interface ScanSelect {
  readonly isOn: boolean;
  /** The sentence about the outcome of the last scan. */
  readonly message: string;
  /** Turns the mode on or off; null while scans are not recognised. */
  readonly toggle: (() => void) | null;
}

/** Selects the scanned rows while the mode is on. @param shown the table's query. */
export function useScanSelect(resource: Resource, shown: Query, rows: RowSelection): ScanSelect {
  const { host, connectionId } = useConnectionApi();
  const refuse = useScanRefusal();
  const announce = useAnnounce();
  const isRecognised = useLive(({ settings }) => settings.recogniseScans);
  const [isWanted, setIsWanted] = useState(false);
  const [last, setLast] = useState<{ readonly name: string } | null>(null);
  const message = last === null ? SCANS.now : SCANS.rowSelected({ name: last.name, rows: rows.count });
  const say = useEffectEvent(() => announce(message));
  useEffect(() => {
    if (last !== null) say();
  }, [last]);
  const isOn = isWanted && isRecognised;
  const select = async (text: string): Promise<void> => {
    const found = await valueOrNotice(host.lookUpScan({ connectionId, text, resources: [resource] }));
    if (found === null) return;
    const [record] = found.records;
    if (record === undefined) return refuse(notInTable(text));
    const query = idsInResult(
      found.records.map(({ id }) => id),
      shown,
    );
    const window = { offset: 0, limit: 2 };
    const shownRows = await valueOrNotice(host.queryPage({ connectionId, resource, query, ...window }));
    if (shownRows === null) return;
    const [row, second] = shownRows.rows;
    if (row === undefined) return refuse(notInTable(record.name));
    if (second !== undefined) return refuse(severalRows(text, resource));
    const [id, name] = [String(row["id"]), String(row["name"])];
    rows.add(id);
    setLast({ name });
  };
  useScans(isOn ? ({ text }) => select(text) : null);
  const toggle = (): void => {
    setLast(null);
    setIsWanted(!isOn);
  };
  return { isOn, message, toggle: isRecognised ? toggle : null };
}
