import type { Call } from "../../../shared/contract/diagnostics.ts";
import { adviseOn } from "../../ui/error-advice.ts";
import { formatCount } from "../../base/format-number.ts";
import { Moment, Outcome, RequestId } from "./log-cells.tsx";
import { LogTable, type LogColumn } from "./log-table.tsx";
import { CALLS } from "./messages.ts";

const COLUMNS: readonly LogColumn<Call>[] = [
  { title: "Sent", cell: ({ at }, now) => <Moment iso={at} now={now} /> },
  {
    title: "Call",
    cell: ({ method, path }) => (
      <span className="sd-mono">
        {method} {path}
      </span>
    ),
  },
  { title: "Status", numeric: true, cell: ({ status }) => status ?? "–" },
  { title: "ms", numeric: true, cell: ({ milliseconds }) => formatCount(milliseconds) },
  { title: "Outcome", cell: (call) => <Outcome failure={failureOf(call)} /> },
  { title: "Request id", cell: ({ requestId }) => <RequestId id={requestId} /> },
];

/** The last requests to the service. */
export function CallsTable({ calls }: { readonly calls: readonly Call[] }) {
  return <LogTable {...CALLS} columns={COLUMNS} rows={calls} keyOf={({ at }, index) => `${at} ${index}`} />;
}

function failureOf({ error, reason }: Call): string | null {
  if (error === null) return null;
  return adviseOn({ kind: error, message: "", ...(reason === null ? {} : { reason }) }).title;
}
