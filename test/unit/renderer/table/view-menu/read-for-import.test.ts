import { describe, expect, it } from "vitest";
import { readForImport } from "../../../../../renderer/table/view-menu/read-for-import.ts";
import { viewFileText } from "../../../../../shared/features/views/view-share.ts";
import type { SharedView } from "../../../../../shared/features/views/view-share.ts";
import type { ViewDefinition } from "../../../../../shared/query/views/views.ts";

const view = (filters: ViewDefinition["filters"]): SharedView => ({
  resource: "locations",
  name: "Halls",
  definition: { version: 1, minor: 0, search: "", filters, sort: [] },
});

describe("readForImport()", () => {
  it("readForImport() accepts empty text and reads a view", () => {
    expect(readForImport("  ")).toEqual({ view: null, problem: null, detail: null });
    const halls = view([
      { enabled: true, filter: { kind: "text", field: "name", op: "contains", value: "hall" } },
    ]);
    expect(readForImport(viewFileText(halls))).toEqual({ view: halls, problem: null, detail: null });
  });

  it("readForImport() refuses filters, orders and groups by unknown fields", () => {
    const weight = view([{ enabled: false, filter: { kind: "range", field: "weight", min: 1, max: null } }]);
    expect(readForImport(viewFileText(weight))).toEqual({
      view: null,
      problem: "This view cannot be used here: its 1st filter asks for something that locations do not have.",
      detail: 'locations have no field "weight"',
    });
    const name = view([{ enabled: true, filter: { kind: "range", field: "name", min: 1, max: null } }]);
    expect(readForImport(viewFileText(name)).detail).toContain('field "name" has no operator "gte"');
    const sorted = { ...view([]).definition, sort: [{ field: "weight", direction: "asc" } as const] };
    expect(readForImport(viewFileText({ ...view([]), definition: sorted })).problem).toBe(
      "This view cannot be used here: its order is by something that locations do not have.",
    );
    const grouped = { ...view([]).definition, grouping: ["colour"] };
    expect(readForImport(viewFileText({ ...view([]), definition: grouped })).problem).toBe(
      "This view cannot be used here: it groups rows by something that locations cannot be grouped by.",
    );
  });

  it("readForImport() refuses grouping by a field that cannot be grouped", () => {
    for (const level of ["name", "createdAt", "id:week"]) {
      const definition = { ...view([]).definition, grouping: ["createdAt:year", level] };
      expect(readForImport(viewFileText({ ...view([]), definition }))).toEqual({
        view: null,
        problem:
          "This view cannot be used here: it groups rows by something that locations cannot be grouped by.",
        detail: `locations cannot be grouped by field "${level.split(":")[0]}"`,
      });
    }
    const definition = { ...view([]).definition, grouping: ["createdAt:year"] };
    expect(readForImport(viewFileText({ ...view([]), definition })).problem).toBeNull();
  });

  it("readForImport() gives the reason why a link is not a view", () => {
    expect(readForImport("stockdeck://elsewhere").problem).toBe("This is not a link to a view.");
  });
});
