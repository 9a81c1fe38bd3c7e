import { describe, expect, it, vi } from "vitest";
import type { ViewChange, UnseenChanges } from "../../../../../shared/inventory/changes.ts";
import { unseenSummary, describeRecord } from "../../../../../renderer/features/unseen-changes/messages.ts";
import {
  ALL_VIEW,
  BUILT_IN_VIEWS,
  type NamedView,
} from "../../../../../shared/query/views/built-in-views.ts";
import { viewName } from "../../../../../renderer/features/unseen-changes/use-unseen-changes.ts";
import type { Chip } from "../../../../../shared/query/field-filter.ts";

const unseen = (part: Partial<UnseenChanges>): UnseenChanges => ({
  entered: 0,
  left: 0,
  changed: 0,
  records: [],
  upTo: 9,
  more: false,
  cutOff: false,
  ...part,
});

describe("unseenSummary()", () => {
  const EVERYTHING = { narrowed: false, own: "", typed: "" };

  it("the summary of unseen changes says which rows it covers", () => {
    const narrowed = { ...EVERYTHING, narrowed: true };
    expect(unseenSummary(unseen({}), narrowed)).toBe("Nothing new since you last looked at this view");
    expect(unseenSummary(unseen({ left: 1 }), narrowed)).toBe("Since you last looked at this view: 1 left");
    expect(unseenSummary(unseen({ left: 1 }), { ...EVERYTHING, typed: "foil" })).toBe(
      "Since you last looked (ignoring the search): 1 left",
    );
    const own = { ...narrowed, own: "foil " };
    expect(unseenSummary(unseen({}), { ...own, typed: "foil" })).toBe(
      "Nothing new since you last looked at this view",
    );
    expect(unseenSummary(unseen({ left: 1 }), own)).toBe(
      "Since you last looked at this view (with its search “foil”): 1 left",
    );
  });

  it("the summary of unseen changes marks a count that is only a minimum", () => {
    expect(unseenSummary(unseen({}), EVERYTHING)).toBe("Nothing new since you last looked");
    expect(unseenSummary(unseen({ entered: 3, changed: 1_200 }), EVERYTHING)).toBe(
      "Since you last looked: 3 entered, 1,200 changed",
    );
    expect(unseenSummary(unseen({ left: 1, more: true }), EVERYTHING)).toBe(
      "Since you last looked: at least 1 left",
    );
    expect(unseenSummary(unseen({ left: 1, cutOff: true }), EVERYTHING)).toBe(
      "Since you last looked: at least 1 left",
    );
    expect(unseenSummary(unseen({ cutOff: true }), EVERYTHING)).toBe(
      "Since you last looked: nothing new in the changes that are still kept",
    );
  });
});

describe("describeRecord()", () => {
  const words = (what: ViewChange["what"], fields: ViewChange["fields"]): string =>
    describeRecord(
      "items",
      {
        id: "a",
        name: "A",
        what,
        fields,
        observedAfter: null,
        observedBefore: "2026-01-01T00:00:00.000Z",
      },
      (_, id) => `name of ${id}`,
    );

  it("describeRecord() describes an entered, left or changed record", () => {
    expect(words("entered", { name: { old: null, new: "A" }, locationId: { old: null, new: "l1" } })).toBe(
      "First seen; Location name of l1",
    );
    expect(words("entered", { status: { old: "checked_out", new: "available" } })).toBe(
      "Status Checked out → Available",
    );
    expect(words("changed", { weight: { old: 5, new: 3 } })).toBe("Weight 5 → 3");
    expect(words("entered", { updatedAt: { old: "a", new: "b" } })).toBe("Only its time of update changed");
    expect(words("entered", {})).toBe("Returned again by the service");
    expect(words("left", {})).toBe("No longer returned by the service; the last copy is kept");
  });
});

describe("viewName()", () => {
  const chip = (id: string, value: string, enabled = true): Chip => ({
    id,
    enabled,
    filter: { kind: "text", field: "name", op: "contains", value },
  });

  const [all, available] = BUILT_IN_VIEWS.items;
  const name = (view: NamedView | undefined, ...chips: Pick<Chip, "enabled" | "filter">[]): string =>
    viewName("items", chips, view ?? ALL_VIEW);

  it("viewName() contains the view's id while the table has the view's filters", () => {
    const own: NamedView = {
      id: "own",
      name: "Own",
      builtIn: false,
      definition: { ...ALL_VIEW.definition, filters: [chip("1", "film"), chip("2", "off", false)] },
    };
    expect(name(all)).toBe("items/all");
    expect(name(available, ...(available?.definition.filters ?? []))).toBe("items/available");
    expect(name(own, chip("9", "film"))).toBe("items/own");
    expect(name(own, chip("9", "foil"))).toBe(name(all, chip("1", "foil")));
    expect(name(own)).toBe("items/all");
  });

  it("viewName() returns equal names only for equal filters", () => {
    const both = name(all, chip("1", "film"), chip("2", "foil"));
    expect(name(all, chip("8", "foil"), chip("9", "film"), chip("3", "off", false))).toBe(both);
    const names = [both, name(all), name(all, chip("1", "film")), viewName("types", [], ALL_VIEW)];
    expect(new Set(names).size).toBe(names.length);
    expect(name(all, chip("1", "x".repeat(500))).length).toBeLessThan(200);
  });

  it("viewName() returns the same name after midnight", () => {
    vi.useFakeTimers({ now: new Date(2026, 2, 29, 23, 59) });
    const today: Pick<Chip, "enabled" | "filter"> = {
      enabled: true,
      filter: { kind: "today", field: "createdAt" },
    };
    const before = name(all, today);
    vi.setSystemTime(new Date(2026, 2, 30, 0, 1));
    expect(name(all, today)).toBe(before);
    vi.useRealTimers();
  });
});
