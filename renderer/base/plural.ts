import { formatCount } from "./format-number.ts";

/** "1 row", "2 rows", "12,000 rows". */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
