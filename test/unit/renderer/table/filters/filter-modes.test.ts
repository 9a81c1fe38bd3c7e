import { describe, expect, it } from "vitest";
import { localDay } from "../../../../../shared/base/time/local-day.ts";
import { RESOURCES, type Resource } from "../../../../../shared/inventory/resource-names.ts";
import { FIELDS } from "../../../../../shared/inventory/fields.ts";
import { parseQuery } from "../../../../../shared/query/query.ts";
import { compileFilter } from "../../../../../shared/query/views/compile-view.ts";
import { fieldFilterSchema, type FieldFilter } from "../../../../../shared/query/field-filter.ts";
import { inMode, isComplete, modeOf, modesOf } from "../../../../../renderer/table/filters/filter-modes.ts";

const TODAY = localDay(new Date());

/** Fills in the text that a user would still have to type. */
function completed(filter: FieldFilter, resource: Resource): FieldFilter {
  if (filter.kind === "choice") return { ...filter, values: ["a"] };
  if (filter.kind === "text") return { ...filter, value: "a" };
  if (filter.kind === "share") return { ...filter, of: resource === "types" ? "width" : "weight" };
  if (filter.kind === "range") return { ...filter, min: 1 };
  return filter.kind === "days" ? { ...filter, from: "2026-01-31" } : filter;
}

describe("filter modes", () => {
  const every = RESOURCES.flatMap((resource) =>
    FIELDS[resource].flatMap((field) => modesOf(field).map((mode) => ({ resource, field, mode }))),
  );

  it.each(every)(
    "the mode $mode of $resource.$field.name makes a valid query",
    ({ resource, field, mode }) => {
      const filter = completed(inMode(field.name, mode, null), resource);
      expect(modeOf(filter)).toBe(mode);
      expect(isComplete(filter)).toBe(true);
      expect(fieldFilterSchema.safeParse(filter).success).toBe(true);
      expect(() => parseQuery(resource, { version: 1, filter: compileFilter(filter, TODAY) })).not.toThrow();
    },
  );

  it("changing only the comparison keeps the chosen values", () => {
    const chosen: FieldFilter = {
      kind: "choice",
      field: "status",
      negate: false,
      values: ["archived"],
      empty: true,
    };
    expect(inMode("status", "noneOf", chosen)).toEqual({ ...chosen, negate: true });
  });

  it("the filter editor accepts no incomplete filter", () => {
    expect(isComplete(inMode("status", "anyOf", null))).toBe(false);
    expect(isComplete(inMode("name", "contains", null))).toBe(false);
    expect(isComplete(inMode("weight", "range", null))).toBe(false);
    expect(isComplete(inMode("weight", "share", null))).toBe(false);
    expect(isComplete({ kind: "share", field: "weight", of: "startingLength", share: 0 })).toBe(false);
    expect(isComplete(inMode("updatedAt", "days", null))).toBe(false);
    expect(isComplete({ kind: "text", field: "name", op: "is", value: "  " })).toBe(false);
  });
});
