/**
 * Folds a currency for comparison; null for an empty text. Blanks at the ends, repeated blanks and case make no
 * difference. The possible currencies are not specified (specification 2.8), so any other text is a separate currency.
 */
export function foldCurrency(currency: string | null): string | null {
  const folded = (currency ?? "").trim().replaceAll(/\s+/g, " ").toUpperCase();
  return folded === "" ? null : folded;
}

/** Whether a currency has the form of a code that `Intl` formats. `Intl` also accepts unknown codes. */
export const isCurrencyCode = (currency: string): boolean => /^[A-Z]{3}$/.test(currency);

/** The usual number of decimals: of all other currencies, and of a text that is not a code. */
const USUAL_DECIMALS = 2;
/**
 * The codes of ISO 4217 whose minor unit has another number of decimals. The numbers of decimals from `Intl` are not
 * used, because they follow how prices are usually written and differ between versions of the runtime. Stored amounts
 * would then change with the version.
 */
const OTHER_DECIMALS: readonly (readonly [decimals: number, codes: string])[] = [
  [0, "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"],
  [3, "BHD IQD JOD KWD LYD OMR TND"],
  [4, "CLF UYW"],
];
const decimalsOf = new Map(
  OTHER_DECIMALS.flatMap(([decimals, codes]) => codes.split(" ").map((code) => [code, decimals] as const)),
);

/** The number of decimals of a currency's minor unit by ISO 4217: 2 for EUR, 0 for JPY, 2 for an unknown text. */
export const minorDigits = (currency: string): number => decimalsOf.get(currency) ?? USUAL_DECIMALS;

/**
 * Recovers the exact sum of amounts from the inexact sum of their doubles. The error of a million amounts is below half
 * a minor unit if their sum is below 4 × 10^13 with two decimals.
 */
export function exactSum(sum: number, currency: string): number {
  const scale = 10 ** minorDigits(currency);
  return Math.round(sum * scale) / scale;
}
