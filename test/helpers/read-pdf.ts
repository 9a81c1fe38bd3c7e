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
