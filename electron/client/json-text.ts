/** The most parts of a JSON answer. A page has about 8,000 parts; a million parts take 300 MB. */
const MAX_PARTS = 1_000_000;
/** The most characters in the path of a fault. */
const MAX_NAME = 60;

/**
 * Counts the parts of a JSON text before it is parsed.
 * @returns true if it has more parts than any answer of this API.
 */
export function hasTooManyParts(text: string): boolean {
  if (text.length <= MAX_PARTS) return false;
  let parts = 0;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(text, at);
        break;
      case 0x2c: // ,
      case 0x3a: // :
      case 0x5b: // [
      case 0x7b: // {
        parts += 1;
        if (parts > MAX_PARTS) return true;
    }
  }
  return false;
}

/** The reason why a text is not JSON. */
export interface JsonFault {
  /** True if the text is valid, but ends too early. */
  readonly isCutOff: boolean;
  /** The place of the fault, such as `data[17].weight`; empty at the top level. It never contains a value. */
  readonly path: string;
  /** The number of characters before the fault. */
  readonly position: number;
}

interface Level {
  readonly isArray: boolean;
  /** The index of the element, or the name of the member. */
  key: number | string;
}

/** A literal or number; below, its beginning at the end of the text. */
const VALUE = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const BEGINNING =
  /(?:t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|n(?:u(?:ll?)?)?|-?(?:0|[1-9]\d*)?\.?\d*(?:[eE][+-]?\d*)?)$/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const BLANKS = /[ \t\n\r]*/y;

/**
 * Finds the first fault in a text that `JSON.parse` refused. It uses an explicit stack, because nesting may be deep.
 */
export function findJsonFault(text: string): JsonFault {
  const levels: Level[] = [];
  let at = 0;
  /** The kind of the next expected token: a value, a member's name, or the sign after a value. */
  let next: "value" | "name" | "after" = "value";
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0] ?? null;
    if (found !== null) at += found.length;
    return found;
  };
  const fault = (): JsonFault => ({
    isCutOff: at >= text.length || isUnfinished(text, at),
    path: pathOf(levels),
    position: at,
  });
  for (;;) {
    take(BLANKS);
    const sign = text[at];
    const level = levels.at(-1);
    if (next === "after") {
      if (!level || (sign !== "," && sign !== (level.isArray ? "]" : "}"))) return fault();
      at += 1;
      if (sign !== ",") levels.pop();
      else if (typeof level.key === "number") level.key += 1;
      next = sign !== "," ? "after" : level.isArray ? "value" : "name";
    } else if (next === "name") {
      const end = validString(text, at);
      if (end === null || !level) return fault();
      level.key = text.slice(at + 1, Math.min(end - 1, at + 1 + MAX_NAME));
      at = end;
      take(BLANKS);
      if (text[at] !== ":") return fault();
      at += 1;
      next = "value";
    } else if (sign === "{" || sign === "[") {
      at += 1;
      levels.push({ isArray: sign === "[", key: sign === "[" ? 0 : "" });
      take(BLANKS);
      const isEmpty = text[at] === (sign === "[" ? "]" : "}");
      if (isEmpty) {
        at += 1;
        levels.pop();
      }
      next = isEmpty ? "after" : sign === "[" ? "value" : "name";
    } else if (sign === '"') {
      const end = validString(text, at);
      if (end === null) return fault();
      at = end;
      next = "after";
    } else {
      if (take(VALUE) === null) return fault();
      next = "after";
    }
  }
}

/** Whether the text ends within the string, number or word that begins at an index. */
function isUnfinished(text: string, at: number): boolean {
  if (text[at] === '"') return endOfString(text, at) >= text.length;
  BEGINNING.lastIndex = at;
  return BEGINNING.test(text);
}

/** The index after the string that begins at an index; null if the string is incomplete or invalid. */
function validString(text: string, begin: number): number | null {
  if (text[begin] !== '"') return null;
  for (let at = begin + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return null;
    if (code !== 0x5c) continue;
    ESCAPE.lastIndex = at;
    const escape = ESCAPE.exec(text)?.[0];
    if (escape === undefined) return null;
    at += escape.length - 1;
  }
  return null;
}

/** The index of the quotation mark that closes a string; the text's length if the string is not closed. */
function endOfString(text: string, begin: number): number {
  for (let end = text.indexOf('"', begin + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === "\\") backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return text.length;
}

function pathOf(levels: readonly Level[]): string {
  const parts = levels.map(({ isArray, key }) => (isArray ? `[${key}]` : `.${key}`));
  const path = parts.slice(0, 6).join("").replace(/^\./, "");
  return parts.length > 6 ? `${path}…` : path;
}
