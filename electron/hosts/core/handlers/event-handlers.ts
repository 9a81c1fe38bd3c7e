import type { Handlers } from "../../../../shared/contract/contract.ts";
import type { HandlerParts } from "./handler-parts.ts";

/** How live events are followed (specification 6). */
export function eventHandlers({ liveEvents, startup: { opened } }: HandlerParts) {
  return {
    getEvents: ({ profileId }) => liveEvents.get(profileId),
    saveEvents: (input) => opened.then(() => liveEvents.save(input)),
    testRelay: (input) => liveEvents.testRelay(input),
    tryDelivery: (input) => liveEvents.tryDelivery(input),
    eventState: ({ profileId }) => liveEvents.state(profileId),
  } satisfies Partial<Handlers>;
}
