import type { EventState } from "../../../shared/features/webhooks/event-calls.ts";
import { formatDuration } from "../../base/format.ts";
import { useEventState } from "../webhooks/event-queries.ts";
import { OUTCOMES, refusedSentence } from "../webhooks/messages.ts";
import { LogTable, Moment, type LogColumn } from "./log-tables.tsx";
import { EVENTS, withoutEffect } from "./messages.ts";

type ListedEvent = EventState["recent"][number];

const COLUMNS: readonly LogColumn<ListedEvent>[] = [
  { title: "Received", cell: ({ receivedAt }, now) => <Moment iso={receivedAt} now={now} /> },
  { title: "Type", cell: ({ type }) => <span className="sd-mono">{type ?? "none"}</span> },
  { title: "Record", cell: ({ resourceId }) => <span className="sd-mono">{resourceId ?? "–"}</span> },
  { title: "Outcome", cell: ({ outcome }) => OUTCOMES[outcome] },
  {
    title: "Shown after",
    numeric: true,
    cell: ({ delay }) => (delay === null ? "–" : formatDuration(delay)),
  },
  { title: "Event id", cell: ({ id }) => <span className="sd-mono">{id}</span> },
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
