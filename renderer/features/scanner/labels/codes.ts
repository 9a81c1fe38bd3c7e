import JsBarcode from "jsbarcode";
import { encode } from "uqr";

/** The most bytes of a QR code in UTF-8. With more bytes, the code on a label is too fine for many printers. */
const MAX_CODE_BYTES = 200;
/** The width of the empty margin around a QR code, in modules (ISO/IEC 18004). */
const QR_QUIET_MODULES = 4;

/** The width of a dot in mm. Label printers have 203 dots an inch. */
const DOT = 25.4 / 203;
/** Dots of the narrowest bar. Old hand scanners do not read narrower ones. */
const LEAST_DOTS = 2;
/** Wider bars would only need a scanner that sees more at once. */
const MOST_DOTS = 3;
/** The empty margin on each side of a barcode, in modules (ISO/IEC 15417). */
const BAR_QUIET_MODULES = 10;
/** The characters that every scanner of Code 128 types. The standard has control characters too, but no other letters. */
const CODE_128 = /^[\x20-\x7e]+$/;

/** A code as an SVG path, whose unit is a module. */
export interface DrawnCode {
  readonly path: string;
  /** The size with the empty margins, in modules. */
  readonly width: number;
  readonly height: number;
}

/** Whether a text is short enough for the QR code of a label. */
export function fitsCode(text: string): boolean {
  return text !== "" && new TextEncoder().encode(text).length <= MAX_CODE_BYTES;
}

/** Draws a QR code, which stays readable if up to 15 % of it are damaged. */
export function drawQrCode(text: string): DrawnCode {
  const { data } = encode(text, { ecc: "M", border: 0 });
  const size = data.length + 2 * QR_QUIET_MODULES;
  const rows = data.map((modules, row) => bars(modules, QR_QUIET_MODULES, row + QR_QUIET_MODULES));
  return { path: rows.join(""), width: size, height: size };
}

/** A barcode. `printedWidth` is in mm; with it, each bar is a whole number of dots wide. */
export interface Barcode extends DrawnCode {
  readonly printedWidth: number;
}

/** Draws a Code 128 barcode, one module high. @returns null if the text cannot be encoded or does not fit. */
export function drawBarcode(text: string, millimetres: number): Barcode | null {
  if (!CODE_128.test(text)) return null;
  const drawn: { encodings?: readonly { readonly data: string }[] } = {};
  JsBarcode(drawn, text, { format: "CODE128" });
  const modules = Array.from((drawn.encodings ?? []).map(({ data }) => data).join(""), (bit) => bit === "1");
  const width = modules.length + 2 * BAR_QUIET_MODULES;
  const dots = Math.min(MOST_DOTS, Math.floor(millimetres / (width * DOT)));
  if (dots < LEAST_DOTS) return null;
  return {
    path: bars(modules, BAR_QUIET_MODULES, 0),
    width,
    height: 1,
    printedWidth: width * dots * DOT,
  };
}

/**
 * Draws the dark modules of a row as rectangles. Neighbouring modules are joined, because some printers leave white
 * lines between rectangles.
 */
function bars(modules: readonly boolean[], left: number, top: number): string {
  let path = "";
  for (let begin = 0; begin < modules.length; begin += 1) {
    if (modules[begin] !== true) continue;
    let end = begin;
    while (modules[end] === true) end += 1;
    path += `M${begin + left} ${top}h${end - begin}v1h${begin - end}z`;
    begin = end;
  }
  return path;
}
