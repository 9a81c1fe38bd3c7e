import { describe, expect, it } from "vitest";
import { proposeBasis } from "../../../../../shared/features/stock-value/prices.ts";

const seen = (basis: string | null, perFoot: number, perPound: number) => ({
  basis,
  types: 9,
  perFoot,
  perPound,
});

describe("proposals for a price basis", () => {
  it.each([
    ["the word foot means a price per foot", seen("foot", 5, 0), "foot"],
    ["the words per_lb mean a price per pound", seen("per_lb", 0, 5), "pound"],
    [
      "the word perPound means a price per pound even if some types have both prices",
      seen("perPound", 2, 5),
      "pound",
    ],
    ["the words LINEAR FEET mean a price per foot", seen("LINEAR FEET", 5, 5), "foot"],
    ["an unknown word uses its types' only price", seen("B", 0, 3), "pound"],
    ["types without a basis use their only price", seen(null, 4, 0), "foot"],
    ["an unknown word with both prices is not proposed", seen("B", 2, 3), null],
    ["an unknown word without a price is not proposed", seen("B", 0, 0), null],
    ["words that contradict the prices are not proposed", seen("foot", 0, 5), null],
    ["words for both prices are not proposed", seen("foot or pound", 1, 1), null],
    ["a part of another word does not count", seen("footing", 1, 1), null],
  ] as const)("%s", (_title, basis, meaning) => {
    expect(proposeBasis(basis)).toBe(meaning);
  });
});
