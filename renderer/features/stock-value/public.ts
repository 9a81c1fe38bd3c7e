// The exports of stock value that other features use.
export { VALUE_CARD } from "./messages.ts";
export { PastValueCard } from "./past-value-card.tsx";
export { useStockValue, valueHistoryQuery, type CurrencyValue } from "./stock-value.ts";
export { ValueCard } from "./value-card.tsx";
