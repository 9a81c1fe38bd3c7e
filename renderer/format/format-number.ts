const formatter = new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 });
const integers = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });

/** A measurement in local digits, without a unit: the specification gives none (2.8). */
export function formatNumber(value: number): string {
  return formatter.format(value);
}

/** A count of things, with the local grouping of digits. */
export function formatCount(value: number): string {
  return integers.format(value);
}
