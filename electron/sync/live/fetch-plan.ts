/** What events ask for. */
export interface Wanted {
  readonly items: number;
  /** Material types and locations, which an incremental pass does not list. */
  readonly references: number;
  readonly needsPass: boolean;
}

/** What the service is asked for. */
export interface FetchPlan {
  /** Which of the named records are requested one by one. */
  readonly singles: "all" | "references" | "none";
  /** The pass that finds the others. */
  readonly pass: "none" | "items" | "withReferences";
  /** Requests. */
  readonly cost: number;
}

/** With more records than this, one pass is run instead. */
export const MOST_SINGLES = 20;

/**
 * How named records are brought: one by one while they are few and the budget lasts, else by one pass.
 * @param available requests that may be sent now.
 * @param mayFetch false after a 429: then a pass alone.
 * @param referencesCost requests that listing types and locations takes.
 */
export function planFetch(
  { items, references, needsPass }: Wanted,
  available: number,
  mayFetch: boolean,
  referencesCost: number,
): FetchPlan {
  const all = items + references;
  if (mayFetch && !needsPass && all <= Math.min(MOST_SINGLES, available))
    return { singles: "all", pass: "none", cost: all };
  if (references === 0) return { singles: "none", pass: "items", cost: 1 };
  const isFew = references < Math.min(MOST_SINGLES, available);
  // Types and locations alone need no pass of items, but one pass is what lists them.
  return mayFetch && isFew
    ? { singles: "references", pass: "items", cost: 1 + references }
    : { singles: "none", pass: "withReferences", cost: 1 + referencesCost };
}
