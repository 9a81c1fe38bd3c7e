/** The service gives no precision; further decimals are shown in the tooltip only. */
const MAX_DECIMALS = 4;
const formatter = new Intl.NumberFormat(undefined, { maximumFractionDigits: MAX_DECIMALS });
/** Smaller values would be rounded to zero. */
const SMALLEST = 0.5 / 10 ** MAX_DECIMALS;
const tiny = new Intl.NumberFormat(undefined, { notation: "scientific", maximumSignificantDigits: 3 });
const integers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });

/** A measurement in local digits, without a unit: the specification gives none (2.8). */
export function formatNumber(value: number): string {
  return (value !== 0 && Math.abs(value) < SMALLEST ? tiny : formatter).format(value);
}

const FIGURE_SPACE = "\u2007";
const PUNCTUATION_SPACE = "\u2008";

/** How many decimals a measurement is shown with. */
export function decimalsOf(value: number): number {
  if (Number.isInteger(value)) return 0;
  const text = Math.abs(value).toFixed(MAX_DECIMALS).replace(/0+$/, "");
  return text.length - text.indexOf(".") - 1;
}

/**
 * A measurement padded on the right with blanks as wide as digits, which aligns the decimal marks of a column. Zeros
 * would claim a precision that the service does not give.
 */
export function formatAligned(value: number, decimals: number): string {
  const missing = decimals - decimalsOf(value);
  if (missing <= 0) return formatNumber(value);
  const mark = decimalsOf(value) === 0 ? PUNCTUATION_SPACE : "";
  return formatNumber(value) + mark + FIGURE_SPACE.repeat(missing);
}

/** A count of things, with the local grouping of digits. */
export function formatCount(value: number): string {
  return integers.format(value);
}
