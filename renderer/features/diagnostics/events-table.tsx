import type { EventState } from "../../../shared/features/webhooks/event-calls.ts";
import { formatDuration } from "../../base/format.ts";
import { useEventState } from "../webhooks/event-queries.ts";
import { OUTCOMES, refusedSentence } from "../webhooks/messages.ts";
import { LogTable, Moment, type LogColumn } from "./log-tables.tsx";
import { EVENTS, HEADINGS, NO_ID, withoutEffect } from "./messages.ts";

type ListedEvent = EventState["recent"][number];

const COLUMNS: readonly LogColumn<ListedEvent>[] = [
  { heading: HEADINGS.received, renderCell: ({ receivedAt }, now) => <Moment iso={receivedAt} now={now} /> },
  { heading: HEADINGS.type, renderCell: ({ type }) => <span className="sd-mono">{type ?? NO_ID}</span> },
  {
    heading: HEADINGS.record,
    renderCell: ({ resourceId }) => <span className="sd-mono">{resourceId ?? "–"}</span>,
  },
  { heading: HEADINGS.outcome, renderCell: ({ outcome }) => OUTCOMES[outcome] },
  {
    heading: HEADINGS.shownAfter,
    isNumber: true,
    renderCell: ({ delay }) => (delay === null ? "–" : formatDuration(delay)),
  },
  { heading: HEADINGS.eventId, renderCell: ({ id }) => <span className="sd-mono">{id}</span> },
];

/** The last live events, and how many deliveries had no effect; nothing if none are followed. */
export function EventsTable() {
  const state = useEventState();
  if (!state?.state) return null;
  return (
    <LogTable {...EVENTS} columns={COLUMNS} rows={state.recent} keyOf={({ id }) => id}>
      <p className="sd-note">{withoutEffect(refusedSentence(state.refused))}</p>
    </LogTable>
  );
}
