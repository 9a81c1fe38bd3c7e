/**
 * Folds a currency for comparison; null for an empty text. Blanks at its ends, repeated blanks and case do not
 * count. The possible currencies are not specified (specification 2.8), so any other text is a separate
 * currency.
 */
export function foldCurrency(currency: string | null): string | null {
  const folded = (currency ?? "").trim().replaceAll(/\s+/g, " ").toUpperCase();
  return folded === "" ? null : folded;
}

/** Whether a currency has the form of a code that `Intl` formats. `Intl` also accepts unknown codes. */
export const isCurrencyCode = (currency: string): boolean => /^[A-Z]{3}$/.test(currency);

/** The decimals of all other currencies, and of a text that is not a code. */
const USUAL_DECIMALS = 2;
/**
 * The codes of ISO 4217 whose minor unit has other decimals. The digits of `Intl` are not used, because they
 * follow how prices are written and differ between versions of the runtime. Stored amounts would then change
 * with the version.
 */
const OTHER_DECIMALS: readonly (readonly [decimals: number, codes: string])[] = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
];
const decimalsOf = new Map(
  OTHER_DECIMALS.flatMap(([decimals, codes]) => codes.split(" ").map((code) => [code, decimals] as const)),
);

/** The decimals of a currency's minor unit by ISO 4217: 2 for EUR, 0 for JPY, 2 for an unknown text. */
export const minorDigits = (currency: string): number => decimalsOf.get(currency) ?? USUAL_DECIMALS;

/**
 * The exact sum of amounts, from the sum of their doubles. The error of a million amounts is below half a minor
 * unit if their sum is below 4 × 10^13 with two decimals.
 */
export function exactSum(sum: number, currency: string): number {
  const scale = 10 ** minorDigits(currency);
  return Math.round(sum * scale) / scale;
}
