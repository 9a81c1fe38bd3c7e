/** The sign that separates a number's decimals. */
type DecimalMark = "." | ",";

/** One to three digits, a mark, three digits: 1.5 or 1500, depending on the locale. */
const AMBIGUOUS_NUMBER = /^[1-9]\d{0,2}[.,]\d{3}$/;
const FORMS = {
  ".": {
    decimal: /^\d+\.\d+$/,
    // In India, the digits before the last three are grouped in pairs.
    grouped: /^\d{1,3}(,\d{3})+\.\d+$|^\d{1,3}(,\d{3}){2,}$|^\d{1,2}(,\d{2})+,\d{3}(\.\d+)?$/,
    whole: /^(\d+|\d{1,3}(,\d{3})+|\d{1,2}(,\d{2})+,\d{3})(\.\d+)?$/,
  },
  ",": {
    decimal: /^\d+,\d+$/,
    grouped: /^\d{1,3}(\.\d{3})+,\d+$|^\d{1,3}(\.\d{3}){2,}$/,
    whole: /^(\d+|\d{1,3}(\.\d{3})+)(,\d+)?$/,
  },
} as const;
const MARKS = [".", ","] as const;

/**
 * Reads the numbers of a column; null for a text that is ambiguous or not a number. "1.500" is ambiguous unless the
 * other cells show the column's decimal mark.
 */
export function readAmounts(texts: readonly string[]): (number | null)[] {
  // Many languages group digits by blanks, Switzerland groups them by apostrophes.
  const tidy = texts.map((text) => text.trim().replaceAll(/(?<=\d)[\s'’](?=\d{3}(?:\D|$))/gu, ""));
  const marks = tidy.map(markOf);
  const [common, ...others] = new Set(marks.filter((mark) => mark !== null));
  return tidy.map((text, at) => read(text, marks[at] ?? (others.length === 0 ? common : undefined)));
}

/** The decimal mark of a number; null if the number has no mark or the mark is ambiguous. */
function markOf(text: string): DecimalMark | null {
  if (AMBIGUOUS_NUMBER.test(text)) return null;
  return MARKS.find((mark) => FORMS[mark].decimal.test(text) || FORMS[mark].grouped.test(text)) ?? null;
}

function read(text: string, mark: DecimalMark | undefined): number | null {
  if (/^\d+$/.test(text)) return Number(text);
  if (mark === undefined || !FORMS[mark].whole.test(text)) return null;
  return Number(text.replaceAll(mark === "." ? "," : ".", "").replace(mark, "."));
}
