import { describe, expect, it } from "vitest";
import { CHANGE_TYPES } from "../../../../../shared/inventory/change-types.ts";
import {
  changeLabel,
  describeBounds,
  describeChange,
  describeFields,
  describeStamp,
  referencedIds,
  summarise,
  type DescribedChange,
} from "../../../../../renderer/inventory/changes/messages.ts";
import { formatMoment } from "../../../../../renderer/base/format.ts";

const AFTER = "2026-11-21T10:05:10.000Z";
const BEFORE = "2026-11-21T10:06:12.000Z";
const NOW = Date.parse("2026-11-21T10:07:00Z");
const NAMES: Readonly<Record<string, string>> = { loc_2: "Hall 2", loc_5: "Hall 5", mat_1: "PET 12 µm" };
const nameOf = (_resource: string, id: string): string => NAMES[id] ?? id;

const change = (
  type: DescribedChange["type"],
  fields: DescribedChange["fields"],
  more: Partial<DescribedChange> = {},
): DescribedChange => ({
  type,
  resource: "items",
  observedAfter: AFTER,
  observedBefore: BEFORE,
  occurredAt: null,
  fields,
  ...more,
});
const describeIt = (...args: Parameters<typeof change>): string => describeChange(change(...args), nameOf);

it("each type of change has its own label for filtering", () => {
  expect(new Set(CHANGE_TYPES.map(changeLabel)).size).toBe(CHANGE_TYPES.length);
});

describe("the descriptions of changes", () => {
  it("a change of location is described with both location names", () => {
    const updatedAt = { old: AFTER, new: BEFORE };
    const locationId = { old: "loc_2", new: "loc_5" };
    expect(describeIt("inventory.item.transferred", { locationId, updatedAt })).toBe("Moved Hall 2 → Hall 5");
    expect(describeIt("inventory.item.transferred", { locationId, weight: { old: 5, new: 3 } })).toBe(
      "Moved Hall 2 → Hall 5; Weight 5 → 3",
    );
    expect(describeIt("inventory.item.transferred", { locationId: { old: null, new: "loc_9" } })).toBe(
      "Moved no location → loc_9",
    );
  });

  it("a check-out or return is described with the holder", () => {
    const status = { old: "available", new: "checked_out" };
    const checkedOutAt = { old: null, new: BEFORE };
    expect(
      describeIt("inventory.item.checked_out", {
        status,
        checkedOutAt,
        checkedOutToUserId: { old: null, new: "u-1" },
      }),
    ).toBe("Checked out to u-1");
    expect(describeIt("inventory.item.checked_out", { checkedOutToUserId: { old: "u-1", new: "u-2" } })).toBe(
      "Checked out to u-2, before to u-1",
    );
    expect(
      describeIt("inventory.item.returned", {
        status: { old: "checked_out", new: "available" },
        checkedOutToUserId: { old: "u-1", new: null },
        remainingLength: { old: 12.5, new: 10 },
      }),
    ).toBe("Back in stock, was checked out to u-1; Remaining length 12.5 → 10");
    expect(describeIt("inventory.item.returned", { status })).toBe("Back in stock");
  });

  it("a change is described with every field's old and new value", () => {
    expect(
      describeIt("inventory.item.updated", {
        grade: { old: "A", new: { code: 1 } },
        materialTypeId: { old: "mat_1", new: null },
        status: { old: null, new: "available" },
      }),
    ).toBe('Status none → Available, Material type PET 12 µm → none, grade A → {"code":1}');
    expect(describeIt("inventory.item.updated", { updatedAt: { old: AFTER, new: BEFORE } })).toBe(
      "Only its time of update changed",
    );
  });

  it("the description of a change counts the fields beyond the description's limit", () => {
    const many = Array.from({ length: 9 }, (_, at) => ({ label: `f${at}`, old: "0", now: "1" }));
    expect(summarise(many)).toMatch(/^f0 0 → 1, .*f5 0 → 1, 3 more$/);
  });

  it("the description distinguishes new records from changed records", () => {
    const name = { old: null, new: "Hall 7" };
    expect(describeIt("inventory.item.created", { name, weight: { old: null, new: 4 } })).toBe(
      "First seen; Weight 4",
    );
    expect(describeIt("inventory.location.updated", { name }, { resource: "locations" })).toBe("First seen");
    expect(
      describeIt(
        "inventory.location.updated",
        { name: { old: "Hall 6", new: "Hall 7" } },
        { resource: "locations" },
      ),
    ).toBe("Name Hall 6 → Hall 7");
  });

  it("a missing record is described as no longer returned, never as deleted", () => {
    expect(describeIt("stockdeck.item.no_longer_returned", {})).toMatch(/^No longer returned/);
    expect(describeIt("stockdeck.item.returned_again", {})).toMatch(/^Returned again/);
  });

  it("every type of change has a label", () => {
    for (const type of CHANGE_TYPES) {
      expect(changeLabel(type)).toMatch(/^[A-Z][a-z ]+$/);
      expect(describeIt(type, {})).not.toBe("");
    }
  });
});

describe("the time of a change", () => {
  const [start, end] = [formatMoment(AFTER, NOW), formatMoment(BEFORE, NOW)];
  it("a change's time is shown as a range between two times", () => {
    expect(describeBounds(change("inventory.item.updated", {}), NOW)).toBe(`between ${start} and ${end}`);
    expect(describeBounds({ observedAfter: null, observedBefore: BEFORE }, NOW)).toBe(`by ${end}`);
    expect(describeBounds({ observedAfter: BEFORE, observedBefore: BEFORE }, NOW)).toBe(`at about ${end}`);
  });

  it("a time from the service is marked as stated by the service", () => {
    expect(describeStamp({ occurredAt: null }, NOW)).toBeNull();
    expect(describeStamp({ occurredAt: AFTER }, NOW)).toBe(`the service says ${start}`);
  });
});

it("the changes determine which ids need names", () => {
  const moved = change("inventory.item.transferred", {
    locationId: { old: "loc_2", new: "loc_5" },
    materialTypeId: { old: null, new: "mat_1" },
  });
  expect(referencedIds([moved, moved])).toEqual({
    types: ["mat_1"],
    locations: ["loc_2", "loc_5"],
  });
  expect(describeFields(moved, nameOf, ["locationId"])).toEqual([
    { label: "Material type", old: null, now: "PET 12 µm" },
  ]);
});

it.each(["2026-11-21T10:00:00", "2026-11-21 10:00Z", "2026-11-21T15:00:00+05", "2026-11-21T10:00:00,000Z"])(
  "a changed date sent as %s is described as in the table",
  (written) => {
    const moved = change("inventory.item.updated", { checkedOutAt: { old: null, new: written } });
    const [field] = describeFields(moved, nameOf);
    expect(field?.now).toBe(formatMoment("2026-11-21T10:00:00.000Z", NOW));
  },
);
