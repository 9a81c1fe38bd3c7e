import { Select } from "@mantine/core";
import type { EventState } from "../../../../shared/contract/event-calls.ts";
import { LONGER_INTERVALS } from "../../../../shared/domain/event-settings.ts";
import { formatDuration } from "../../../base/format.ts";
import { useLocalCopy } from "../../../host/host-context.ts";
import { useNow } from "../../../host/use-now.ts";
import {
  announcedSentence,
  LIVE_WORDS,
  missedSentence,
  refusedSentence,
} from "../../../inventory/live-events/messages.ts";
import { useEventState } from "../../../inventory/live-events/event-queries.ts";
import { DateTime } from "../../../ui/date-time.tsx";
import { succeeds } from "../../../ui/notify.tsx";
import classes from "../settings.module.css";
import { intervalLabel, OFFER, STATE } from "./messages.ts";

/** How events come, and the longer interval where they can be relied on. */
export function EventFacts() {
  const state = useEventState();
  const now = useNow(1_000);
  if (!state) return null;
  const { recent, reliability } = state;
  const [last] = recent;
  return (
    <>
      <dl className={`${classes.facts} sd-facts sd-num`}>
        <dt>{STATE.state}</dt>
        <dd>
          <span role="status">{state.state && LIVE_WORDS[state.state]}</span>
          {state.problem && <span className="sd-note sd-problem">{state.problem}</span>}
        </dd>
        {state.listensAt && (
          <>
            <dt>{STATE.listensAt}</dt>
            <dd className="sd-mono">{state.listensAt}</dd>
          </>
        )}
        <dt>{STATE.confirmed}</dt>
        <dd>{state.confirmedAt ? <DateTime iso={state.confirmedAt} now={now} /> : "–"}</dd>
        <dt>{STATE.last}</dt>
        <dd>{last ? <LastEvent event={last} now={now} /> : STATE.noEvent}</dd>
        <dt>{STATE.delay}</dt>
        <dd>{last?.delay == null ? "–" : formatDuration(last.delay)}</dd>
        <dt>{STATE.refused}</dt>
        <dd>{refusedSentence(state.refused)}</dd>
        {reliability && (
          <>
            <dt>{STATE.reliability}</dt>
            <dd>
              {announcedSentence(reliability)}
              {reliability.missed && <span className="sd-note">{missedSentence(reliability.missed)}</span>}
            </dd>
          </>
        )}
      </dl>
      {reliability && (reliability.offersLonger || reliability.longerInterval !== null) && (
        <IntervalChoice longerInterval={reliability.longerInterval} />
      )}
    </>
  );
}

function LastEvent({ event, now }: Readonly<{ event: EventState["recent"][number]; now: number }>) {
  return (
    <>
      <span className="sd-mono">{event.type ?? event.id}</span> <DateTime iso={event.receivedAt} now={now} />
    </>
  );
}

function IntervalChoice({ longerInterval }: { readonly longerInterval: number | null }) {
  const { host, profileId } = useLocalCopy();
  const choices = [
    { value: "", label: OFFER.usual },
    ...LONGER_INTERVALS.map((seconds) => ({ value: String(seconds), label: intervalLabel(seconds) })),
  ];
  return (
    <Select
      label={OFFER.interval}
      description={OFFER.hint}
      data={choices}
      value={longerInterval === null ? "" : String(longerInterval)}
      allowDeselect={false}
      onChange={(choice) =>
        void succeeds(host.setLongerInterval({ profileId, seconds: choice ? Number(choice) : null }))
      }
    />
  );
}
