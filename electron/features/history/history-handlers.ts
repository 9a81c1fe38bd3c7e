import type { HandlersOf } from "../../../shared/contract/calls.ts";
import type { HISTORY_CALLS } from "../../../shared/features/history/history-calls.ts";
import type { Clock } from "../../base/clock.ts";
import type { OpenCopy } from "../../store/store-client.ts";

interface HistoryHandlerParts {
  readonly connections: { readonly current: OpenCopy };
  readonly options: { readonly clock: Clock };
}

/** The handlers of observed history: stock, consumption and activity, by local days. */
export function historyHandlers({ connections: { current }, options: { clock } }: HistoryHandlerParts) {
  return {
    queryStockHistory: async ({ profileId, dimension, id, days }) =>
      current.storeOf(profileId)?.reader.stockHistory({ dimension, id }, days, clock.now()) ?? [],
    queryConsumption: async ({ profileId, days }) =>
      current.storeOf(profileId)?.reader.consumption(days, clock.now()) ?? { observedDays: 0, types: [] },
    queryKeptHistory: async ({ profileId }) =>
      current.storeOf(profileId)?.reader.keptHistory() ?? { changes: 0, since: null, isFull: false },
    queryActivity: async ({ profileId, step, spans }) =>
      current.storeOf(profileId)?.reader.activityCounts(step, spans, current.serviceNow()) ?? [],
  } satisfies HandlersOf<typeof HISTORY_CALLS>;
}
