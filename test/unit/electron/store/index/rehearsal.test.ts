import { describe, expect, it } from "vitest";
import { Rehearsal } from "../../../../../electron/store/index/rehearsal.ts";

/** A store of rows with such names, each of whose searches takes so many ms. */
function setUp(names: readonly (string | null)[], took: number) {
  const asked: string[] = [];
  let time = 0;
  const rehearsal = new Rehearsal(
    (text) => {
      asked.push(text);
      time += took;
      return names.map((name) => ({ name }));
    },
    () => time,
  );
  return { rehearsal, asked };
}

describe("a rehearsal", () => {
  it("searches for the names of rows, key by key", () => {
    const { rehearsal, asked } = setUp(["µ-foil", null, "ab"], 1);
    for (let steps = 0; rehearsal.step(); steps += 1) expect(steps).toBeLessThan(100);
    expect(asked).toEqual(["", "µ", "µ-", "µ-f", "µ-fo", "a", "ab"]);
  });

  it("ends where there is no name, and stays ended", () => {
    const { rehearsal, asked } = setUp([null], 1);
    expect([rehearsal.step(), rehearsal.step()]).toEqual([false, false]);
    expect(asked).toEqual([""]);
  });

  it("takes no longer than a hundred ms and the search that they end in", () => {
    const { rehearsal, asked } = setUp(["film", "foil", "tape"], 60);
    expect([rehearsal.step(), rehearsal.step()]).toEqual([true, false]);
    expect(asked).toEqual(["", "f"]);
  });
});
