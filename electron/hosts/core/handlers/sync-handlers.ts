import type { Handlers } from "../../../../shared/contract/contract.ts";
import type { HandlerParts } from "./handler-parts.ts";

/** Refreshing the open profile's copy, whole or by record. */
export function syncHandlers({ connections: { current } }: HandlerParts) {
  return {
    getStatus: () => current.status,
    syncNow: ({ full }) => current.syncNow(full),
    cancelSync: () => current.cancelSync(),
    refreshRecord: (input) => current.refreshRecord(input),
    verifyRecords: (input) => current.verifyRecords(input),
    answerQuestion: (input) => current.answerQuestion(input),
  } satisfies Partial<Handlers>;
}
