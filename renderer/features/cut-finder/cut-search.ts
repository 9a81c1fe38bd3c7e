/** The state of the cut finder in its address. */
export interface CutSearch {
  /** The id of a material type. */
  readonly type?: string;
  /** The cuts with plain numbers. So a link means the same in every locale. */
  readonly cuts?: string;
  /** Whether all rolls must be in one location. */
  readonly together?: boolean;
}

export const MAX_CUTS_TEXT = 2_000;

/** Reads the address; unknown values are ignored. */
export function readCutSearch({ type, cuts, together }: Record<string, unknown>): CutSearch {
  return {
    ...(typeof type === "string" && type !== "" ? { type } : {}),
    // The router turns a text that looks like a number into a number.
    ...(typeof cuts === "string" || typeof cuts === "number"
      ? { cuts: String(cuts).slice(0, MAX_CUTS_TEXT) }
      : {}),
    ...(together === true && { together }),
  };
}
