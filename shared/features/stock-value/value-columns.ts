import type { ComputedColumn } from "../../inventory/field.ts";
import { DIMENSIONS } from "../../inventory/stock.ts";
import { VALUE_GAPS, type ValueGap } from "./valuation.ts";

const GAP_LABELS: Readonly<Record<ValueGap, string>> = {
  "no material type": "No material type",
  "no pricing basis": "No pricing basis",
  "basis not confirmed": "Basis not confirmed",
  "no price": "No price",
  "no currency": "No currency",
  "no unit": "No unit set",
  "gross or net not known": "Gross or net not set",
  "no spool weight": "No spool weight",
  "no length": "No length",
  "no weight": "No weight",
  "below zero": "Below zero",
  "too large": "Too large",
};

/** The value and currency of each item in stock, or why it has no value. */
const ITEM_COLUMNS: readonly ComputedColumn[] = [
  {
    name: "value",
    kind: "number",
    label: "Value",
    measuredIn: "valueCurrency",
    isMoney: true,
    resources: ["items"],
    computed: { details: "if set", width: 130 },
  },
  {
    name: "valueCurrency",
    kind: "enum",
    label: "Currency of the value",
    values: [],
    resources: ["items"],
    computed: {},
  },
  {
    name: "valueGap",
    kind: "enum",
    label: "Not valued because",
    values: VALUE_GAPS,
    resources: ["items"],
    computed: { details: "if set", valueLabels: GAP_LABELS },
  },
];

/** The value of each type's and location's stock. All three are empty if its items have several currencies. */
const STOCK_VALUE_COLUMNS: readonly ComputedColumn[] = [
  {
    name: "stockValue",
    kind: "number",
    label: "Stock value",
    measuredIn: "stockCurrency",
    isMoney: true,
    resources: DIMENSIONS,
    computed: { details: "if set", width: 130 },
  },
  {
    name: "valueOut",
    kind: "number",
    label: "Value checked out",
    measuredIn: "stockCurrency",
    isMoney: true,
    resources: DIMENSIONS,
    computed: { details: "if set", width: 150 },
  },
  {
    name: "stockCurrency",
    kind: "enum",
    label: "Currency of the stock value",
    values: [],
    resources: DIMENSIONS,
    computed: {},
  },
];

/** The columns of the stock's value. They are empty until the user has confirmed a pricing basis. */
export const VALUE_COLUMNS: readonly ComputedColumn[] = [...ITEM_COLUMNS, ...STOCK_VALUE_COLUMNS];
