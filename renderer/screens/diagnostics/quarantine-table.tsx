import type { Diagnostics } from "../../../shared/contract/diagnostics.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/resource-labels.ts";
import { Moment, RequestId } from "./log-cells.tsx";
import { LogTable, type LogColumn } from "./log-table.tsx";
import { QUARANTINE, quarantineIntro } from "./messages.ts";

type Quarantined = Diagnostics["quarantine"][number];

const COLUMNS: readonly LogColumn<Quarantined>[] = [
  { title: "Last received", cell: ({ seenAt }, now) => <Moment iso={seenAt} now={now} /> },
  { title: "List", cell: ({ resource }) => RESOURCE_LABELS[resource].title },
  {
    title: "Id",
    cell: ({ id }) =>
      id === null ? <span className="sd-dimmed">none</span> : <span className="sd-mono">{id}</span>,
  },
  { title: "Reason", cell: ({ reason }) => reason },
  { title: "Request id", cell: ({ requestId }) => <RequestId id={requestId} /> },
];

interface QuarantineTableProps {
  readonly records: readonly Quarantined[];
  readonly total: number;
}

/** Malformed records, and what is wrong with each. */
export function QuarantineTable({ records, total }: QuarantineTableProps) {
  return (
    <LogTable
      {...QUARANTINE}
      intro={quarantineIntro(records.length, total)}
      columns={COLUMNS}
      rows={records}
      keyOf={({ seenAt }, index) => `${seenAt} ${index}`}
    />
  );
}
