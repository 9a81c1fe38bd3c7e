import type { HandlersOf } from "../../../shared/contract/calls.ts";
import type { WEBHOOK_CALLS } from "../../../shared/features/webhooks/event-calls.ts";
import type { EventService } from "./event-service.ts";

interface WebhookHandlerParts {
  readonly liveEvents: EventService;
  readonly startup: { readonly opened: Promise<void> };
}

/** How live events are followed (specification 6). */
export function webhookHandlers({ liveEvents, startup: { opened } }: WebhookHandlerParts) {
  return {
    getEvents: ({ profileId }) => liveEvents.get(profileId),
    saveEvents: (input) => opened.then(() => liveEvents.save(input)),
    testRelay: (input) => liveEvents.testRelay(input),
    tryDelivery: (input) => liveEvents.tryDelivery(input),
    eventState: ({ profileId }) => liveEvents.state(profileId),
  } satisfies HandlersOf<typeof WEBHOOK_CALLS>;
}
