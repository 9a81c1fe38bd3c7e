/** First characters that make a spreadsheet read a cell as a formula (OWASP, "CSV Injection"). */
const SIGNS = "=+\\-@＝＋－＠";
/**
 * Characters that may end a cell: the delimiters of all dialects. A spreadsheet with another language may split cells
 * at another delimiter.
 */
const ENDS = ",;|\\t\\r\\n";

const FORMULA = new RegExp(`^[${SIGNS}\\t\\r\\n]`);
/** A formula behind quotes at the beginning of a cell: a spreadsheet removes the quotes. */
const FORMULA_BEHIND_END = new RegExp(`(?<=[${ENDS}])(?="*[${SIGNS}])`, "g");
const APOSTROPHES = new RegExp(`^'(?=[${SIGNS}\\t\\r\\n])|(?<=[${ENDS}])'(?="*[${SIGNS}])`, "g");

/** Puts an apostrophe before a text that a spreadsheet would run as a formula. */
export function neutraliseFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/**
 * Neutralises formulas in a cell of a CSV, also after a delimiter of another dialect. A spreadsheet that splits cells
 * there would run the part after it. Quotes do not help, because that spreadsheet's cell does not begin with them.
 */
export function neutraliseCsvFormula(text: string): string {
  return neutraliseFormula(text.replace(FORMULA_BEHIND_END, "'"));
}

/**
 * Removes the apostrophes that `neutraliseFormula` and `neutraliseCsvFormula` add. It also removes the text's own
 * apostrophe at the same place, so `plainCsvText(neutraliseCsvFormula(text))` equals `plainCsvText(text)`.
 */
export function plainCsvText(text: string): string {
  return text.replace(APOSTROPHES, "");
}
