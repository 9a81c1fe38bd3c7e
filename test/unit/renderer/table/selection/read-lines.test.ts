import { describe, expect, it } from "vitest";
import { columnsOf } from "../../../../../renderer/table/columns/column-layout.ts";
import { COPY_FORMATS } from "../../../../../renderer/table/selection/copy-formats.ts";
import { readLines } from "../../../../../renderer/table/selection/read-lines.ts";
import { succeed } from "../../../../../shared/base/errors.ts";
import { EVERYTHING } from "../../../../../shared/query/query.ts";

const columns = columnsOf("items").filter(({ id }) => id === "name");

/** A store of `total` rows. Each call returns the next of the revisions. */
function store(total: number, revisions: readonly number[], name = (at: number): string => `Roll ${at}`) {
  const calls = { windows: 0 };
  let asked = 0;
  const revision = (): number => revisions[Math.min(asked++, revisions.length - 1)] ?? 0;
  const copy = {
    profileId: "p",
    host: {
      queryCount: () => Promise.resolve(succeed({ total, all: total, revision: revision() })),
      queryPage: ({ offset, limit }: { readonly offset: number; readonly limit: number }) => {
        calls.windows += 1;
        const rows = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => ({
          name: name(offset + at),
        }));
        return Promise.resolve(succeed({ rows, offset, total, all: total, revision: revision() }));
      },
    },
  };
  return { copy, calls };
}

describe("the lines of a copy", () => {
  it("lines contain every row in order, from several windows", async () => {
    const { copy, calls } = store(1_200, [1]);
    const lines = await readLines(copy, "items", columns, EVERYTHING, COPY_FORMATS.tabs);
    expect(lines).toEqual(Array.from({ length: 1_200 }, (_, at) => `Roll ${at}`));
    expect(calls.windows).toBe(3);
  });

  it("lines are of one revision: read again after a change, given up if changes continue", async () => {
    const { copy, calls } = store(800, [1, 1, 2, 2, 2, 2]);
    expect(await readLines(copy, "items", columns, EVERYTHING, COPY_FORMATS.tabs)).toHaveLength(800);
    expect(calls.windows).toBe(4);
    const restless = store(
      800,
      Array.from({ length: 50 }, (_, at) => at),
    );
    await expect(readLines(restless.copy, "items", columns, EVERYTHING, COPY_FORMATS.tabs)).rejects.toThrow(
      "keep changing",
    );
  });

  it("a copy is refused early if it has far too many lines, and if it has none", async () => {
    const { copy, calls } = store(1_000_000, [1], () => "x".repeat(100));
    await expect(readLines(copy, "items", columns, EVERYTHING, COPY_FORMATS.tabs)).rejects.toThrow(
      "at most 10,000,000 characters",
    );
    expect(calls.windows).toBe(1);
    const none = store(0, [1]);
    await expect(readLines(none.copy, "items", columns, EVERYTHING, COPY_FORMATS.tabs)).rejects.toThrow(
      "none of these rows",
    );
  });
});
