import type { HandlersOf } from "../../../shared/contract/calls.ts";
import type { UNIT_CALLS } from "../../../shared/features/units/unit-proposal.ts";
import type { OpenCopy } from "../../store/store-client.ts";

interface UnitHandlerParts {
  readonly connections: { readonly current: OpenCopy };
}

/** The units that a connection's data suggest. */
export function unitHandlers({ connections: { current } }: UnitHandlerParts) {
  return {
    proposeUnits: async ({ profileId }) =>
      current.storeOf(profileId)?.reader.proposeUnits() ?? { kind: "tooFew", items: 0 },
  } satisfies HandlersOf<typeof UNIT_CALLS>;
}
