import type { Handlers } from "../../../shared/contract/contract.ts";
import { NO_USUAL_TIMES } from "../../../shared/domain/usual-times.ts";
import type { HandlerParts } from "./handler-parts.ts";

/** Checked-out items: how long they usually are out, and how long they may be. */
export function custodyHandlers({ connections: { current }, custody, startup: { opened } }: HandlerParts) {
  return {
    queryUsualTimes: async ({ profileId }) =>
      current.storeOf(profileId)?.reader.usualTimes(current.serviceNow()) ?? NO_USUAL_TIMES,
    getOutLimits: ({ profileId }) => custody.limits(profileId),
    saveOutLimits: (input) => opened.then(() => custody.saveLimits(input)),
  } satisfies Partial<Handlers>;
}
