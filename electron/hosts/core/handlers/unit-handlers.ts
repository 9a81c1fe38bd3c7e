import type { Handlers } from "../../../../shared/contract/contract.ts";
import type { HandlerParts } from "./handler-parts.ts";

/** The units that a connection's data suggest. */
export function unitHandlers({ connections: { current } }: HandlerParts) {
  return {
    proposeUnits: async ({ profileId }) =>
      current.storeOf(profileId)?.reader.proposeUnits() ?? { kind: "tooFew", items: 0 },
  } satisfies Partial<Handlers>;
}
