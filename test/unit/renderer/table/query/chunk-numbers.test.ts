import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { chunkQuery } from "../../../../../renderer/table/query/result-queries.ts";
import { succeed } from "../../../../../shared/base/errors.ts";
import { EVERYTHING } from "../../../../../shared/query/query.ts";

it("a chunk of rows without counts keeps the last known counts", async () => {
  const answers = [
    { total: null, all: null, revision: 1 },
    { total: 40, all: 60, revision: 2 },
    { total: null, all: null, revision: 3 },
    { total: null, all: 61, revision: 4 },
    { total: 41, all: 61, revision: 5 },
  ];
  const asked = answers.values();
  const host = {
    queryPage: () => Promise.resolve(succeed({ rows: [], offset: 0, ...asked.next().value })),
  };
  // Only the called functions exist.
  const copy = { connectionId: "p", host } as unknown as Parameters<typeof chunkQuery>[0];
  const client = new QueryClient();
  const query = chunkQuery(copy, "items", { query: EVERYTHING, groups: null }, 0);
  const known = [];
  for (const { revision } of answers) {
    const chunk = await client.fetchQuery({ ...query, staleTime: 0 });
    expect(chunk.revision).toBe(revision);
    known.push(chunk.known);
  }
  const counted = { total: 40, all: 60, revision: 2 };
  expect(known).toEqual([null, counted, counted, counted, { total: 41, all: 61, revision: 5 }]);
});
