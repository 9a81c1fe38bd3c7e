import type { Handlers } from "../../../../shared/contract/contract.ts";
import { NO_USUAL_TIMES } from "../../../../shared/features/custody/usual-times.ts";
import type { HandlerParts } from "./handler-parts.ts";

/** Checked-out items: how long they usually are out, and notes on them. */
export function custodyHandlers({ connections: { current }, itemNotes, startup: { opened } }: HandlerParts) {
  return {
    queryUsualTimes: async ({ profileId }) =>
      current.storeOf(profileId)?.reader.usualTimes() ?? NO_USUAL_TIMES,
    listItemNotes: (input) => itemNotes.list(input),
    saveItemNote: (input) => opened.then(() => itemNotes.save(input)),
    deleteItemNote: (input) => opened.then(() => itemNotes.delete(input)),
  } satisfies Partial<Handlers>;
}
