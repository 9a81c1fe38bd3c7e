/**
 * Deeper than anything that a view nests: a group of filters is two levels, and the query model takes twenty of them.
 * Bounds below keep a hostile file from costing time or memory.
 */
const MAX_DEPTH = 48;
const MAX_PARTS = 50_000;
/** Names that reach into JavaScript's own objects where somebody copies them carelessly. */
const FORBIDDEN: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/**
 * What is wrong with a value before anybody looks at its shape: nested too deep, too many parts, or a name that no
 * honest file has. Null where nothing is. It keeps a list of its own instead of calling itself, so that no depth
 * exhausts the stack.
 * @security for whatever comes from a file, a link or another program.
 */
export function wildness(value: unknown): string | null {
  const open: { readonly part: unknown; readonly depth: number }[] = [{ part: value, depth: 0 }];
  let parts = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { part, depth } = next;
    parts += 1;
    if (parts > MAX_PARTS) return "it has too many parts";
    if (typeof part !== "object" || part === null) continue;
    if (depth >= MAX_DEPTH) return "it is nested too deep";
    for (const name of Object.keys(part)) {
      if (FORBIDDEN.has(name)) return `it has a part named “${name}”`;
      open.push({ part: (part as Record<string, unknown>)[name], depth: depth + 1 });
    }
  }
  return null;
}
