import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { CHUNK_ROWS } from "../../../../../renderer/inventory/query/chunk-rows.ts";
import {
  chunkQuery,
  dividedChunkQuery,
  type Chunk,
} from "../../../../../renderer/inventory/query/result-queries.ts";
import { fail, succeed } from "../../../../../shared/domain/errors.ts";
import { EVERYTHING } from "../../../../../shared/query/query.ts";

const IN_SIGHT = 22;

/**
 * A store of so many rows. @param revisions of its answers, one after the other; null for one that fails.
 * @param counts whether rows come with their numbers.
 */
function setUp(rows: number, revisions: readonly (number | null)[], counts = true) {
  const windows: string[] = [];
  const host = {
    queryWindow: ({ offset, limit }: { readonly offset: number; readonly limit: number }) => {
      const revision = revisions[Math.min(windows.length, revisions.length - 1)] ?? null;
      windows.push(`${offset}+${limit}`);
      if (revision === null) return Promise.resolve(fail({ kind: "internal", message: "no" }));
      const length = Math.max(0, Math.min(limit, rows - offset));
      const named = Array.from({ length }, (_, at) => ({ id: `i-${revision}-${offset + at}` }));
      const numbers = counts ? { total: rows, all: rows } : { total: null, all: null };
      return Promise.resolve(succeed({ rows: named, offset, ...numbers, revision }));
    },
  };
  // Only what is called is there.
  const copy = { profileId: "p", host } as unknown as Parameters<typeof dividedChunkQuery>[0];
  const parts: Chunk[] = [];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const query = dividedChunkQuery(copy, "items", EVERYTHING, IN_SIGHT, (part) => parts.push(part));
  return { windows, parts, client, query, copy };
}

const idsOf = (chunk: Chunk | undefined) => chunk?.lines.map((line) => line["id"]);
const ids = (revision: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `i-${revision}-${from + at}`);

describe("a first chunk in two parts", () => {
  it("tells of the rows in sight first, and is the whole chunk in the end, under the key of one", async () => {
    const { windows, parts, client, query, copy } = setUp(5_000, [7]);
    const whole = await client.fetchQuery(query);
    expect(windows).toEqual([`0+${IN_SIGHT}`, `${IN_SIGHT}+${CHUNK_ROWS - IN_SIGHT}`]);
    expect(parts).toMatchObject([{ total: 5_000, all: 5_000, revision: 7 }]);
    expect(idsOf(parts[0])).toEqual(ids(7, 0, IN_SIGHT));
    expect(whole).toMatchObject({ total: 5_000, all: 5_000, revision: 7 });
    expect(idsOf(whole)).toEqual(ids(7, 0, CHUNK_ROWS));
    const key = chunkQuery(copy, "items", { query: EVERYTHING, groups: null }, 0).queryKey;
    expect(client.getQueryData(key)).toEqual(whole);
  });

  it("is asked for once where the rows in sight are all there are", async () => {
    const { windows, parts, client, query } = setUp(IN_SIGHT - 1, [7]);
    expect(idsOf(await client.fetchQuery(query))).toEqual(ids(7, 0, IN_SIGHT - 1));
    expect([windows.length, parts]).toEqual([1, []]);
  });

  it("tells of nothing before the whole where rows come without their numbers", async () => {
    const { parts, client, query } = setUp(5_000, [7], false);
    const whole = await client.fetchQuery(query);
    expect([parts, whole.known]).toEqual([[], null]);
    expect(idsOf(whole)).toEqual(ids(7, 0, CHUNK_ROWS));
  });

  it("is of one revision, though the store's becomes another between the parts", async () => {
    const { windows, client, query } = setUp(5_000, [7, 8, 8]);
    const whole = await client.fetchQuery(query);
    expect(whole.revision).toBe(8);
    expect(idsOf(whole)).toEqual(ids(8, 0, CHUNK_ROWS));
    expect(windows.at(-1)).toBe(`0+${CHUNK_ROWS}`);
  });

  it("fails where a part does", async () => {
    const { client, query } = setUp(5_000, [7, null]);
    await expect(client.fetchQuery(query)).rejects.toThrow("no");
  });
});
