import { expect, it } from "vitest";
import { exportFileName } from "../../../../../../electron/features/exports/write/file-name.ts";

it("a long export name is shortened without cutting a character in half", () => {
  for (const more of ["", "x"]) {
    const name = exportFileName(more + "\u{20000}".repeat(80), "2026-01-01", "csv");
    expect(name).toMatch(/^x?\u{20000}{44}-2026-01-01\.csv$/u);
  }
});
