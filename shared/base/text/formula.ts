/** What makes a spreadsheet take a cell for a formula (OWASP, "CSV Injection"), some of it in full width. */
const SIGNS = "=+\\-@＝＋－＠";
/** What may end a cell: the delimiter of any dialect, since a spreadsheet of another country parts cells elsewhere. */
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
 * The same for a cell of a CSV: what a spreadsheet that parts cells at another delimiter would run gets an apostrophe, too.
 * Quotes do not help there, because to such a reader they do not stand at the beginning of a cell.
 */
export function neutraliseCsvFormula(text: string): string {
  return neutraliseFormula(text.replace(FORMULA_BEHIND_END, "'"));
}

/**
 * A text without the apostrophes that keep a spreadsheet from running it. Those of its own that stand at such a place go,
 * too, so that `plainCsvText(neutraliseCsvFormula(text))` is `plainCsvText(text)`; and so it is for files of earlier versions.
 */
export function plainCsvText(text: string): string {
  return text.replace(APOSTROPHES, "");
}
