/** First characters that make a spreadsheet read a cell as a formula. See OWASP, "CSV Injection". */
const SIGNS = "=+\\-@＝＋－＠";
/**
 * Characters that may end a cell: the delimiters of every dialect. A spreadsheet of another country may split cells
 * at another delimiter.
 */
const ENDS = ",;|\\t\\r\\n";

const FORMULA = new RegExp(`^[${SIGNS}\\t\\r\\n]`);
/** Quotes that follow are taken off, in a cell that begins with them. */
const FORMULA_BEHIND_END = new RegExp(`(?<=[${ENDS}])(?="*[${SIGNS}])`, "g");
const APOSTROPHES = new RegExp(`^'(?=[${SIGNS}\\t\\r\\n])|(?<=[${ENDS}])'(?="*[${SIGNS}])`, "g");

/** A text as a spreadsheet keeps it a text: one that it would run as a formula gets an apostrophe in front. */
export function neutraliseFormula(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/**
 * Neutralises formulas in a cell of a CSV, also behind a delimiter of another dialect. A spreadsheet that splits
 * cells there would run the part behind it. Quotes do not help: for that spreadsheet the cell does not begin with
 * them.
 */
export function neutraliseCsvFormula(text: string): string {
  return neutraliseFormula(text.replace(FORMULA_BEHIND_END, "'"));
}

/**
 * Removes the apostrophes that `neutraliseFormula` and `neutraliseCsvFormula` add. An apostrophe of the text's own
 * at the same place is removed, too, so `plainCsvText(neutraliseCsvFormula(text))` equals `plainCsvText(text)`. That
 * also holds for files of earlier versions.
 */
export function plainCsvText(text: string): string {
  return text.replace(APOSTROPHES, "");
}
