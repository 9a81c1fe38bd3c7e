import type { Diagnostics } from "../../../shared/contract/diagnostics.ts";
import { formatDuration } from "../../base/format-age.ts";
import { formatCount } from "../../base/format-number.ts";
import { Moment, Outcome, RequestId } from "./log-cells.tsx";
import { LogTable, type LogColumn } from "./log-table.tsx";
import { PASSES } from "./messages.ts";

type Pass = Diagnostics["passes"][number];

const count = (title: string, of: (pass: Pass) => number): LogColumn<Pass> => ({
  title,
  numeric: true,
  cell: (pass) => formatCount(of(pass)),
});

const COLUMNS: readonly LogColumn<Pass>[] = [
  { title: "Began", cell: ({ startedAt }, now) => <Moment iso={startedAt} now={now} /> },
  { title: "Kind", cell: ({ mode }) => (mode === "full" ? "Full" : "Changes") },
  { title: "Took", numeric: true, cell: ({ milliseconds }) => formatDuration(milliseconds) },
  count("Requests", ({ requests }) => requests),
  count("Records", ({ seen }) => seen),
  count("Written", ({ written }) => written),
  count("Changes", ({ changes }) => changes),
  count("Set aside", ({ quarantined }) => quarantined),
  { title: "Outcome", cell: ({ failure }) => <Outcome failure={failure} /> },
  { title: "Request id", cell: ({ requestId }) => <RequestId id={requestId} /> },
];

/** How the last passes went. */
export function PassesTable({ passes }: { readonly passes: readonly Pass[] }) {
  return <LogTable {...PASSES} columns={COLUMNS} rows={passes} keyOf={({ number }) => String(number)} />;
}
