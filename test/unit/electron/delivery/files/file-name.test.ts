import { expect, it } from "vitest";
import { exportFileName } from "../../../../../electron/delivery/files/file-name.ts";

it("an export's file name in any script is valid on Linux", () => {
  for (const sign of ["在", "ก", "é", "a", "\u{20000}"]) {
    const name = exportFileName(`items-${sign.repeat(100)}`, "2026-01-01-101112", "parquet");
    expect(Buffer.byteLength(`${name}.manifest.json`)).toBeLessThanOrEqual(255);
    expect(name).toMatch(new RegExp(`^items-${sign}{20,}-2026-01-01-101112\\.parquet$`, "u"));
  }
});

it("a long export name is never cut inside a character", () => {
  for (const more of ["", "x"]) {
    const name = exportFileName(more + "\u{20000}".repeat(80), "2026-01-01", "csv");
    expect(name).toMatch(/^x?\u{20000}{44}-2026-01-01\.csv$/u);
  }
});

it.each([
  ["สินค้า", "สินค้า"],
  ["कच्चा माल", "कच्चा-माल"],
  ["İstanbul", "istanbul"],
  ["Cafe\u0301", "café"],
  ["📦", "export"],
  ["❤️ Items", "items"],
  ["❤️", "export"],
])("the file of %s is called %s", (words, name) => {
  expect(exportFileName(words, "2026-11-29", "csv")).toBe(`${name}-2026-11-29.csv`);
});
