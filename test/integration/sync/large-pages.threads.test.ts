// @module-tag whole
import { expect, it } from "vitest";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { makeRig } from "./support.ts";

/** The records of a full page, which is the most that the service sends. */
const RECORDS = 250;
/** The most stored characters of a name, and of one unknown field. */
const [NAME, FIELD] = [10_000, 15_000];
const PAGES = 3;

/**
 * A record of nearly the largest size. It has a name of thousands of characters, and unknown fields up to their
 * limits.
 */
function largeRecord(at: number): Record<string, unknown> {
  const mark = `${at} `;
  return {
    id: `large-${String(at).padStart(4, "0")}`,
    name: mark + "ö".repeat(NAME - mark.length),
    status: "available",
    note: mark + "n".repeat(FIELD),
    nested: { list: Array.from({ length: 300 }, (_, place) => [place, { mark }]) },
    ["field with a name of its own ".repeat(6)]: at,
    absent: null,
  };
}

it("full pages of the largest records pass through real threads unchanged", async () => {
  const records = Array.from({ length: RECORDS * PAGES }, (_, at) => largeRecord(at));
  let bytes = 0;
  const rig = await makeRig({
    threads: true,
    intercept: ({ url = "" }, response) => {
      if (!url.startsWith("/inventory/items?")) return false;
      const page = Number(new URL(url, "http://service").searchParams.get("cursor") ?? 0);
      const hasMore = page + 1 < PAGES;
      const body = JSON.stringify({
        data: records.slice(page * RECORDS, (page + 1) * RECORDS),
        meta: { requestId: `r-${page}`, hasMore, nextCursor: hasMore ? String(page + 1) : null },
      });
      bytes = Math.max(bytes, body.length);
      response.writeHead(200, { "Content-Type": "application/json" }).end(body);
      return true;
    },
  });
  const { tallies } = await rig.pass({ pageSize: RECORDS });
  expect(bytes).toBeGreaterThan(7_000_000);
  expect(tallies.items).toMatchObject({ seen: records.length, written: records.length, quarantined: 0 });
  for (const record of records)
    expect((await rig.store.reader.record("items", String(record["id"])))?.raw).toEqual(record);
  // The largest window of rows is also returned through a thread.
  const { rows, total } = await rig.store.reader.window("items", EVERYTHING, 0, 500, 0);
  expect([rows.length, total]).toEqual([500, records.length]);
  expect(rows[499]?.["name"]).toBe(records[499]?.["name"]);
  // A second pass writes nothing, because the stored records equal the sent ones.
  const again = await rig.pass({ pageSize: RECORDS, mode: "full" });
  expect(again.tallies.items).toMatchObject({ seen: records.length, written: 0, changes: 0 });
});
