import { useEvents, useEventState } from "../event-queries.ts";
import { useConnectionApi } from "../../../host/host-context.ts";
import { ConfirmButton } from "../../../ui/confirm-button.tsx";
import { Section } from "../../../ui/section.tsx";
import { EventForm } from "./event-form.tsx";
import { EVENTS, STATE } from "./messages.ts";
import type { EventState } from "../../../../shared/features/webhooks/event-calls.ts";
import { formatDuration } from "../../../base/format-calendar.ts";
import { useNow } from "../../../host/use-now.ts";
import { LIVE_WORDS, refusedSentence } from "../messages.ts";
import { DateTime } from "../../../ui/date-time.tsx";
import classes from "../../../ui/section.module.css";

/** The live events of the open connection: their source and their state. */
export function EventsSection() {
  const events = useEvents();
  const { host, profileId } = useConnectionApi();
  return (
    <Section title={EVENTS.title} intro={EVENTS.intro}>
      {events && (
        <>
          <EventForm key={JSON.stringify(events.settings)} saved={events} />
          {events.settings.source !== "none" && <EventFacts />}
          {events.token !== "none" && (
            <ConfirmButton
              label={EVENTS.forget.label}
              title={EVENTS.forget.title}
              action={() => host.saveEvents({ profileId, settings: events.settings, forget: true })}
            >
              {EVENTS.forget.text}
            </ConfirmButton>
          )}
        </>
      )}
    </Section>
  );
}

/** The state of live events. */
function EventFacts() {
  const state = useEventState();
  const now = useNow(1_000);
  if (!state) return null;
  const [last] = state.recent;
  return (
    <dl className={`${classes.facts} sd-facts sd-num`}>
      <dt>{STATE.state}</dt>
      <dd>
        <span role="status">{state.state && LIVE_WORDS[state.state]}</span>
        {state.problem && <span className="sd-note sd-problem">{state.problem}</span>}
      </dd>
      <dt>{STATE.confirmed}</dt>
      <dd>{state.confirmedAt ? <DateTime iso={state.confirmedAt} now={now} /> : "–"}</dd>
      <dt>{STATE.last}</dt>
      <dd>{last ? <LastEvent event={last} now={now} /> : STATE.noEvent}</dd>
      <dt>{STATE.delay}</dt>
      <dd>{last?.delay == null ? "–" : formatDuration(last.delay)}</dd>
      <dt>{STATE.refused}</dt>
      <dd>{refusedSentence(state.refused)}</dd>
    </dl>
  );
}

function LastEvent({ event, now }: Readonly<{ event: EventState["recent"][number]; now: number }>) {
  return (
    <>
      <span className="sd-mono">{event.type ?? event.id}</span> <DateTime iso={event.receivedAt} now={now} />
    </>
  );
}
