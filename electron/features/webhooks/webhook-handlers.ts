import type { Handlers } from "../../../shared/contract/contract.ts";
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
  } satisfies Partial<Handlers>;
}
