import type { Diagnostics } from "../../../shared/features/diagnostics/diagnostics.ts";
import type { Call } from "../../../shared/inventory/call.ts";
import { adviseOn } from "../../ui/error-advice.ts";
import { formatDuration } from "../../base/format-calendar.ts";
import { formatCount, formatMoment, formatUtc } from "../../base/format.ts";
import { CALLS, HEADINGS, PASS_KINDS, PASSES, QUARANTINE, quarantineIntro, LOG } from "./messages.ts";
import { RESOURCE_LABELS } from "../../inventory/labels/messages.ts";
import type { ReactNode } from "react";
import { useNow } from "../../host/use-now.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Panel } from "./panel.tsx";
import classes from "./diagnostics.module.css";
import { IconCopy } from "@tabler/icons-react";
import { useCopy } from "../../ui/use-copy.ts";
import { TABLE } from "../../ui/messages.ts";

const CALL_COLUMNS: readonly LogColumn<Call>[] = [
  { heading: HEADINGS.sent, renderCell: ({ at }, now) => <Moment iso={at} now={now} /> },
  {
    heading: HEADINGS.call,
    renderCell: ({ method, path }) => (
      <span className="sd-mono">
        {method} {path}
      </span>
    ),
  },
  { heading: HEADINGS.status, isNumber: true, renderCell: ({ status }) => status ?? "–" },
  {
    heading: HEADINGS.milliseconds,
    isNumber: true,
    renderCell: ({ milliseconds }) => formatCount(milliseconds),
  },
  { heading: HEADINGS.outcome, renderCell: (call) => <Outcome failure={failureOf(call)} /> },
  { heading: HEADINGS.requestId, renderCell: ({ requestId }) => <RequestId id={requestId} /> },
];

/** The table of the last requests to the service. */
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

const count = (heading: string, of: (pass: Pass) => number): LogColumn<Pass> => ({
  heading,
  isNumber: true,
  renderCell: (pass) => formatCount(of(pass)),
});

const PASS_COLUMNS: readonly LogColumn<Pass>[] = [
  { heading: HEADINGS.began, renderCell: ({ startedAt }, now) => <Moment iso={startedAt} now={now} /> },
  { heading: HEADINGS.kind, renderCell: ({ mode }) => PASS_KINDS[mode] },
  { heading: HEADINGS.took, isNumber: true, renderCell: ({ milliseconds }) => formatDuration(milliseconds) },
  count(HEADINGS.requests, ({ requests }) => requests),
  count(HEADINGS.records, ({ seen }) => seen),
  count(HEADINGS.written, ({ written }) => written),
  count(HEADINGS.changes, ({ changes }) => changes),
  count(HEADINGS.setAside, ({ quarantined }) => quarantined),
  { heading: HEADINGS.outcome, renderCell: ({ failure }) => <Outcome failure={failure} /> },
  { heading: HEADINGS.requestId, renderCell: ({ requestId }) => <RequestId id={requestId} /> },
];

/** The table of the last passes and their outcomes. */
export function PassesTable({ passes }: { readonly passes: readonly Pass[] }) {
  return <LogTable {...PASSES} columns={PASS_COLUMNS} rows={passes} keyOf={({ number }) => String(number)} />;
}

type Quarantined = Diagnostics["quarantine"][number];

const QUARANTINE_COLUMNS: readonly LogColumn<Quarantined>[] = [
  { heading: HEADINGS.lastReceived, renderCell: ({ seenAt }, now) => <Moment iso={seenAt} now={now} /> },
  { heading: HEADINGS.list, renderCell: ({ resource }) => RESOURCE_LABELS[resource] },
  {
    heading: HEADINGS.id,
    renderCell: ({ id }) =>
      id === null ? <span className="sd-dimmed">{LOG.noId}</span> : <span className="sd-mono">{id}</span>,
  },
  { heading: HEADINGS.reason, renderCell: ({ reason }) => reason },
  { heading: HEADINGS.requestId, renderCell: ({ requestId }) => <RequestId id={requestId} /> },
];

interface QuarantineTableProps {
  readonly records: readonly Quarantined[];
  readonly total: number;
}

/** The table of malformed records and their problems. */
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

/** A column of a log. */
export interface LogColumn<Row> {
  readonly heading: string;
  readonly isNumber?: boolean;
  /** @param now ms since the epoch, exact to a minute. */
  readonly renderCell: (row: Row, now: number) => ReactNode;
}

/** A log, the newest entry first, which scrolls within its panel. If the log is empty, a sentence says so. */
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
        <div
          className={classes.scroller}
          role="region"
          aria-label={TABLE.region({ label: title })}
          // A region that scrolls must be reachable by keyboard.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
        >
          <DataTable
            columns={columns.map((column) => ({
              ...column,
              key: column.heading,
              renderCell: (row: Row) => column.renderCell(row, now),
            }))}
            rows={rows}
            keyOf={keyOf}
            rowHeader={null}
            isInset
            className={classes.table}
          />
        </div>
      )}
      {children}
    </Panel>
  );
}

/** An instant to the second. Hovering over it shows the exact UTC time. */
export function Moment({ iso, now }: { readonly iso: string; readonly now: number }) {
  return (
    <time dateTime={iso} title={formatUtc(iso)}>
      {formatMoment(iso, now)}
    </time>
  );
}

/** A request id. A click copies it; a dash means that the service gave no id. */
export function RequestId({ id }: { readonly id: string | null }) {
  const copy = useCopy();
  if (id === null) return <span className="sd-dimmed">–</span>;
  return (
    <button
      type="button"
      className={classes.requestId}
      title={LOG.copy({ text: id })}
      aria-label={LOG.copyRequestId({ id })}
      onClick={() => copy(id, HEADINGS.requestId)}
    >
      <span className="sd-mono">{id}</span>
      <IconCopy size={13} aria-hidden />
    </button>
  );
}

/** An outcome as text. Its colour only repeats the text. */
export function Outcome({ failure }: { readonly failure: string | null }) {
  return (
    <span className={classes.outcome} data-tone={failure === null ? "good" : "bad"}>
      {failure ?? LOG.succeeded}
    </span>
  );
}
