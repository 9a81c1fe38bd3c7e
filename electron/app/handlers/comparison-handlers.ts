import type { Handlers } from "../../../shared/contract/contract.ts";
import type { HandlerParts } from "./handler-parts.ts";

/** The comparison of an earlier export with the rows of now. */
export function comparisonHandlers({ comparisons }: HandlerParts) {
  return {
    openComparison: async ({ profileId }) => ({ id: await comparisons.choose(profileId) }),
    compareExport: async ({ profileId, exportId }) => ({
      id: await comparisons.ofExport(profileId, exportId),
    }),
    answerComparison: ({ id, rows }) => comparisons.answer(id, rows),
    cancelComparison: ({ id }) => comparisons.cancel(id),
    getComparison: ({ profileId }) => comparisons.get(profileId),
    queryDifferences: ({ id, filter, offset, limit }) => comparisons.differences(id, filter, offset, limit),
  } satisfies Partial<Handlers>;
}
