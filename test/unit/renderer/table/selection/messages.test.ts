import { expect, it } from "vitest";
import { columnsOf } from "../../../../../renderer/table/columns/column-layout.ts";
import { rowTexts, tabSeparated } from "../../../../../renderer/table/selection/copy-formats.ts";
import { verificationSummary } from "../../../../../renderer/table/selection/messages.ts";

const columns = columnsOf("items").filter(({ id }) =>
  ["name", "locationId", "locationId:id", "weight", "checkedOutAt"].includes(id),
);

it("a copied row is one line of the shown columns", () => {
  const row = {
    name: "=A\tB\nC",
    locationId: "l1",
    locationName: "Hall",
    weight: -1234.5,
    checkedOutAt: null,
  };
  expect(tabSeparated(rowTexts(columns, row))).toBe(`"'=A\tB\nC"\tHall\t-1234.5\t\tl1`);
  const unnamed = rowTexts(columns, { ...row, name: "A", locationName: null });
  expect(tabSeparated(unnamed)).toBe("A\tl1\t-1234.5\t\tl1");
});

it("a verification's summary gives the first failure's reason", () => {
  const one = (outcome: "same" | "changed" | "gone" | "failed") => ({
    id: "a",
    outcome,
    error: outcome === "failed" ? ({ kind: "network", message: "No answer." } as const) : null,
  });
  expect(verificationSummary([one("same"), one("same"), one("changed"), one("gone")])).toBe(
    "2 unchanged, 1 changed, 1 no longer returned",
  );
  expect(verificationSummary([one("failed"), one("failed")])).toBe("2 failed: No answer.");
});
