/** The part of the cut finder's state that its address keeps. */
export interface CutSearch {
  /** The id of a material type. */
  readonly type?: string;
  /** The cuts, with numbers as no locale changes them: a link means the same everywhere. */
  readonly cuts?: string;
  /** Rolls of one location alone. */
  readonly together?: boolean;
}

/** The longest text of cuts. */
export const MAX_CUTS_TEXT = 2_000;

/** Reads the address; unknown values are ignored. */
export function readCutSearch({ type, cuts, together }: Record<string, unknown>): CutSearch {
  return {
    ...(typeof type === "string" && type !== "" ? { type } : {}),
    // The router parses a text that looks like a number as a number.
    ...(typeof cuts === "string" || typeof cuts === "number"
      ? { cuts: String(cuts).slice(0, MAX_CUTS_TEXT) }
      : {}),
    ...(together === true && { together }),
  };
}
