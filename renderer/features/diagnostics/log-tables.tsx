import type { Call, Diagnostics } from "../../../shared/features/diagnostics/diagnostics.ts";
import { adviseOn } from "../../ui/error-advice.ts";
import { formatCount, formatDuration, formatMoment, formatUtc } from "../../base/format.ts";
import { CALLS, copyRequestId, PASSES, QUARANTINE, quarantineIntro } from "./messages.ts";
import { RESOURCE_LABELS } from "../../table/labels/labels.ts";
import type { ReactNode } from "react";
import { useNow } from "../../host/use-now.ts";
import { Panel } from "./panel.tsx";
import classes from "./diagnostics.module.css";
import { IconCopy } from "@tabler/icons-react";
import { useCopy } from "../../ui/use-copy.ts";

const CALL_COLUMNS: readonly LogColumn<Call>[] = [
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
  return (
    <LogTable {...CALLS} columns={CALL_COLUMNS} rows={calls} keyOf={({ at }, index) => `${at} ${index}`} />
  );
}

function failureOf({ error, reason }: Call): string | null {
  if (error === null) return null;
  return adviseOn({ kind: error, message: "", ...(reason === null ? {} : { reason }) }).title;
}

type Pass = Diagnostics["passes"][number];

const count = (title: string, of: (pass: Pass) => number): LogColumn<Pass> => ({
  title,
  numeric: true,
  cell: (pass) => formatCount(of(pass)),
});

const PASS_COLUMNS: readonly LogColumn<Pass>[] = [
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
  return <LogTable {...PASSES} columns={PASS_COLUMNS} rows={passes} keyOf={({ number }) => String(number)} />;
}

type Quarantined = Diagnostics["quarantine"][number];

const QUARANTINE_COLUMNS: readonly LogColumn<Quarantined>[] = [
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
      columns={QUARANTINE_COLUMNS}
      rows={records}
      keyOf={({ seenAt }, index) => `${seenAt} ${index}`}
    />
  );
}

const MINUTE = 60_000;

/** A column of a log; numeric ones are aligned. */
export interface LogColumn<Row> {
  readonly title: string;
  readonly numeric?: boolean;
  /** @param now ms since the epoch, right to a minute. */
  readonly cell: (row: Row, now: number) => ReactNode;
}

/** A log, newest first, which scrolls within its panel; a sentence if it is empty. */
export function LogTable<Row>({
  title,
  intro,
  empty,
  columns,
  rows,
  keyOf,
  children,
}: {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly empty: string;
  readonly columns: readonly LogColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, index: number) => string;
  /** The content below the table. */
  readonly children?: ReactNode;
}) {
  const now = useNow(MINUTE);
  return (
    <Panel title={title} intro={intro}>
      {rows.length === 0 ? (
        <p className="sd-note">{empty}</p>
      ) : (
        // A region that scrolls must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={classes.scroller} role="region" aria-label={`${title}, table`} tabIndex={0}>
          <table className={classes.table}>
            <thead>
              <tr>
                {columns.map(({ title: heading, numeric }) => (
                  <th key={heading} scope="col" data-numeric={numeric}>
                    {heading}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={keyOf(row, index)}>
                  {columns.map(({ title: heading, numeric, cell }) => (
                    <td key={heading} data-numeric={numeric}>
                      {cell(row, now)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {children}
    </Panel>
  );
}

/** When something happened, to the second; the exact UTC on hover. */
export function Moment({ iso, now }: { readonly iso: string; readonly now: number }) {
  return (
    <time dateTime={iso} title={formatUtc(iso)}>
      {formatMoment(iso, now)}
    </time>
  );
}

/** A request id, copied by a click; a dash if the service gave none. */
export function RequestId({ id }: { readonly id: string | null }) {
  const copy = useCopy();
  if (id === null) return <span className="sd-dimmed">–</span>;
  return (
    <button
      type="button"
      className={classes.requestId}
      title={`Copy ${id}`}
      aria-label={copyRequestId(id)}
      onClick={() => copy(id, "Request id")}
    >
      <span className="sd-mono">{id}</span>
      <IconCopy size={13} aria-hidden />
    </button>
  );
}

/** How something ended; the word says it, the colour only repeats it. */
export function Outcome({ failure }: { readonly failure: string | null }) {
  return (
    <span className={classes.outcome} data-tone={failure === null ? "good" : "bad"}>
      {failure ?? "OK"}
    </span>
  );
}
