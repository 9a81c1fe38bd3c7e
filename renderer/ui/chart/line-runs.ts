import { line } from "d3-shape";

/** A point of a line in the drawing; null if nothing was observed. */
export type Vertex = readonly [x: number, y: number] | null;

/** The SVG path of a line that is interrupted at gaps. */
export function linePath(vertices: readonly Vertex[]): string {
  const draw = line<Vertex>(
    (vertex) => vertex?.[0] ?? 0,
    (vertex) => vertex?.[1] ?? 0,
  );
  return draw.defined((vertex) => vertex !== null)(vertices) ?? "";
}

/** True for a point between two gaps. It needs a dot, because a line would be invisible. */
export function isAlone(vertices: readonly Vertex[], at: number): boolean {
  const isGap = (index: number): boolean => (vertices[index] ?? null) === null;
  return !isGap(at) && isGap(at - 1) && isGap(at + 1);
}
