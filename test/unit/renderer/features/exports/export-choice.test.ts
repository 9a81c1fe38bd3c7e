import { describe, expect, it } from "vitest";
import type { TableSource } from "../../../../../renderer/table/exports/export-requests.ts";
import {
  chosenColumns,
  firstChoice,
  readChoice,
  rememberChoice,
} from "../../../../../renderer/features/exports/export-choice.ts";

const SOURCE = { resource: "items", columns: ["name", "locationName"] } as unknown as TableSource;

describe("the export choice of a view", () => {
  it("each view remembers its export choice, and an unreadable choice is replaced by the default", () => {
    const xlsx = { ...firstChoice(), format: "xlsx", manifest: true } as const;
    const text = rememberChoice(rememberChoice(null, "all", firstChoice()), "mine", xlsx);
    expect([readChoice(text, "mine"), readChoice(text, "all")]).toEqual([xlsx, firstChoice()]);
    for (const broken of [null, "", "[]", '{"mine":{"format":"pdf"}}', "nonsense"])
      expect(readChoice(broken, "mine")).toEqual(firstChoice());
  });

  it("the oldest export choice is dropped when more than 200 views have a choice", () => {
    let text: string | null = null;
    for (let view = 0; view <= 200; view += 1)
      text = rememberChoice(text, `view-${view}`, { ...firstChoice(), manifest: true });
    expect([readChoice(text, "view-0").manifest, readChoice(text, "view-1").manifest]).toEqual([false, true]);
  });

  it("an export contains the shown columns, all fields or all fields with names next to ids", () => {
    const of = (columns: "shown" | "all" | "named"): readonly string[] =>
      chosenColumns(SOURCE, { ...firstChoice(), columns });
    expect(of("shown")).toEqual(["name", "locationName"]);
    expect(of("all")).toHaveLength(15);
    expect(of("named").slice(3, 7)).toEqual([
      "locationId",
      "locationName",
      "materialTypeId",
      "materialTypeName",
    ]);
  });
});
