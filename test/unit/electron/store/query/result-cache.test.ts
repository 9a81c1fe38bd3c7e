import { describe, expect, it } from "vitest";
import { compileQuery } from "../../../../../electron/store/query/compile-query.ts";
import { ResultCache } from "../../../../../electron/store/query/result-cache.ts";

const named = (name: string): ReturnType<typeof compileQuery> =>
  compileQuery(
    "items",
    { version: 1, filter: { field: "name", op: "is", value: name } },
    { now: 0, someHidden: false },
  );

describe("ResultCache", () => {
  it("finds a result by resource, query, values and revision, all of them", () => {
    const cache = new ResultCache();
    const ids = Uint32Array.of(3, 1, 2);
    cache.put("items", named("a"), 7, ids);
    expect(cache.find("items", named("a"), 7)).toBe(ids);
    expect(cache.find("items", named("b"), 7)).toBeUndefined();
    expect(cache.find("items", named("a"), 8)).toBeUndefined();
    expect(cache.find("types", named("a"), 7)).toBeUndefined();
  });

  it("drops the result that was used the longest ago, and holds a bounded number", () => {
    const cache = new ResultCache();
    const names = Array.from({ length: 40 }, (_, at) => `q${at}`);
    for (const name of names) {
      cache.put("items", named(name), 1, Uint32Array.of(1));
      expect(cache.find("items", named("q0"), 1)).toBeDefined();
    }
    const kept = names.filter((name) => cache.find("items", named(name), 1));
    expect(kept.length).toBeLessThan(10);
    expect(kept).toContain("q0");
    expect(kept).toContain("q39");
  });
});
