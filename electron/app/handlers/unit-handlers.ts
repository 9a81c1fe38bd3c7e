import type { Handlers } from "../../../shared/contract/contract.ts";
import type { HandlerParts } from "./handler-parts.ts";

/** The units of a connection's numbers, and what its data say about them. */
export function unitHandlers({ connections: { current }, units, startup: { opened } }: HandlerParts) {
  return {
    getUnits: ({ profileId }) => units.get(profileId),
    saveUnits: (input) => opened.then(() => units.save(input)),
    proposeUnits: async ({ profileId }) =>
      current.storeOf(profileId)?.reader.proposeUnits() ?? { kind: "tooFew", items: 0 },
  } satisfies Partial<Handlers>;
}
