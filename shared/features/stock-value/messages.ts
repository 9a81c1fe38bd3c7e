import { sentences, texts } from "../../base/text/texts.ts";
import type { ValueGap } from "./valuation.ts";

export const VALUE_LABELS = texts("stockValue.columns", {
  value: "Value",
  currency: "Currency of the value",
  gap: "Not valued because",
  stockValue: "Stock value",
  valueOut: "Value checked out",
  stockCurrency: "Currency of the stock value",
});

export const GAP_LABELS: Readonly<Record<ValueGap, string>> = texts("stockValue.gaps", {
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
});

export const PRICE_LIMITS = sentences("stockValue.limits", {
  bases: "A connection can have {most} confirmed pricing bases.",
  types: "A connection can have {most} material types with a basis of their own.",
});
