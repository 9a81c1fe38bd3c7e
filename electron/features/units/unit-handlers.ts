import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { UNIT_CALLS } from "../../../shared/features/units/units.ts";
import { readOpenCopy, type OpenCopy } from "../../index/inventory-store.ts";
import { PROPOSE_UNITS } from "./propose-units.ts";

interface UnitHandlerParts {
  readonly connections: { readonly current: OpenCopy };
}

/** The handlers of proposed units. */
export function unitHandlers({ connections: { current } }: UnitHandlerParts) {
  return {
    proposeUnits: ({ connectionId }) =>
      readOpenCopy(current, connectionId, PROPOSE_UNITS, undefined, { kind: "tooFew", items: 0 }),
  } satisfies HandlersOf<typeof UNIT_CALLS>;
}
