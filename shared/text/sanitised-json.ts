/**
 * Deeper than any real view: a group of filters is two levels, and a query may have twenty groups. The bounds keep a hostile
 * file from costing time or memory.
 */
const MAX_DEPTH = 48;
const MAX_PARTS = 50_000;
/** Names that reach into JavaScript's own objects when they are copied carelessly. */
const FORBIDDEN: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/**
 * Checks a value of unknown origin before its shape: nested too deep, too many parts, or a name that no honest file has.
 * Iterative, so that no depth exhausts the stack.
 * @returns what is unsafe, as a part of a sentence; null for a safe value.
 * @security for values from a file, a link or another program.
 */
export function unsafePart(value: unknown): string | null {
  const open: { readonly part: unknown; readonly depth: number }[] = [{ part: value, depth: 0 }];
  let parts = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { part, depth } = next;
    parts += 1;
    if (parts > MAX_PARTS) return "it has too many parts";
    if (typeof part !== "object" || part === null) continue;
    if (depth >= MAX_DEPTH) return "it is nested too deep";
    const names = Object.keys(part);
    if (parts + open.length + names.length > MAX_PARTS) return "it has too many parts";
    for (const name of names) {
      if (FORBIDDEN.has(name)) return `it has a part named “${name}”`;
      open.push({ part: (part as Record<string, unknown>)[name], depth: depth + 1 });
    }
  }
  return null;
}
