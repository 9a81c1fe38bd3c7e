import { joinPieces, type BytePieces } from "../base/byte-pieces.ts";
import { nothingAfter, skipMark, skipSpace, valueEnd } from "./json-members.ts";

/** The parts of a list's text. */
export interface ListParts {
  /** What stands where the array of `data` does; whether it is one is left to who parses it. */
  readonly records: BytePieces;
  /** The text of `meta`. */
  readonly meta: Uint8Array;
}

/** A hundred times what `meta` takes. */
const LONGEST_TAIL = 16_384;
const ENCODER = new TextEncoder();
const DATA = ENCODER.encode('"data"');
const META = ENCODER.encode('"meta"');
const COLON = ":".charCodeAt(0);
const COMMA = ",".charCodeAt(0);
const OPEN_OBJECT = "{".charCodeAt(0);
const CLOSE_OBJECT = "}".charCodeAt(0);
const OPEN_ARRAY = "[".charCodeAt(0);
const CLOSE_ARRAY = "]".charCodeAt(0);

/**
 * The parts of a list that is written as the service writes it, `{"data":[…],"meta":{…}}`, found at its two ends: the
 * next page waits for `meta`, and to walk through a hundred kilobytes of records would cost it a tenth of a millisecond.
 *
 * What a quotation mark opens can only be told from the beginning; but where `"meta"` follows a `]` and a comma, and its
 * value the end of the outermost object, it is either that object's last member, or the text is no JSON, which comes out
 * where the records are parsed. Other members may stand between (`parseRecords` knows).
 * @param text UTF-8.
 * @returns null where the list is written in any other way: `jsonMembers` tells.
 */
export function listEnds(text: BytePieces): ListParts | null {
  const begin = recordsBegin(text[0] ?? new Uint8Array());
  if (begin === -1) return null;
  const { before, tail } = cutTail(text);
  const name = lastName(tail);
  if (name === -1) return null;
  const colon = skipSpace(tail, name + META.length);
  if (tail[colon] !== COLON) return null;
  const value = skipSpace(tail, colon + 1);
  const end = valueEnd(tail, value);
  if (end === -1 || tail[end] !== CLOSE_OBJECT || !nothingAfter(tail, end + 1)) return null;
  const comma = lastOfSpace(tail, name - 1);
  if (tail[comma] !== COMMA) return null;
  const close = lastOfSpace(tail, comma - 1);
  if (tail[close] !== CLOSE_ARRAY || (before.length === 0 && close <= begin)) return null;
  const [first, ...rest] = [...before, tail.subarray(0, close + 1)];
  return { records: first ? [first.subarray(begin), ...rest] : [], meta: tail.subarray(value, end) };
}

/** Where the array of `data` begins, if that is the object's first member; else -1. */
function recordsBegin(text: Uint8Array): number {
  const first = skipSpace(text, skipMark(text));
  if (text[first] !== OPEN_OBJECT) return -1;
  const name = skipSpace(text, first + 1);
  if (!standsAt(text, name, DATA)) return -1;
  const colon = skipSpace(text, name + DATA.length);
  if (text[colon] !== COLON) return -1;
  const begin = skipSpace(text, colon + 1);
  return text[begin] === OPEN_ARRAY ? begin : -1;
}

/** The last pieces as one, of the length that `meta` may have at least, and those before them. */
function cutTail(text: BytePieces): { readonly before: BytePieces; readonly tail: Uint8Array } {
  let from = text.length - 1;
  let length = text[from]?.byteLength ?? 0;
  while (from > 0 && length < LONGEST_TAIL) {
    from -= 1;
    length += text[from]?.byteLength ?? 0;
  }
  return { before: text.slice(0, from), tail: joinPieces(text.slice(from)) };
}

/** Where `"meta"` stands for the last time; -1 where it does not. */
function lastName(tail: Uint8Array): number {
  for (let at = tail.length - META.length; at >= Math.max(0, tail.length - LONGEST_TAIL); at -= 1) {
    if (standsAt(tail, at, META)) return at;
  }
  return -1;
}

function standsAt(text: Uint8Array, at: number, word: Uint8Array): boolean {
  return word.every((byte, index) => text[at + index] === byte);
}

/** The place of the last byte up to `at` that is no space. */
function lastOfSpace(text: Uint8Array, at: number): number {
  let place = at;
  while (text[place] === 0x20 || text[place] === 0x0a || text[place] === 0x0d || text[place] === 0x09)
    place -= 1;
  return place;
}
