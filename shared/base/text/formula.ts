/** Characters that begin a formula in a spreadsheet's cell (OWASP, "CSV Injection"). */
const SIGNS = "=+\\-@＝＋－＠";
/**
 * Characters that may end a cell: the delimiters of all dialects of CSV. A spreadsheet in another language may split
 * cells at another delimiter.
 */
const ENDS = ",;|\\t\\r\\n";

const FORMULA = new RegExp(`^[${SIGNS}\\t\\r\\n]`);
/** A formula behind quotes at the beginning of a cell. A spreadsheet removes the quotes and runs the formula. */
const FORMULA_BEHIND_END = new RegExp(`(?<=[${ENDS}])(?="*[${SIGNS}])`, "g");
const APOSTROPHES = new RegExp(`^'(?=[${SIGNS}\\t\\r\\n])|(?<=[${ENDS}])'(?="*[${SIGNS}])`, "g");

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. */
export function neutraliseFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/**
 * Neutralises formulas in a cell of a CSV, also after a delimiter of another dialect. A spreadsheet that splits the
 * cell at this delimiter would run the part after it. Quotes do not help, because the part after the delimiter does not
 * begin with quotes.
 */
export function neutraliseCsvFormula(text: string): string {
  return neutraliseFormula(text.replace(FORMULA_BEHIND_END, "'"));
}

/**
 * Removes the apostrophes that `neutraliseFormula` and `neutraliseCsvFormula` add. It also removes an apostrophe that
 * the text itself had at this place, so `plainCsvText(neutraliseCsvFormula(text))` equals `plainCsvText(text)`.
 */
export function plainCsvText(text: string): string {
  return text.replace(APOSTROPHES, "");
}
