/** The sign before a number's decimals. */
type DecimalMark = "." | ",";

/** One to three digits, a sign, three digits: 1.5 for some, 1500 for others. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;
const FORMS = {
  ".": {
    decimal: /^\d+\.\d+$/,
    grouped: /^\d{1,3}(,\d{3})+\.\d+$|^\d{1,3}(,\d{3}){2,}$/,
    whole: /^(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/,
  },
  ",": {
    decimal: /^\d+,\d+$/,
    grouped: /^\d{1,3}(\.\d{3})+,\d+$|^\d{1,3}(\.\d{3}){2,}$/,
    whole: /^(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/,
  },
} as const;
const MARKS = [".", ","] as const;

/**
 * The numbers that a column of texts has; null for what is none, or may be one of two. What a single cell leaves open, such
 * as "1.500", the other cells decide, if they all have the same decimal mark.
 */
export function readAmounts(texts: readonly string[]): (number | null)[] {
  // Blanks between digits group them in many languages.
  const tidy = texts.map((text) => text.trim().replaceAll(/(?<=\d)\s(?=\d{3}(?:\D|$))/gu, ""));
  const marks = tidy.map(markOf);
  const [common, ...others] = new Set(marks.filter((mark) => mark !== null));
  return tidy.map((text, at) => read(text, marks[at] ?? (others.length === 0 ? common : undefined)));
}

/** The decimal mark that a number by itself shows; null if it has none, or may have either. */
function markOf(text: string): DecimalMark | null {
  if (AMBIGUOUS.test(text)) return null;
  return MARKS.find((mark) => FORMS[mark].decimal.test(text) || FORMS[mark].grouped.test(text)) ?? null;
}

function read(text: string, mark: DecimalMark | undefined): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  if (mark === undefined || !FORMS[mark].whole.test(text)) return null;
  return Number(text.replaceAll(mark === "." ? "," : ".", "").replace(mark, "."));
}
