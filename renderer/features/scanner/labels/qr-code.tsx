import { useMemo } from "react";
import { encode } from "uqr";

/** The most characters of a code: with more, a label's code is too fine for many printers. */
const MAX_CODE_CHARACTERS = 200;
/** The free modules around a code (ISO/IEC 18004). */
const QUIET_MODULES = 4;

/** Whether a text fits the code of a label. */
export function fitsCode(text: string): boolean {
  return text !== "" && text.length <= MAX_CODE_CHARACTERS;
}

/** A text as a QR code. A damage of up to 15 % leaves it readable. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { size, path } = useMemo(() => {
    const { data } = encode(text, { ecc: "M", border: 0 });
    return { size: data.length + 2 * QUIET_MODULES, path: data.map(rowPath).join("") };
  }, [text]);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <path d={path} fill="#000000" />
    </svg>
  );
}

/** The dark modules of a row as rectangles. Neighbours are joined, or some printers leave white lines. */
function rowPath(modules: readonly boolean[], row: number): string {
  let path = "";
  for (let begin = 0; begin < modules.length; begin += 1) {
    if (modules[begin] !== true) continue;
    let end = begin;
    while (modules[end] === true) end += 1;
    path += `M${begin + QUIET_MODULES} ${row + QUIET_MODULES}h${end - begin}v1h${begin - end}z`;
    begin = end;
  }
  return path;
}
