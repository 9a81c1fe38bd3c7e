import { describe, expect, it } from "vitest";
import { valuer, type ValueRule } from "../../../../../shared/features/stock-value/valuation.ts";
import { foldCurrency, minorDigits } from "../../../../../shared/inventory/currency.ts";
import { randomOf } from "./support.ts";

const FOOT: ValueRule = { per: "foot", price: 1.25, currency: "USD", unit: "ft", spoolWeight: 0 };
const POUND: ValueRule = { per: "pound", price: 2, currency: "EUR", unit: "lb", spoolWeight: 1.5 };

describe("the value of an item", () => {
  it("a length in feet times the price per foot is the value in cents", () => {
    expect(valuer(FOOT)(10, null)).toEqual({ minor: 1_250 });
  });

  it("a length in metres converts to feet exactly", () => {
    expect(valuer({ ...FOOT, unit: "m", price: 0.3048 })(100, null)).toEqual({ minor: 10_000 });
  });

  it("a gross weight is valued without the spool", () => {
    expect(valuer(POUND)(null, 11.5)).toEqual({ minor: 2_000 });
  });

  it.each([
    ["a length or price of zero is a value of zero", FOOT, 0, 0],
    ["half a cent is rounded to the even cent below it", { ...FOOT, price: 0.005 }, 1, 0],
    ["half a cent is rounded to the even cent above it", { ...FOOT, price: 0.015 }, 1, 2],
    // As doubles 1.005 × 1 × 100 is 100.49999999999999, and 2.675 × 100 is 267.49999999999994.
    ["half a cent is a tie even if its double is slightly less", { ...FOOT, price: 1.005 }, 1, 100],
    ["half a cent above an odd cent is rounded up", { ...FOOT, price: 2.675 }, 1, 268],
    ["a yen has no decimals", { ...FOOT, currency: "JPY", price: 2.5 }, 1, 2],
    ["a dinar of Kuwait has three decimals", { ...FOOT, currency: "KWD", price: 0.0025 }, 1, 2],
    ["a negative price of nothing is a value of zero", { ...FOOT, price: -1 }, 0, 0],
  ])("%s", (_title, rule, length, minor) => {
    expect(valuer(rule as ValueRule)(length, null)).toEqual({ minor });
  });

  it.each<[string, ValueRule, number | null, number | null, string]>([
    ["an item without a length has no value", FOOT, null, 5, "no length"],
    ["an item without a weight has no value", POUND, 5, null, "no weight"],
    ["a weight below that of its spool has no value", POUND, null, 1, "below zero"],
    ["a negative length has no value", FOOT, -1, null, "below zero"],
    ["a negative price has no value", { ...FOOT, price: -1 }, 1, null, "below zero"],
    ["an amount too large for exact cents has no value", { ...FOOT, price: 1e15 }, 1e3, null, "too large"],
    ["an item of a type without a value has no value", { gap: "no currency" }, 1, 1, "no currency"],
  ])("%s", (_title, rule, length, weight, gap) => {
    expect(valuer(rule)(length, weight)).toEqual({ gap });
  });

  it("a million values equal an independent exact computation", () => {
    const { rules, items, exactly } = randomOf(1_000_000);
    const values = rules.map((rule) => valuer(rule));
    const differing = items.filter(({ rule, length, weight }) => {
      const valued = values[rule]?.(length, weight);
      const exact = exactly(rule, length, weight);
      return !valued || !("minor" in valued) || BigInt(valued.minor) !== exact;
    });
    expect(differing).toEqual([]);
    expect(new Set(items.map(({ rule }) => rule)).size).toBe(rules.length);
  });

  it("a sum of doubles rounds to the exact sum of a million amounts", () => {
    const { rules, items, exactly } = randomOf(1_000_000);
    for (const currency of ["USD", "JPY", "KWD"]) {
      const own = items.filter(({ rule }) => (rules[rule] as { currency: string }).currency === currency);
      const scale = 10 ** minorDigits(currency);
      const cents = own.map(({ rule, length, weight }) => exactly(rule, length, weight));
      const doubles = cents.reduce((sum, cent) => sum + Number(cent) / scale, 0);
      expect(BigInt(Math.round(doubles * scale))).toBe(cents.reduce((sum, cent) => sum + cent, 0n));
    }
  });
});

describe("spool weights below zero", () => {
  it("an amount between two cents is rounded half to even", () => {
    const rule: ValueRule = { per: "pound", price: 1.5, currency: "USD", unit: "lb", spoolWeight: -56.11 };
    expect(valuer(rule)(null, -17.68)).toEqual({ minor: 5_764 });
  });
});

describe("comparing currencies", () => {
  it("currencies are compared without case and extra spaces", () => {
    expect([" eur ", "EUR", "Us  d", "€"].map(foldCurrency)).toEqual(["EUR", "EUR", "US D", "€"]);
  });

  it("an empty currency counts as no currency", () => {
    expect([null, "", "  "].map(foldCurrency)).toEqual([null, null, null]);
  });

  it("a currency has its ISO 4217 decimals, or two decimals if the currency is unknown", () => {
    const currencies = ["EUR", "JPY", "KWD", "HUF", "IQD", "CLF", "€", "XYZ", "US D"];
    expect(currencies.map(minorDigits)).toEqual([2, 0, 3, 2, 3, 4, 2, 2, 2]);
  });
});
