import { FILE_PROBLEMS } from "./messages.ts";
import { invalidInput } from "../../../shared/base/errors.ts";

/** The number of bytes that are checked to recognise UTF-16 without a byte order mark. */
const LOOKED_AT = 4_096;
/** Byte order marks. They are also recognised if a program read them as Windows-1252 and saved the text again. */
const MARKS = /^(?:\ufeff|\u00ef\u00bb\u00bf)+/;

/**
 * Decodes a CSV in UTF-8 or UTF-16, and removes byte order marks.
 * @throws AppFailure `invalid_input` for any other encoding.
 */
export function csvText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw invalidInput(FILE_PROBLEMS.notText);
  }
  if (text.includes("\0")) throw invalidInput(FILE_PROBLEMS.otherFile);
  return text.replace(MARKS, "");
}

/** The UTF-16 encoding that a byte order mark names; null if there is no mark. */
export function markedEncoding([first, second]: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

function encodingOf(bytes: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  const marked = markedEncoding(bytes);
  if (marked !== null) return marked;
  // In UTF-16, delimiters, digits and line ends have a zero byte. It is at even places in the big-endian form.
  const zeros = [0, 0];
  for (const [at, byte] of bytes.subarray(0, LOOKED_AT).entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even === odd) return "utf-8";
  return odd > even ? "utf-16le" : "utf-16be";
}
