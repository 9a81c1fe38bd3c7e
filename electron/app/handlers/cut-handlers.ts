import type { Handlers } from "../../../shared/contract/contract.ts";
import type { HandlerParts } from "./handler-parts.ts";

/** The cut plans that the user keeps. */
export function cutHandlers({ cutPlans, startup: { opened } }: HandlerParts) {
  return {
    listCutPlans: ({ profileId }) => cutPlans.list(profileId),
    saveCutPlan: (input) => opened.then(() => cutPlans.save(input)),
    deleteCutPlan: (input) => opened.then(() => cutPlans.delete(input)),
  } satisfies Partial<Handlers>;
}
