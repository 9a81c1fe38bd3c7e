/** Deeper than any call's input: a query's filters nest, a view's groups hold filters. */
const MAX_DEPTH = 64;
/** A workbook of 25,000 rows of 60 cells fits. */
const MAX_PARTS = 2_000_000;

/**
 * Whether an input is small enough for a schema to look at, which goes down by recursion. Iterative; a part that is
 * referred to twice counts twice, as it does for the schema, so that circles and repeated parts end here.
 * @security for whatever a page sends: structured clones can be circular.
 */
export function isBounded(input: unknown): boolean {
  const open: { readonly part: unknown; readonly depth: number }[] = [{ part: input, depth: 0 }];
  let parts = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { part, depth } = next;
    if (typeof part !== "object" || part === null) continue;
    if (depth === MAX_DEPTH) return false;
    const values: readonly unknown[] = Object.values(part);
    parts += values.length;
    if (parts > MAX_PARTS) return false;
    for (const value of values) if (typeof value === "object") open.push({ part: value, depth: depth + 1 });
  }
  return true;
}
