import { describe, expect, it } from "vitest";
import { unknownParts, viewDefinitionSchema } from "../../../../../shared/query/views/views.ts";
import { unsafePart } from "../../../../../shared/base/text/json.ts";

const PLAIN = { version: 1, minor: 0, search: "", filters: [], sort: [] };
const whole = {
  ...PLAIN,
  search: "film",
  filters: [{ enabled: false, filter: { kind: "today", field: "updatedAt" } }],
  sort: [{ field: "updatedAt", direction: "desc" }],
  columns: { order: ["name"], visibility: { id: true }, widths: { name: 200 }, pins: { name: "left" } },
  grouping: ["status"],
  groupOrder: "count:desc",
  density: "compact",
};
const accepts = (input: unknown): boolean => viewDefinitionSchema.safeParse(input).success;

describe("viewDefinitionSchema", () => {
  it("viewDefinitionSchema accepts a view with and without its optional parts", () => {
    expect(viewDefinitionSchema.parse(PLAIN)).toEqual(PLAIN);
    expect(viewDefinitionSchema.parse(whole)).toEqual(whole);
  });

  it("viewDefinitionSchema keeps unknown parts only from newer minor versions", () => {
    const newer = { ...whole, minor: 3, heat: { by: "weight" } };
    const parsed = viewDefinitionSchema.parse(newer);
    expect(parsed).toEqual(newer);
    expect(unknownParts(parsed)).toEqual({ heat: { by: "weight" } });
    expect(accepts({ ...newer, minor: 0 })).toBe(false);
    expect(accepts({ ...newer, version: 2 })).toBe(false);
  });

  it.each([
    null,
    [],
    "{}",
    { ...PLAIN, minor: -1 },
    { ...PLAIN, search: "x".repeat(501) },
    { ...PLAIN, filters: [{ enabled: true, filter: { kind: "sql", field: "name" } }] },
    { ...PLAIN, filters: [{ enabled: true, id: "1", filter: { kind: "today", field: "updatedAt" } }] },
    { ...PLAIN, filters: Array.from({ length: 101 }, () => whole.filters[0]) },
    { ...PLAIN, sort: [{ field: "name", direction: "up" }] },
    { ...PLAIN, columns: { ...whole.columns, widths: { name: -1 } } },
    { ...PLAIN, columns: { ...whole.columns, widths: { name: Number.POSITIVE_INFINITY } } },
    { ...PLAIN, columns: { ...whole.columns, more: 1 } },
    { ...PLAIN, density: "tiny" },
    JSON.parse('{"version":1,"minor":0,"search":"","filters":[],"sort":[],"__proto__":{"admin":true}}'),
    JSON.parse('{"version":1,"minor":9,"search":"","filters":[],"sort":[],"x":{"constructor":{}}}'),
  ])("viewDefinitionSchema refuses %j", (input) => expect(accepts(input)).toBe(false));
});

describe("unsafePart()", () => {
  it("unsafePart() finds any nesting without a stack overflow", () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 200_000; depth += 1) value = [value];
    expect(unsafePart(value)).toBe("it is nested too deep");
    expect(accepts({ ...PLAIN, minor: 9, deep: value })).toBe(false);
  });
  it("unsafePart() finds too many parts or a part named __proto__", () => {
    expect(unsafePart(Array.from({ length: 50_001 }, () => 0))).toBe("it has too many parts");
    expect(unsafePart({ a: [JSON.parse('{"__proto__":1}')] })).toBe("it has a part named “__proto__”");
    expect(unsafePart(whole)).toBeNull();
  });
  it("unsafePart() finds a number that Electron transfers but JSON cannot express", () => {
    const newer = { ...PLAIN, minor: 9, heat: { by: 7n } };
    expect(unsafePart(newer)).toBe("it is not plain data");
    expect(accepts(newer)).toBe(false);
    expect(accepts({ ...newer, heat: { by: 7 } })).toBe(true);
  });
});
