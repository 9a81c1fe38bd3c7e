import { encode } from "uqr";
import { expect, it } from "vitest";
import { fitsCode } from "../../../../../renderer/features/scanner/labels/label-preview.tsx";

it.each([
  ["a".repeat(200), true],
  ["a".repeat(201), false],
  ["巻".repeat(66), true],
  ["巻".repeat(67), false],
  ["🎞".repeat(50), true],
  ["🎞".repeat(51), false],
  ["", false],
])("the limit for a label's code counts bytes: %s", (text, fits) => {
  expect(fitsCode(text)).toBe(fits);
  // On the smallest label, 57 modules and the quiet zones have 0.4 mm a module.
  if (fits) expect(encode(text, { ecc: "M", border: 0 }).size).toBeLessThanOrEqual(57);
});
