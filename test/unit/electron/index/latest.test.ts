import { describe, expect, it } from "vitest";
import { Latest } from "../../../../electron/index/latest.ts";

describe("Latest", () => {
  it("Latest creates a value once and keeps it under its key", () => {
    const latest = new Latest<Uint32Array>(6);
    const ids = Uint32Array.of(3, 1, 2);
    expect(latest.find("a")).toBeUndefined();
    expect(latest.get("a", () => ids)).toBe(ids);
    expect(latest.get("a", () => new Uint32Array())).toBe(ids);
    expect(latest.find("a")).toBe(ids);
    expect(latest.find("b")).toBeUndefined();
  });

  it("Latest keeps a limited number of values and drops the least recently used value", () => {
    const latest = new Latest<number>(6);
    const keys = Array.from({ length: 40 }, (_, at) => `q${at}`);
    for (const key of keys) {
      latest.get(key, () => 1);
      expect(latest.find("q0")).toBeDefined();
    }
    const kept = keys.filter((key) => latest.find(key) !== undefined);
    expect(kept).toHaveLength(6);
    expect(kept).toContain("q0");
    expect(kept).toContain("q39");
  });
});
