import type { ValueRule } from "../../../../../shared/features/stock-value/valuation.ts";

interface RandomItem {
  readonly rule: number;
  readonly length: number;
  readonly weight: number;
}

/** The size of units as integers: lengths in micrometres, weights in tens of nanograms. */
const EXACT = { foot: 304_800n, ft: 304_800n, m: 1_000_000n, yd: 914_400n, cm: 10_000n } as const;
const EXACT_WEIGHT = {
  pound: 45_359_237n,
  lb: 45_359_237n,
  kg: 100_000_000n,
  g: 100_000n,
  t: 100_000_000_000n,
} as const;
const DIGITS = { USD: 2, JPY: 0, KWD: 3 } as const;

/**
 * Makes random items of every combination of basis, currency, unit and weighing. They are the same in every
 * run. Their values are computed with integers only: thousandths of lengths and weights, hundred-thousandths of
 * prices.
 */
export function randomOf(count: number): {
  readonly rules: readonly ValueRule[];
  readonly items: readonly RandomItem[];
  readonly exactly: (rule: number, length: number, weight: number) => bigint;
} {
  let state = 12_345;
  const random = (below: number): number => {
    // Mulberry32.
    state = (state + 0x6d2b79f5) | 0;
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    const again = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((again ^ (again >>> 14)) >>> 0) / 2 ** 32) * below);
  };
  const rules = Object.keys(DIGITS).flatMap((currency) => [
    ...(["ft", "m", "yd", "cm"] as const).map((unit): ValueRule => ({
      per: "foot",
      price: random(500_000) / 100_000,
      currency,
      unit,
      spoolWeight: 0,
    })),
    ...(["lb", "kg", "g", "t"] as const).flatMap((unit) =>
      [0, 1 + random(2_000) / 1_000].map((spoolWeight): ValueRule => ({
        per: "pound",
        price: random(500_000) / 100_000,
        currency,
        unit,
        spoolWeight,
      })),
    ),
  ]);
  const items = Array.from({ length: count }, () => ({
    rule: random(rules.length),
    length: random(1_000_000) / 1_000,
    weight: 4 + random(100_000) / 1_000,
  }));
  return {
    rules,
    items,
    exactly: (at, length, weight) => {
      const rule = rules[at];
      if (!rule || "gap" in rule) throw new Error(`there is no rule ${at}`);
      const thousandths = (value: number): bigint => BigInt(Math.round(value * 1_000));
      const [amount, factor, divisor] =
        rule.per === "foot"
          ? [thousandths(length), EXACT[rule.unit as keyof typeof EXACT], EXACT.foot]
          : [
              thousandths(weight) - thousandths(rule.spoolWeight),
              EXACT_WEIGHT[rule.unit as keyof typeof EXACT_WEIGHT],
              EXACT_WEIGHT.pound,
            ];
      const price = BigInt(Math.round(rule.price * 100_000));
      const digits = DIGITS[rule.currency as keyof typeof DIGITS];
      // The amount is in thousandths, the price in hundred-thousandths.
      return halfEven(amount * factor * price * 10n ** BigInt(digits), divisor * 100_000_000n);
    },
  };
}

function halfEven(numerator: bigint, denominator: bigint): bigint {
  const [whole, rest] = [numerator / denominator, numerator % denominator];
  if (rest * 2n < denominator) return whole;
  return rest * 2n > denominator || whole % 2n === 1n ? whole + 1n : whole;
}
