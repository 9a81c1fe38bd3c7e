import { describe, expect, it } from "vitest";
import { formatMoney, moneyOfRow } from "../../../../../renderer/inventory/units/money.ts";

describe("amounts of money", () => {
  it.each([
    ["an amount has the decimals of its currency", 41_280.5, "EUR", "€41,280.50"],
    ["yen have no decimals", 1_200, "JPY", "¥1,200"],
    ["dinars of Kuwait have three decimals", 1.25, "KWD", "KWD\u00a01.250"],
    ["an unknown currency follows the amount", 12, "BUCKS", "12.00 BUCKS"],
    ["an amount without a currency has two decimals", 12, null, "12.00"],
    ["the double of a sum is shown as the exact sum", 0.1 + 0.2, "USD", "$0.30"],
  ])("%s", (_title, amount, currency, text) => {
    expect(formatMoney(amount, currency)).toBe(text);
  });

  it("a row's amount is in the row's currency", () => {
    expect(moneyOfRow({ measuredIn: "valueCurrency" }, 5, { id: "a", valueCurrency: "GBP" })).toBe("£5.00");
  });
});
