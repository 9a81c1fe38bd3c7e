/** The expected shape of CSV lines that may be written unchanged. */
export interface PlainShape {
  readonly rows: number;
  /** The number of cells between quotes. */
  readonly quotedCells: number;
  readonly columns: readonly {
    /** False for a column with numbers or dates only. */
    readonly isText: boolean;
    /** Whether exactly those texts are quoted that contain the delimiter. */
    readonly quoted: boolean;
  }[];
  readonly delimiter: string;
}

const [LINE_FEED, RETURN, QUOTE] = [10, 13, 34] as const;
/** Bytes that end a cell in some program. `neutraliseCsvFormula` looks for formulas after them too. */
const ENDS_CELL = tableOf(",;|\t");
const IS_SIGN = tableOf("=+-@");
/** The first byte of full-width signs, and their other two bytes. */
const WIDE = 0xef;
const WIDE_SIGNS: ReadonlySet<number> = new Set(
  Array.from("＝＋－＠", (sign) => Buffer.from(sign).readUInt16BE(1)),
);
const TAB = 9;

function tableOf(signs: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of Buffer.from(signs)) table[byte] = 1;
  return table;
}

/**
 * Whether joined lines are exactly what `csvLine` would make of their cells. SQL joined the lines without looking into
 * the cells, and quoted only texts that contain a delimiter. They are right if the numbers of lines and cells match, no
 * cell has its own quote or line end, and no text contains a formula. (Quotes are counted, because two of a cell's own
 * could hide a delimiter between them.)
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
    if (byte === RETURN && last === 0) return false; // csvLine would quote the only cell
    if (byte === QUOTE) {
      at += 1;
      if (quoted[cell] !== true || beginsFormula(bytes, at)) return false;
      let needed = false;
      for (byte = bytes[at]; byte !== QUOTE; byte = bytes[at]) {
        if (byte === LINE_FEED || byte === RETURN || at >= end) return false;
        if (byte === separator) needed = true;
        at += 1;
        if (ENDS_CELL[byte ?? 0] === 1 && isSign(bytes, at)) return false;
      }
      // Other quotes belong to the cell's text.
      if (!needed) return false;
      seen += 1;
      at += 1;
      byte = bytes[at];
      if (byte !== separator && byte !== RETURN) return false;
    } else {
      const isText = texts[cell] === true;
      if (isText && byte !== separator && byte !== RETURN && beginsFormula(bytes, at)) return false;
      while (byte !== separator && byte !== RETURN) {
        if (byte === QUOTE || byte === LINE_FEED || at >= end) return false;
        at += 1;
        if (isText && ENDS_CELL[byte ?? 0] === 1 && isSign(bytes, at)) return false;
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

/** Whether a text begins with a formula's sign, also after a blank. */
function beginsFormula(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at];
  return isSign(bytes, at) || byte === TAB || byte === RETURN || byte === LINE_FEED;
}

function isSign(bytes: Uint8Array, at: number): boolean {
  const byte = bytes[at] ?? 0;
  if (byte !== WIDE) return IS_SIGN[byte] === 1;
  return WIDE_SIGNS.has(((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0));
}
