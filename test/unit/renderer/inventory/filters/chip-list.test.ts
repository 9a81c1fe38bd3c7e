import { describe, expect, it } from "vitest";
import {
  dropChip,
  putChip,
  soloChip,
  toggleChip,
} from "../../../../../renderer/inventory/filters/chip-list.ts";
import type { Chip } from "../../../../../shared/query/field-filter.ts";

const a: Chip = { id: "a", enabled: false, filter: { kind: "presence", field: "weight", empty: true } };
const b: Chip = { id: "b", enabled: true, filter: { kind: "presence", field: "status", empty: true } };

describe("chip list", () => {
  it("replaces a chip in its place and keeps its switch", () => {
    const filter = { kind: "presence", field: "weight", empty: false } as const;
    expect(putChip([a, b], "a", filter)).toEqual([{ ...a, filter }, b]);
  });
  it("adds an unknown one at the end, switched on", () => {
    expect(putChip([a], "b", b.filter)).toEqual([a, b]);
  });
  it("switches and drops only the one that is meant", () => {
    expect(toggleChip([a, b], "a")).toEqual([{ ...a, enabled: true }, b]);
    expect(dropChip([a, b], "a")).toEqual([b]);
  });
  it("leaves only one on, and the second time all", () => {
    const solo = soloChip([a, b], "a");
    expect(solo.map(({ enabled }) => enabled)).toEqual([true, false]);
    expect(soloChip(solo, "a").map(({ enabled }) => enabled)).toEqual([true, true]);
  });
});
