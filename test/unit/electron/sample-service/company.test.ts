import { describe, expect, it } from "vitest";
import { makeCompany, type SampleCompany } from "../../../../electron/sample-service/company.ts";
import { EVENT_TYPES, type SampleChange } from "../../../../electron/sample-service/live-changes.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
const make = (now: () => number = () => NOW): SampleCompany => makeCompany({ seed: 5, items: 200, now });
const firstId = (company: SampleCompany): string => [...company.items.all()][0]?.id ?? "";

const watch = (company: SampleCompany): readonly SampleChange[] => {
  const changes: SampleChange[] = [];
  company.onChange((change) => changes.push(change));
  return changes;
};

describe("changes of the sample company", () => {
  it("each change gets a later updatedAt, even if the clock stops or is set back", () => {
    let now = NOW;
    const company = make(() => now);
    const first = company.upsertItem({ id: "a" });
    const second = company.upsertItem({ id: "b" });
    now -= 3_600_000;
    const third = company.upsertLocation({ id: "c" });
    expect(first.updatedAt).toBe(new Date(NOW).toISOString());
    expect([second.updatedAt, third.updatedAt]).toEqual(
      [NOW + 1, NOW + 2].map((ms) => new Date(ms).toISOString()),
    );
  });

  it("a change keeps a given updatedAt, even null", () => {
    const company = make();
    expect(company.upsertItem({ id: "a", updatedAt: null }).updatedAt).toBeNull();
    expect(company.upsertItem({ id: "a", updatedAt: "2020-01-01T00:00:00Z" }).updatedAt).toBe(
      "2020-01-01T00:00:00Z",
    );
  });

  it("a change never modifies a record returned earlier", () => {
    const company = make();
    const before = company.upsertItem({ id: "a", name: "Before" });
    company.upsertItem({ id: "a", name: "After" });
    expect(before.name).toBe("Before");
    expect(company.items.get("a")?.name).toBe("After");
  });

  it("each change has the event type of specification 6", () => {
    const company = make();
    const changes = watch(company);
    company.upsertItem({ id: "a", locationId: "here" });
    company.upsertItem({ id: "a", status: "checked_out", locationId: "there" });
    company.upsertItem({ id: "a", weight: 4 });
    company.upsertItem({ id: "a", status: "available" });
    company.upsertItem({ id: "a", locationId: "elsewhere" });
    company.upsertItem({ id: "a", status: "archived" });
    company.upsertItem({ id: "a", status: "available" });
    company.upsertType({ id: "t", name: "Film" });
    company.upsertLocation({ id: "l", name: "Hall" });
    expect(changes.map((change) => change.type)).toEqual([
      "inventory.item.created",
      "inventory.item.checked_out",
      "inventory.item.updated",
      "inventory.item.returned",
      "inventory.item.transferred",
      "inventory.item.archived",
      "inventory.item.updated",
      "inventory.type.updated",
      "inventory.location.updated",
    ]);
    expect(changes[0]).toMatchObject({
      resource: "items",
      id: "a",
      before: null,
      after: { locationId: "here" },
    });
    expect(changes[1]).toMatchObject({ before: { status: "available" }, after: { status: "checked_out" } });
    expect(changes[1]?.occurredAt).toBe(changes[1]?.after.updatedAt);
  });

  it("a removed listener is no longer called", () => {
    const company = make();
    const changes: SampleChange[] = [];
    const stop = company.onChange((change) => changes.push(change));
    const id = firstId(company);
    expect(company.removeItem(id)).toBe(true);
    expect(company.removeItem(id)).toBe(false);
    expect(company.items.get(id)).toBeUndefined();
    stop();
    company.upsertItem({ id });
    expect(changes).toEqual([]);
    expect(company.items.get(id)?.name).toBe("Unnamed item");
  });
});

describe("the random activity of the sample company", () => {
  it("the same seed gives the same activity", () => {
    const run = (): readonly SampleChange[] => {
      const company = make();
      return Array.from({ length: 300 }, () => company.step());
    };
    expect(run()).toEqual(run());
  });

  it("the activity includes every event type and keeps items consistent", () => {
    const company = make();
    const changes = Array.from({ length: 2000 }, () => company.step());
    expect(new Set(changes.map((change) => change.type))).toEqual(new Set(EVENT_TYPES));
    for (const { id, resource, after, occurredAt } of changes) {
      expect(after.updatedAt).toBe(occurredAt);
      expect(company[resource].get(id)).toBeDefined();
    }
    for (const item of company.items.all()) {
      if (item.status === "available") expect(item.checkedOutToUserId).toBeNull();
      expect(item.remainingLength ?? 0).toBeLessThanOrEqual(item.startingLength ?? Number.POSITIVE_INFINITY);
    }
  });

  it("the activity starts with a new item if no item can change", () => {
    const company = makeCompany({ seed: 1, items: 0, now: () => NOW });
    for (const location of company.locations.all()) company.removeLocation(location.id);
    for (const type of company.types.all()) company.removeType(type.id);
    expect(company.step().type).toBe("inventory.item.created");
    expect(company.items.size).toBe(1);
  });
});
