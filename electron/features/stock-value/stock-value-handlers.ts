import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { STOCK_VALUE_CALLS } from "../../../shared/features/stock-value/prices.ts";
import { readOpenCopy, type OpenCopy } from "../../store/store-client.ts";
import { READ_PRICE_BASES } from "./value-columns.ts";

interface StockValueHandlerParts {
  readonly connections: { readonly current: OpenCopy };
}

/** The handlers of stock value. */
export function stockValueHandlers({ connections: { current } }: StockValueHandlerParts) {
  return {
    queryPriceBases: ({ profileId }) => readOpenCopy(current, profileId, READ_PRICE_BASES, undefined, []),
  } satisfies HandlersOf<typeof STOCK_VALUE_CALLS>;
}
