import { minorDigits } from "../../inventory/currency.ts";
import { SI_FACTORS, type Unit } from "../../inventory/units.ts";

/** The reasons why an item in stock has no value, in display order. */
export const VALUE_GAPS = [
  "no material type",
  "no pricing basis",
  "basis not confirmed",
  "no price",
  "no currency",
  "no unit",
  "gross or net not known",
  "no spool weight",
  "no length",
  "no weight",
  "below zero",
  "too large",
] as const;
export type ValueGap = (typeof VALUE_GAPS)[number];

/** The amount for which a price is paid: a foot or a pound (specification 2.2). */
export const PRICE_BASES = ["foot", "pound"] as const;
export type PriceBasis = (typeof PRICE_BASES)[number];

/** The rule that values items of a material type; else the reason for no value. */
export type ValueRule =
  | { readonly gap: ValueGap }
  | {
      readonly per: PriceBasis;
      /** The price of one foot or one pound. */
      readonly price: number;
      /** The currency as `foldCurrency` writes it. */
      readonly currency: string;
      /** The unit of the items' lengths or weights. */
      readonly unit: Unit;
      /** The weight of the spool, in `unit`; 0 for net weights and for lengths. */
      readonly spoolWeight: number;
    };

/** An item's value in the minor unit (cents), or the reason for no value. */
export type Valued = { readonly minor: number } | { readonly gap: ValueGap };

/** The unit of each pricing basis: prices are per foot or per pound. */
const PRICED_IN: Readonly<Record<PriceBasis, Unit>> = { foot: "ft", pound: "lb" };

/** The limit of a product's rounding error, as a share: sixteen roundings of a double. A product has ten roundings. */
const ROUNDINGS = 2 ** -49;

/**
 * Makes a function that values items of one material type. The function multiplies amount and price, and rounds half to
 * even. The result is the same as with the exact decimals that the service sent. Doubles suffice unless the product may
 * lie exactly between two results.
 */
export function valuer(rule: ValueRule): (length: number | null, weight: number | null) => Valued {
  if ("gap" in rule) {
    const none: Valued = { gap: rule.gap };
    return () => none;
  }
  const { per, price, currency, unit, spoolWeight } = rule;
  const exponent = minorDigits(currency);
  const perUnit = (SI_FACTORS[unit] / SI_FACTORS[PRICED_IN[per]]) * price * 10 ** exponent;
  const roundings = Math.abs(perUnit) * ROUNDINGS;
  const missing: Valued = { gap: per === "foot" ? "no length" : "no weight" };
  return (length, weight) => {
    const amount = per === "foot" ? length : weight;
    if (amount === null) return missing;
    if (amount < spoolWeight || (price < 0 && amount > spoolWeight)) return { gap: "below zero" };
    const product = (amount - spoolWeight) * perUnit;
    if (product > Number.MAX_SAFE_INTEGER) return { gap: "too large" };
    const error = (Math.abs(amount) + Math.abs(spoolWeight)) * roundings;
    const fromTie = Math.abs(product - Math.floor(product) - 0.5);
    // Adding 0 turns -0 into 0.
    if (fromTie > error) return { minor: Math.round(product) + 0 };
    return { minor: exactMinor(rule, amount, exponent) };
  };
}

/** A decimal number as the service sent it: `digits` × 10^`exponent`. */
interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/**
 * Recovers the decimal number that stood in the JSON. JavaScript writes the shortest decimal of a number, which
 * preserves up to 15 digits.
 */
function decimalOf(value: number): Decimal {
  const [mantissa = "0", power = "0"] = String(value).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  return { digits: BigInt(whole + fraction), exponent: Number(power) - fraction.length };
}

function exactMinor(
  { per, price, unit, spoolWeight }: Extract<ValueRule, { per: PriceBasis }>,
  amount: number,
  exponent: number,
): number {
  const net = difference(decimalOf(amount), decimalOf(spoolWeight));
  const factors = [net, decimalOf(price), decimalOf(SI_FACTORS[unit])];
  const divisor = decimalOf(SI_FACTORS[PRICED_IN[per]]);
  const power = factors.reduce((sum, factor) => sum + factor.exponent, exponent - divisor.exponent);
  const product = factors.reduce((all, factor) => all * factor.digits, 1n);
  const numerator = power > 0 ? product * 10n ** BigInt(power) : product;
  const denominator = power < 0 ? divisor.digits * 10n ** BigInt(-power) : divisor.digits;
  const twice = (numerator % denominator) * 2n;
  const floor = numerator / denominator;
  const isUp = twice > denominator || (twice === denominator && floor % 2n === 1n);
  return Number(isUp ? floor + 1n : floor);
}

function difference(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (value: Decimal): bigint => value.digits * 10n ** BigInt(value.exponent - exponent);
  return { digits: scaled(a) - scaled(b), exponent };
}
