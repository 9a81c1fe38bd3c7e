/** Where the text of a member's value stands: from `begin` up to, but without, `end`. */
export interface Span {
  readonly begin: number;
  readonly end: number;
}

/** Not allowed in JSON, but no reason to refuse what follows it. */
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const [OPEN_ARRAY, CLOSE_ARRAY] = [0x5b, 0x5d];
const [OPEN_OBJECT, CLOSE_OBJECT] = [0x7b, 0x7d];

/**
 * The members of a JSON object, by where their values stand in its text, without parsing these: of a page only `meta` is
 * wanted at once, and a hundred kilobytes of records go on to the store as they came. Of a name that comes twice the
 * last counts, as with JSON.parse.
 * @param text UTF-8.
 * @returns null where it is not one whole object. Whether the values are JSON is left to who parses them.
 */
export function jsonMembers(text: Uint8Array): ReadonlyMap<string, Span> | null {
  const members = new Map<string, Span>();
  const first = skipSpace(text, skipMark(text));
  if (text[first] !== OPEN_OBJECT) return null;
  let at = skipSpace(text, first + 1);
  if (text[at] === CLOSE_OBJECT) return nothingAfter(text, at + 1) ? members : null;
  for (;;) {
    if (text[at] !== QUOTE) return null;
    const nameEnd = stringEnd(text, at);
    const name = nameEnd === -1 ? null : parseName(text.subarray(at, nameEnd));
    if (name === null) return null;
    const colon = skipSpace(text, nameEnd);
    if (text[colon] !== COLON) return null;
    const begin = skipSpace(text, colon + 1);
    const end = valueEnd(text, begin);
    if (end === -1) return null;
    members.set(name, { begin, end });
    if (text[end] === CLOSE_OBJECT) return nothingAfter(text, end + 1) ? members : null;
    at = skipSpace(text, end + 1);
  }
}

function parseName(quoted: Uint8Array): string | null {
  try {
    return JSON.parse(new TextDecoder().decode(quoted)) as string;
  } catch {
    return null;
  }
}

/** Where the text begins, after the mark that it may begin with. */
export function skipMark(text: Uint8Array): number {
  const hasMark = BYTE_ORDER_MARK.every((byte, index) => text[index] === byte);
  return hasMark ? BYTE_ORDER_MARK.length : 0;
}

/** Where the comma or brace after a value stands; -1 where the text ends before it. @param begin where the value does. */
export function valueEnd(text: Uint8Array, begin: number): number {
  let depth = 0;
  for (let at = begin; at < text.length; at += 1) {
    switch (text[at]) {
      case QUOTE:
        at = stringEnd(text, at) - 1;
        if (at < 0) return -1;
        break;
      case OPEN_ARRAY:
      case OPEN_OBJECT:
        depth += 1;
        break;
      case CLOSE_ARRAY:
        depth -= 1;
        break;
      case CLOSE_OBJECT:
        if (depth === 0) return at;
        depth -= 1;
        break;
      case COMMA:
        if (depth === 0) return at;
        break;
      default:
    }
  }
  return -1;
}

/** The place after a string's closing quote; -1 where there is none. @param at its opening quote. */
function stringEnd(text: Uint8Array, at: number): number {
  for (let place = at + 1; place < text.length; place += 1) {
    const byte = text[place];
    if (byte === QUOTE) return place + 1;
    if (byte === BACKSLASH) place += 1;
  }
  return -1;
}

/** The place of the first byte from `from` on that is no space. */
export function skipSpace(text: Uint8Array, from: number): number {
  let at = from;
  while (text[at] === 0x20 || text[at] === 0x0a || text[at] === 0x0d || text[at] === 0x09) at += 1;
  return at;
}

/** Whether there is nothing but space from `from` on. */
export function nothingAfter(text: Uint8Array, from: number): boolean {
  return skipSpace(text, from) === text.length;
}
