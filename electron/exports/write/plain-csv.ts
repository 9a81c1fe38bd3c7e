/** What lines of CSV have to look like to be taken as they are. */
export interface PlainShape {
  readonly rows: number;
  /** How many cells were put between quotes. */
  readonly quotedCells: number;
  readonly columns: readonly {
    /** Others hold nothing but numbers and dates. */
    readonly isText: boolean;
    /** Whether a text with a delimiter in it, and no other, was put between quotes. */
    readonly quoted: boolean;
  }[];
  readonly delimiter: string;
}

const [LINE_FEED, RETURN, QUOTE] = [10, 13, 34] as const;
/** What `neutraliseFormula` looks for. */
const FORMULA_BEGINS: ReadonlySet<number> = new Set(Buffer.from("=+-@\t\r"));

/**
 * Whether lines that were joined blindly, with quotes only around texts that contain a delimiter, are what `csvLine`
 * would make of their cells. They are when the lines and their cells have the right number, no cell has a quote or a
 * line end of its own, and no text begins like a formula. (Quotes are counted, since two that belong to cells could hide
 * a delimiter between them.)
 */
export function isPlainCsv(
  bytes: Uint8Array,
  { rows, quotedCells, columns, delimiter }: PlainShape,
): boolean {
  const separator = delimiter.charCodeAt(0);
  const last = columns.length - 1;
  const texts = columns.map(({ isText }) => isText);
  const quoted = columns.map((column) => column.quoted);
  const end = bytes.length;
  let [lines, cell, at, seen] = [0, 0, 0, 0];
  while (at < end) {
    let byte = bytes[at];
    if (byte === RETURN && last === 0) return false; // csvLine shows that there is a cell
    if (byte === QUOTE) {
      at += 1;
      if (quoted[cell] !== true || beginsFormula(bytes[at])) return false;
      let needed = false;
      for (byte = bytes[at]; byte !== QUOTE; byte = bytes[at]) {
        if (byte === LINE_FEED || byte === RETURN || at >= end) return false;
        if (byte === separator) needed = true;
        at += 1;
      }
      // Other quotes are the cell's own.
      if (!needed) return false;
      seen += 1;
      at += 1;
      byte = bytes[at];
      if (byte !== separator && byte !== RETURN) return false;
    } else if (texts[cell] === true && byte !== separator && byte !== RETURN && beginsFormula(byte)) {
      return false;
    } else {
      while (byte !== separator && byte !== RETURN) {
        if (byte === QUOTE || byte === LINE_FEED || at >= end) return false;
        at += 1;
        byte = bytes[at];
      }
    }
    if (byte === separator) {
      cell += 1;
      at += 1;
      if (cell > last) return false;
      continue;
    }
    if (cell !== last || bytes[at + 1] !== LINE_FEED) return false;
    at += 2;
    cell = 0;
    lines += 1;
  }
  return cell === 0 && lines === rows && seen === quotedCells;
}

function beginsFormula(byte: number | undefined): boolean {
  return FORMULA_BEGINS.has(byte ?? 0);
}
