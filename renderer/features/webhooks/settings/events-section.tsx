import { useEvents } from "../event-queries.ts";
import { useConnectionApi } from "../../../host/host-context.ts";
import { ConfirmButton } from "../../../ui/confirm-button.tsx";
import { Section } from "../../../ui/section.tsx";
import { EventFacts } from "./event-facts.tsx";
import { EventForm } from "./event-form.tsx";
import { EVENTS } from "./messages.ts";

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
