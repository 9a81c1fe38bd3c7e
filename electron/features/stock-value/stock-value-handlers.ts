import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { STOCK_VALUE_CALLS } from "../../../shared/features/stock-value/prices.ts";
import type { VALUE_HISTORY_CALLS } from "../../../shared/features/stock-value/value-history.ts";
import type { Clock } from "../../base/clock.ts";
import { readOpenCopy, type OpenCopy } from "../../index/inventory-store.ts";
import { READ_PRICE_BASES } from "./value-columns.ts";
import { READ_TURNOVER, READ_VALUE_CHANGE, READ_VALUE_DAYS } from "./value-history.ts";

interface StockValueHandlerParts {
  readonly connections: { readonly current: OpenCopy };
  readonly options: { readonly clock: Clock };
}

/** The handlers of stock value. */
export function stockValueHandlers({ connections: { current }, options: { clock } }: StockValueHandlerParts) {
  return {
    queryPriceBases: ({ connectionId }) =>
      readOpenCopy(current, connectionId, READ_PRICE_BASES, undefined, []),
    queryValueHistory: ({ connectionId, typeId, days }) =>
      readOpenCopy(current, connectionId, READ_VALUE_DAYS, { typeId, days, now: clock.now() }, []),
    queryValueChange: ({ connectionId }) =>
      readOpenCopy(
        current,
        connectionId,
        READ_VALUE_CHANGE,
        { now: clock.now() },
        { since: null, totals: [], types: [] },
      ),
    queryTurnover: ({ connectionId, days }) =>
      readOpenCopy(
        current,
        connectionId,
        READ_TURNOVER,
        { days, now: clock.now() },
        { observedDays: 0, types: [] },
      ),
  } satisfies HandlersOf<typeof STOCK_VALUE_CALLS & typeof VALUE_HISTORY_CALLS>;
}
