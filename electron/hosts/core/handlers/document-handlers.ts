import type { Handlers } from "../../../../shared/contract/contract.ts";
import type { HandlerParts } from "./handler-parts.ts";

/** The handlers of the users' documents of a connection, saved record by record. */
export function documentHandlers({ documents, startup: { opened } }: HandlerParts) {
  return {
    readRecords: async ({ document, profileId }) =>
      [...(await documents.read(document, profileId))].map(([id, value]) => ({ id, value })),
    saveRecords: ({ document, profileId, records }) =>
      // The contract has checked each value against its document.
      opened.then(() => documents.save(document, profileId, records as never)),
  } satisfies Partial<Handlers>;
}
