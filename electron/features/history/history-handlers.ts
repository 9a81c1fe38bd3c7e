import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { HISTORY_CALLS } from "../../../shared/features/history/history.ts";
import type { Clock } from "../../base/clock.ts";
import { readOpenCopy, type OpenCopy } from "../../index/inventory-store.ts";
import { READ_ACTIVITY, READ_CONSUMPTION, READ_STOCK_HISTORY } from "./stock-history.ts";

interface HistoryHandlerParts {
  readonly connections: { readonly current: OpenCopy };
  readonly options: { readonly clock: Clock };
}

/** The handlers of observed history: stock, consumption and activity, by local days or hours. */
export function historyHandlers({ connections: { current }, options: { clock } }: HistoryHandlerParts) {
  return {
    queryStockHistory: async ({ connectionId, dimension, id, days }) =>
      readOpenCopy(
        current,
        connectionId,
        READ_STOCK_HISTORY,
        { of: { dimension, id }, days, now: clock.now() },
        [],
      ),
    queryConsumption: async ({ connectionId, days }) =>
      readOpenCopy(
        current,
        connectionId,
        READ_CONSUMPTION,
        { days, now: clock.now() },
        { observedDays: 0, types: [] },
      ),
    queryKeptHistory: async ({ connectionId }) =>
      current.storeOf(connectionId)?.reader.keptHistory() ?? { changes: 0, since: null, isFull: false },
    queryActivity: async ({ connectionId, step, spans }) =>
      readOpenCopy(current, connectionId, READ_ACTIVITY, { step, spans, now: current.serviceNow() }, []),
  } satisfies HandlersOf<typeof HISTORY_CALLS>;
}
