import { execFileSync } from "node:child_process";

/** The texts of a PDF's pages as another program reads them. Lines and columns keep their layout. */
export function readPdfPages(file: string): readonly string[] {
  return execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" }).split("\f").slice(0, -1);
}

/** Width and height of a PDF's first page in points. */
export function readPdfSize(file: string): readonly [width: number, height: number] {
  const facts = execFileSync("pdfinfo", [file], { encoding: "utf8" });
  const [, width, height] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(facts) ?? [];
  return [Number(width), Number(height)];
}

/** The mean brightness of a PDF's first page, 0 to 255. */
export function brightnessOf(file: string): number {
  const picture = execFileSync("pdftoppm", ["-r", "20", "-gray", "-f", "1", "-l", "1", file]);
  const pixels = picture.subarray(-Math.floor(picture.length * 0.9));
  return pixels.reduce((sum, pixel) => sum + pixel, 0) / pixels.length;
}
