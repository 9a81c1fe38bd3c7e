import { describe, expect, it } from "vitest";
import { makeCompany } from "../../../../electron/sample-service/company.ts";
import { RESOURCES } from "../../../../shared/inventory/resource-names.ts";
import { recordSchemas, type Item } from "../../../../shared/inventory/resources.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
const company = (options: { readonly seed?: number; readonly items?: number } = {}) =>
  makeCompany({ seed: options.seed ?? 1, items: options.items ?? 5000, now: () => NOW });
const itemsOf = (options: { readonly seed?: number; readonly items?: number } = {}): readonly Item[] => [
  ...company(options).items.all(),
];

describe("the generated company", () => {
  it("the generated company depends only on seed, item count and time", () => {
    for (const resource of RESOURCES) {
      expect([...company()[resource].all()]).toEqual([...company()[resource].all()]);
      expect([...company()[resource].all()]).not.toEqual([...company({ seed: 2 })[resource].all()]);
    }
  });

  it("the generated company has twelve locations and sixty material types", () => {
    expect(company().locations.size).toBe(12);
    expect(company().types.size).toBe(60);
    expect([...company().types.all()].map((type) => type.name)).toContain("PET film 23 µm × 1,200 mm");
  });

  it.each(RESOURCES)("the generated %s match their schema", (resource) => {
    for (const record of company()[resource].all()) {
      expect(recordSchemas[resource].safeParse(record).error).toBeUndefined();
    }
  });

  it("the generated company lists every item once, in id order", () => {
    const whole = company();
    const ids = [...whole.items.all()].map((item) => item.id);
    expect(ids).toHaveLength(5000);
    expect(whole.items.size).toBe(5000);
    expect(ids).toEqual([...new Set(ids)].sort());
    for (const id of ids.slice(0, 500)) expect(whole.items.get(id)?.id).toBe(id);
    expect(whole.items.get("itm_0000000000")).toBeUndefined();
    expect(whole.items.get("x")).toBeUndefined();
  });

  it("the generated company refers only to existing locations and material types", () => {
    const whole = company();
    const dangling = [...whole.items.all()].filter(
      ({ locationId, materialTypeId }) =>
        (locationId != null && whole.locations.get(locationId) === undefined)
        || (materialTypeId != null && whole.types.get(materialTypeId) === undefined),
    );
    expect(dangling).toEqual([]);
  });

  it("the fields of generated items match their status", () => {
    const items = itemsOf();
    const share = (status: string): number =>
      items.filter((item) => item.status === status).length / items.length;
    expect(share("checked_out")).toBeGreaterThan(0.1);
    expect(share("checked_out")).toBeLessThan(0.14);
    expect(share("archived")).toBeGreaterThan(0.065);
    expect(share("archived")).toBeLessThan(0.095);
    for (const item of items) {
      if (item.status !== "checked_out") expect(item.checkedOutToUserId).toBeNull();
      if (item.status !== "archived") expect(item.archivedAt).toBeNull();
    }
    expect(
      items.some((item) => item.status === "checked_out" && item.checkedOutToUserId?.startsWith("usr_")),
    ).toBe(true);
  });

  it("generated check-outs are minutes, days and months old", () => {
    const ages = itemsOf()
      .flatMap((item) => (item.checkedOutAt == null ? [] : [NOW - Date.parse(item.checkedOutAt)]))
      .map((age) => age / 3_600_000);
    expect(ages.some((hours) => hours < 1)).toBe(true);
    expect(ages.some((hours) => hours > 24 && hours < 24 * 7)).toBe(true);
    expect(ages.some((hours) => hours > 24 * 60)).toBe(true);
  });

  it("a generated item's length never grows", () => {
    const time = (text: string | null | undefined, otherwise: number): number =>
      text == null ? otherwise : Date.parse(text);
    for (const item of itemsOf()) {
      const starting = item.startingLength ?? Number.POSITIVE_INFINITY;
      const original = item.originalLength ?? starting;
      expect(original).toBeLessThanOrEqual(starting);
      expect(item.remainingLength ?? 0).toBeLessThanOrEqual(original);
      const updated = time(item.updatedAt, NOW);
      expect(updated).toBeLessThanOrEqual(NOW);
      expect(time(item.createdAt, 0)).toBeLessThanOrEqual(updated);
      expect(time(item.checkedOutAt, 0)).toBeLessThanOrEqual(updated);
    }
  });

  it("each nullable field of specification 2.1 is null in some, but not all, generated items", () => {
    const items = itemsOf();
    const nullable = [
      "locationId",
      "materialTypeId",
      "startingLength",
      "originalLength",
      "remainingLength",
    ] as const;
    const dated = ["weight", "weightSource", "checkedOutAt", "archivedAt", "createdAt", "updatedAt"] as const;
    const fields = [...nullable, ...dated];
    expect(fields.filter((field) => !items.some((item) => item[field] === null))).toEqual([]);
    expect(fields.filter((field) => items.every((item) => item[field] === null))).toEqual([]);
  });

  it("the generated updates spread over three years and are all different", () => {
    const updates = itemsOf().flatMap((item) => (item.updatedAt == null ? [] : [Date.parse(item.updatedAt)]));
    expect(new Set(updates).size).toBe(updates.length);
    const years = (NOW - Math.min(...updates)) / (365 * 24 * 3_600_000);
    expect(years).toBeGreaterThan(2.9);
    expect(years).toBeLessThan(3.1);
    expect(NOW - Math.max(...updates)).toBeGreaterThan(5 * 60_000);
  });

  it("a generated company of a million items does not keep the items in memory", () => {
    const large = company({ items: 1_000_000 });
    expect(large.items.size).toBe(1_000_000);
    let seen = 0;
    for (const item of large.items.all()) {
      expect(large.items.get(item.id)).toEqual(item);
      if (++seen === 300) break;
    }
  });
});
