import { invalidInput } from "../../../shared/domain/errors.ts";
import { MAX_LINE } from "./limits.ts";

/** The message for a sheet whose XML is cut off. */
export const NOT_WHOLE = "A sheet of this workbook is damaged or not whole.";

/**
 * Whole elements of one name, in groups as they arrive. Such elements do not nest. Only an unfinished one is kept in memory.
 * @security linear in the text, however it is cut: an open element is put together once its end is there, and not again
 * with each piece.
 * @throws AppFailure where the XML ends within an element, or one is too large.
 */
export async function* xmlElements(
  texts: AsyncIterable<string>,
  name: string,
): AsyncGenerator<readonly string[]> {
  const open: string[] = [];
  let size = 0;
  /** What has to come before an open element can go on, and the characters before the next piece that could be part of it. */
  let [awaited, edge] = ["", ""];
  for await (const text of texts) {
    open.push(text);
    size += text.length;
    const seam = edge + text;
    if (seam.includes(awaited)) {
      const taken = takeElements(open.join(""), name);
      yield taken.elements;
      open.splice(0, open.length, taken.rest);
      size = taken.rest.length;
      awaited = taken.awaited;
      edge = lastOf(taken.rest, awaited.length - 1);
    } else {
      edge = lastOf(seam, awaited.length - 1);
    }
    if (size > MAX_LINE) throw invalidInput("A row of this workbook is too large.");
  }
  const rest = open.join("");
  if (rest.includes(`<${name} `) || rest.includes(`<${name}>`)) throw invalidInput(NOT_WHOLE);
}

function lastOf(text: string, count: number): string {
  return text.slice(Math.max(0, text.length - Math.max(0, count)));
}

interface Taken {
  readonly elements: readonly string[];
  /** From where an element begins that is not whole yet. */
  readonly rest: string;
  /** What has to come before `rest` has a whole element; "" where anything may be the next of it. */
  readonly awaited: string;
}

/** The whole elements at the beginning of a text, without their closing tags. */
function takeElements(text: string, name: string): Taken {
  const [open, close] = [`<${name}`, `</${name}>`];
  const elements: string[] = [];
  let at = 0;
  for (;;) {
    const begin = text.indexOf(open, at);
    // The name may go on in the next piece.
    if (begin < 0) return { elements, rest: lastOf(text.slice(at), open.length), awaited: "" };
    const head = text.indexOf(">", begin);
    if (head < 0) return { elements, rest: text.slice(begin), awaited: ">" };
    const after = text[begin + open.length] ?? "";
    if (!/[\s>/]/.test(after) || text[head - 1] === "/") {
      if (/[\s/]/.test(after)) elements.push(text.slice(begin, head + 1));
      at = head + 1;
      continue;
    }
    const end = text.indexOf(close, head);
    if (end < 0) return { elements, rest: text.slice(begin), awaited: close };
    elements.push(text.slice(begin, end));
    at = end + close.length;
  }
}
