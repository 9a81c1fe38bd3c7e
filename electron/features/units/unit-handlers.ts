import type { Handlers } from "../../../shared/contract/contract.ts";
import type { OpenCopy } from "../../store/store-client.ts";

interface UnitHandlerParts {
  readonly connections: { readonly current: OpenCopy };
}

/** The units that a connection's data suggest. */
export function unitHandlers({ connections: { current } }: UnitHandlerParts) {
  return {
    proposeUnits: async ({ profileId }) =>
      current.storeOf(profileId)?.reader.proposeUnits() ?? { kind: "tooFew", items: 0 },
  } satisfies Partial<Handlers>;
}
