import { describe, expect, it } from "vitest";
import { dropChip, putChip, soloChip, toggleChip } from "../../../../../renderer/table/filters/chip-list.ts";
import type { Chip } from "../../../../../shared/query/field-filter.ts";

const a: Chip = { id: "a", enabled: false, filter: { kind: "presence", field: "weight", empty: true } };
const b: Chip = { id: "b", enabled: true, filter: { kind: "presence", field: "status", empty: true } };

describe("chip list", () => {
  it("a chip is replaced in place and keeps whether it is on", () => {
    const filter = { kind: "presence", field: "weight", empty: false } as const;
    expect(putChip([a, b], "a", filter)).toEqual([{ ...a, filter }, b]);
  });
  it("a new chip is added at the end, switched on", () => {
    expect(putChip([a], "b", b.filter)).toEqual([a, b]);
  });
  it("only the given chip is switched or removed", () => {
    expect(toggleChip([a, b], "a")).toEqual([{ ...a, enabled: true }, b]);
    expect(dropChip([a, b], "a")).toEqual([b]);
  });
  it("one chip stays on alone, then all are on", () => {
    const solo = soloChip([a, b], "a");
    expect(solo.map(({ enabled }) => enabled)).toEqual([true, false]);
    expect(soloChip(solo, "a").map(({ enabled }) => enabled)).toEqual([true, true]);
  });
});
