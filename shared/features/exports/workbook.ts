import { z } from "zod";

const cell = z.union([z.string().max(32_767), z.number(), z.null()]);

/** A table of its own, as one sheet of a workbook. */
export const workbookSheetSchema = z.strictObject({
  name: z.string().min(1).max(200),
  columns: z.array(z.string().max(500)).min(1).max(60),
  rows: z.array(z.array(cell).max(60)).max(25_000),
});
export type WorkbookSheet = Readonly<z.infer<typeof workbookSheetSchema>>;

/** The most sheets of one workbook. */
export const MAX_SHEETS = 120;

/** Excel's limit for the name of a sheet. */
const MAX_NAME = 31;

/** Names as Excel takes them for sheets: short, without the characters that it refuses, each once. */
export function sheetNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const base =
      name
        .replaceAll(/[[\]:*?/\\]/g, " ")
        .replaceAll(/^'+|'+$/g, "")
        .trim()
        .slice(0, MAX_NAME) || "Sheet";
    let unique = base;
    for (let number = 2; taken.has(unique.toLowerCase()); number += 1) {
      const suffix = ` ${number}`;
      unique = base.slice(0, MAX_NAME - suffix.length) + suffix;
    }
    taken.add(unique.toLowerCase());
    return unique;
  });
}
