/** The size of texts along an axis (chart.module.css), in CSS pixels. */
const AXIS_SIZE = 11;
/** The width of a character if there is no canvas, in ems. It is enough for digits and most letters. */
const USUAL_WIDTH = 0.6;

let context: CanvasRenderingContext2D | null = null;

/** The width of a text in a chart, in CSS pixels. @param size the size of its letters, in CSS pixels. */
export function textWidth(text: string, size = AXIS_SIZE): number {
  context ??= document.createElement("canvas").getContext("2d");
  if (!context) return text.length * size * USUAL_WIDTH;
  context.font = `${size}px ${getComputedStyle(document.body).fontFamily}`;
  return Math.ceil(context.measureText(text).width);
}

/** The width of the widest text. */
export const widestOf = (texts: readonly string[], size?: number): number =>
  Math.max(0, ...texts.map((text) => textWidth(text, size)));
