import type { Handlers } from "../../../shared/contract/contract.ts";
import type { HandlerParts } from "./handler-parts.ts";

/** The data problems that the user muted. */
export function problemHandlers({ problemMutes, startup: { opened } }: HandlerParts) {
  return {
    getMutes: ({ profileId }) => problemMutes.get(profileId),
    muteProblem: (input) => opened.then(() => problemMutes.mute(input)),
    unmuteProblem: (input) => opened.then(() => problemMutes.unmute(input)),
  } satisfies Partial<Handlers>;
}
