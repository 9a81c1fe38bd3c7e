/** The value of a JSON text from an unknown source; null if it is missing or not JSON. */
export function parseJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}

/** Limits for a value of unknown origin. */
export interface ValueLimits {
  readonly depth: number;
  readonly parts: number;
  /** The most parts of one list or object; if absent, only the total number of parts (`parts`) is limited. */
  readonly width?: number;
  readonly forbidden: ReadonlySet<string>;
}

/** Deeper than any real view: a group of filters has two levels, and a query may have twenty groups. */
const FILE_LIMITS: ValueLimits = {
  depth: 48,
  parts: 50_000,
  // Names that would change JavaScript's own objects if code copied them without a check.
  forbidden: new Set(["__proto__", "constructor", "prototype"]),
};

/**
 * Checks a value of unknown origin before its schema. The function finds too deep nesting, too many parts, and
 * dangerous names. It is iterative, so that no depth exhausts the stack. A part that occurs twice counts twice, so the
 * check of a circular value ends too.
 * @param limits the limits of a file by default, so that checking a hostile file costs little time and memory.
 * @returns the problem, as a part of a sentence; null for a safe value.
 * @security checks values from a file, a link or another program.
 */
export function unsafePart(
  value: unknown,
  { depth: maxDepth, parts: maxParts, width = maxParts, forbidden }: ValueLimits = FILE_LIMITS,
): string | null {
  const open: { readonly part: unknown; readonly depth: number }[] = [{ part: value, depth: 0 }];
  let parts = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { part, depth } = next;
    parts += 1;
    if (parts > maxParts) return "it has too many parts";
    // JSON has no bigint, so code that stores or writes a bigint would fail later.
    if (typeof part === "bigint") return "it is not plain data";
    if (typeof part !== "object" || part === null) continue;
    if (depth >= maxDepth) return "it is nested too deep";
    // Listing the names of byte arrays or of arrays with holes would exceed every limit of time and memory.
    if (ArrayBuffer.isView(part) || isBoxedText(part)) return "it is not plain data";
    if (Array.isArray(part) && part.length > width) return "it has too many parts";
    const names = Object.keys(part);
    if (names.length > width) return "it has too many parts";
    if (parts + open.length + names.length > maxParts) return "it has too many parts";
    for (const name of names) {
      if (forbidden.has(name)) return `it has a part named “${name}”`;
      open.push({ part: (part as Record<string, unknown>)[name], depth: depth + 1 });
    }
  }
  return null;
}

/** A String object, which has a name for each of its characters. Structured clone keeps it as an object. */
function isBoxedText(part: object): boolean {
  return Object.prototype.toString.call(part) === "[object String]";
}
