import fs from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { InventoryWriter } from "../../../electron/store/ingest/inventory-writer.ts";
import { endOfDay } from "../../../shared/query/past-moments.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { cli } from "./support.ts";

/** Noon of a day of October 2025 by the local clock. */
const noon = (day: number): number => new Date(2025, 9, day, 12).getTime();
const iso = (time: number): string => new Date(time).toISOString();

/**
 * A data folder that was first pulled on 1 October. One item moves on the 3rd and the 5th, and another item is
 * new on the 5th.
 */
async function pastFolder(): Promise<string> {
  const folder = await temporaryFolder();
  const writer = new InventoryWriter(path.join(folder, "inventory.sqlite"));
  let sequence = 0;
  const refresh = (day: number, records: readonly object[]): void => {
    const { pass } = writer.beginPass();
    sequence += 1;
    const fetched = { sequence, at: noon(day), servedBy: noon(day), verified: false };
    for (const resource of ["locations", "types", "items"] as const) {
      writer.beginListing(resource, pass);
      const pages = resource === "items" ? [{ records, requestId: null, fetched }] : [];
      const facts = resource === "items" ? { firstPullComplete: true, mark: iso(noon(day)) } : {};
      writer.storePages(resource, pages, { everything: false, facts });
    }
  };
  const item = (id: string, locationId: string): object => ({ id, name: `Roll ${id}`, locationId });
  refresh(1, [item("a", "l1"), item("b", "l1")]);
  refresh(3, [item("a", "l2")]);
  refresh(5, [item("a", "l3"), item("c", "l1")]);
  writer.close();
  return folder;
}

const lines = (stdout: string): Record<string, unknown>[] =>
  stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe("the command `export --as-of`", () => {
  it("`export --as-of` writes the rows at the end of a local day or at an instant", async () => {
    const folder = await pastFolder();
    const out = path.join(folder, "out.ndjson");
    const exported = async (...words: string[]) => {
      const base = [
        "export",
        "--data-dir",
        folder,
        "--resource",
        "items",
        "--format",
        "ndjson",
        "--out",
        out,
      ];
      const ended = await cli([
        ...base,
        "--columns",
        "id,locationId,changedNotBefore,changedNotAfter",
        ...words,
      ]);
      return { ...ended, rows: ended.code === 0 ? lines(await fs.readFile(out, "utf8")) : [] };
    };
    const none = { changedNotBefore: null, changedNotAfter: null };
    const gap = { changedNotBefore: iso(noon(3)), changedNotAfter: iso(noon(5)) };
    const day = await exported("--as-of", "2025-10-03");
    expect(day.json).toMatchObject({
      ok: true,
      rows: 2,
      asOf: endOfDay("2025-10-03"),
      refreshedAt: iso(noon(3)),
    });
    expect(day.rows).toEqual([
      { id: "a", locationId: "l2", ...gap },
      { id: "b", locationId: "l1", ...none },
    ]);
    const instant = await exported("--as-of", iso(noon(2)));
    expect(instant.rows[0]).toMatchObject({ id: "a", locationId: "l1" });
    const query = JSON.stringify({ version: 1, filter: { field: "locationId", op: "is", value: "l2" } });
    expect((await exported("--as-of", "2025-10-04", "--query", query)).rows).toMatchObject([{ id: "a" }]);
    expect((await exported("--as-of", "2025-10-05")).rows).toHaveLength(3);

    const before = await exported("--as-of", "2025-09-30");
    expect(before.code).toBe(7);
    expect(before.stderr).toMatch(/Nothing was observed before .*2025/);
  });

  it("a past day's workbook states the day's time and the last refresh before that time", async () => {
    const folder = await pastFolder();
    const out = path.join(folder, "out.xlsx");
    const words = ["export", "--data-dir", folder, "--resource", "items", "--format", "xlsx", "--out", out];
    const { json } = await cli([...words, "--manifest", "--as-of", "2025-10-04"]);
    expect(json).toMatchObject({ rows: 2, asOf: endOfDay("2025-10-04") });
    expect(JSON.parse(await fs.readFile(`${out}.manifest.json`, "utf8"))).toMatchObject({
      asOf: endOfDay("2025-10-04"),
      refreshedAt: iso(noon(3)),
      query: { json: { asOf: endOfDay("2025-10-04") } },
    });
  });

  it('a view as of a past day uses that day as "today"', async () => {
    const folder = await pastFolder();
    const out = path.join(folder, "out.json");
    const words = ["export", "--data-dir", folder, "--resource", "items", "--format", "json", "--out", out];
    for (const moment of ["2025-10-04", iso(noon(4))]) {
      await cli([...words, "--manifest", "--view", "Updated today", "--as-of", moment]);
      const { query } = JSON.parse(await fs.readFile(`${out}.manifest.json`, "utf8")) as {
        query: { json: { filter: { all: { value: string }[] } } };
      };
      const after = query.json.filter.all[0]?.value ?? "";
      expect(after.slice(0, 19)).toBe(iso(new Date(2025, 9, 4).getTime() - 1).slice(0, 19));
    }
  });
});

describe("the command `changes --net`", () => {
  it("`changes --net` prints one line per record that differs between two days", async () => {
    const folder = await pastFolder();
    const net = (...words: string[]) => cli(["changes", "--data-dir", folder, "--net", ...words]);
    const all = await net("--since", "2025-10-01", "--until", "2025-10-05");
    expect(all.code).toBe(0);
    expect(lines(all.stdout)).toEqual([
      {
        change: "changed",
        resource: "items",
        id: "a",
        observedAfter: iso(noon(1)),
        observedBefore: iso(noon(5)),
        fields: { locationId: { old: "l1", new: "l3" } },
      },
      expect.objectContaining({ change: "entered", id: "c" }),
    ]);
    expect((await net("--since", "2025-10-01")).stdout).toBe(all.stdout);
    const first = await net("--since", "2025-10-01", "--until", iso(noon(4)));
    expect(lines(first.stdout)).toMatchObject([
      { id: "a", fields: { locationId: { old: "l1", new: "l2" } } },
    ]);
    expect((await net("--since", "2025-10-03", "--until", "2025-10-04")).stdout).toBe("");

    const always = await net("--since", "2025-10-01", "--until", "9999-12-31");
    expect([always.code, always.stdout]).toEqual([0, all.stdout]);
    const before = await net("--since", "2025-09-01");
    expect([before.code, before.stderr]).toEqual([7, expect.stringMatching(/Nothing was observed before/)]);
  });

  it("`changes --until` limits the list of single changes", async () => {
    const folder = await pastFolder();
    const { stdout } = await cli(["changes", "--data-dir", folder, "--until", iso(noon(4))]);
    expect(lines(stdout)).toMatchObject([{ id: "a" }]);
  });
});
