import { formatCount } from "../../base/format-number.ts";
import { plural } from "../../base/plural.ts";

/**
 * What an order that waits would change.
 * @param moved how many of the rows that are loaded would come, go or change places.
 * @param more how many more rows it has, wherever they are; fewer where it is negative.
 */
export function pendingOrderMessage(moved: number, more: number): string {
  const here = `${plural(moved, "row")} changed`;
  if (more === 0) return here;
  return `${here} here, ${formatCount(Math.abs(more))} ${more > 0 ? "more" : "fewer"} in all`;
}
