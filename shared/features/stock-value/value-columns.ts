import type { ComputedColumn } from "../../inventory/field.ts";
import { DIMENSIONS } from "../../inventory/stock.ts";
import { GAP_LABELS, VALUE_LABELS } from "./messages.ts";
import { VALUE_GAPS } from "./valuation.ts";

/** The columns with the value and currency of items in stock. An item without a value has the reason. */
const ITEM_COLUMNS: readonly ComputedColumn[] = [
  {
    name: "value",
    kind: "number",
    label: VALUE_LABELS.value,
    measuredIn: "valueCurrency",
    isMoney: true,
    resources: ["items"],
    computed: { details: "if set", width: 130 },
  },
  {
    name: "valueCurrency",
    kind: "enum",
    label: VALUE_LABELS.currency,
    values: [],
    resources: ["items"],
    computed: {},
  },
  {
    name: "valueGap",
    kind: "enum",
    label: VALUE_LABELS.gap,
    values: VALUE_GAPS,
    resources: ["items"],
    computed: { details: "if set", valueLabels: GAP_LABELS },
  },
];

/**
 * The columns with the value of the stock of each type and location. All three columns are empty if the items have
 * several currencies.
 */
const STOCK_VALUE_COLUMNS: readonly ComputedColumn[] = [
  {
    name: "stockValue",
    kind: "number",
    label: VALUE_LABELS.stockValue,
    measuredIn: "stockCurrency",
    isMoney: true,
    resources: DIMENSIONS,
    computed: { details: "if set", width: 130 },
  },
  {
    name: "valueOut",
    kind: "number",
    label: VALUE_LABELS.valueOut,
    measuredIn: "stockCurrency",
    isMoney: true,
    resources: DIMENSIONS,
    computed: { details: "if set", width: 150 },
  },
  {
    name: "stockCurrency",
    kind: "enum",
    label: VALUE_LABELS.stockCurrency,
    values: [],
    resources: DIMENSIONS,
    computed: {},
  },
];

/** The columns with the value of the stock. All of them are empty until the user has confirmed a pricing basis. */
export const VALUE_COLUMNS: readonly ComputedColumn[] = [...ITEM_COLUMNS, ...STOCK_VALUE_COLUMNS];
