import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { InventoryWriter } from "../../../../electron/store/ingest/inventory-writer.ts";
import { INVENTORY_MIGRATIONS } from "../../../../electron/store/database/migrations/index.ts";
import { isInventoryReadable } from "../../../../electron/store/database/inventory-file.ts";
import { isReadable } from "../../../../electron/store/database/open-database.ts";
import { openInventoryStore, type InventoryStore } from "../../../../electron/index/inventory-store.ts";
import { openUserStore } from "../../../../electron/hosts/core/open-user-store.ts";
import { systemClock } from "../../../../electron/base/clock.ts";
import { errorOf } from "../../../helpers/failures.ts";
import { limitFileSize } from "../../../helpers/file-size-limit.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { waitUntil } from "../../../helpers/wait-until.ts";
import { item } from "../store/support.ts";

/** A copy with two items, closed. */
async function makeCopy(): Promise<string> {
  const file = path.join(await temporaryFolder(), "inventory.sqlite");
  const writer = new InventoryWriter(file);
  writer.beginListing("items", writer.beginPass().pass);
  const fetched = { sequence: 1, at: 0, servedBy: 0, verified: false };
  const page = { records: [item("a"), item("b")], requestId: null, fetched };
  writer.storePages("items", [page], { everything: true, facts: { firstPullComplete: true } });
  writer.close();
  return file;
}

/** Overwrites the first page of a table. */
function damage(file: string, table: string): void {
  const database = new DatabaseSync(file);
  const find = database.prepare(
    "SELECT rootpage, page_size AS size FROM sqlite_schema, pragma_page_size WHERE name = ?",
  );
  const { rootpage, size } = find.get(table) as { rootpage: number; size: number };
  database.close();
  const bytes = fs.readFileSync(file);
  fs.writeFileSync(file, bytes.fill(0, (rootpage - 1) * size, rootpage * size));
}

async function open(file: string): Promise<InventoryStore> {
  const store = await openInventoryStore(file);
  onTestFinished(() => store.close());
  return store;
}

describe("a local copy", () => {
  it("opening a local copy starts only the reader", async () => {
    const file = await makeCopy();
    expect(isInventoryReadable(file)).toBe(true);
    const store = await open(file);
    const described = await store.writer.describe();
    expect(described).toMatchObject({ totals: { items: 2, types: 0, locations: 0 }, setAside: null });
    // Only a writer creates the database log, so the copy has not been opened for writing yet.
    expect(fs.existsSync(`${file}-wal`) && fs.statSync(`${file}-wal`).size > 0).toBe(false);
    await store.writer.saveFacts({ connectionId: "p" });
    expect(await store.writer.describe()).toEqual({
      ...described,
      facts: { ...described.facts, connectionId: "p" },
    });
  });

  it("a local copy's writer works again after its release, even during concurrent calls", async () => {
    const store = await open(path.join(await temporaryFolder(), "inventory.sqlite"));
    const { pass } = await store.writer.beginPass();
    await store.writer.beginListing("items", pass);
    const fetched = { sequence: 1, at: 0, servedBy: 0, verified: false };
    const page = { records: [item("a"), item("b")], requestId: null, fetched };
    await store.writer.storePages("items", [page], { everything: true, facts: { firstPullComplete: true } });
    const before = await store.writer.describe();
    const rested = store.rest();
    const stored = store.writer.storeRecord("items", item("c"), { ...fetched, sequence: 2 });
    await rested;
    expect(await stored).toMatchObject({ changed: true, totals: { items: 3 } });
    expect((await store.writer.describe()).totals).toEqual({ ...before.totals, items: 3 });
    await store.rest();
    expect((await store.writer.describe()).totals.items).toBe(3);
  });

  it("a local copy can be closed before its first write", async () => {
    const store = await openInventoryStore(await makeCopy());
    await store.close();
    expect((await errorOf(store.writer.describe())).kind).toBe("internal");
  });

  it("the writer opens a copy that is missing, empty, outdated or possibly damaged", async () => {
    const file = await makeCopy();
    expect(isInventoryReadable(`${file}.missing`)).toBe(false);
    fs.writeFileSync(`${file}.empty`, "");
    expect(isInventoryReadable(`${file}.empty`)).toBe(false);
    expect(isReadable(file, [...INVENTORY_MIGRATIONS, "SELECT 1"])).toBe(false);
    fs.writeFileSync(`${file}.suspect`, "");
    expect(isInventoryReadable(file)).toBe(false);
    const store = await open(file);
    expect((await store.writer.describe()).totals.items).toBe(2);
    expect(isInventoryReadable(file)).toBe(true);
  });

  it("a copy with damaged facts is set aside at once", async () => {
    for (const table of ["facts", "items"]) {
      const file = await makeCopy();
      damage(file, table);
      if (table === "items") {
        const met = await openInventoryStore(file);
        const damaged = await errorOf(met.reader.record("items", "a"));
        expect(damaged).toMatchObject({ kind: "store", reason: "corrupt" });
        await met.close();
      }
      const store = await open(file);
      expect((await store.writer.describe()).setAside).toContain("damaged");
    }
  });

  it("a restarted writer never sets aside a file that its reader has open", async () => {
    const file = await makeCopy();
    const store = await open(file);
    expect((await store.writer.beginPass()).totals.items).toBe(2);
    await store.rest();
    fs.writeFileSync(`${file}.suspect`, "");
    damage(file, "items");
    await store.writer.beginPass().catch(() => {});
    await store.close();
    expect(fs.readdirSync(path.dirname(file)).filter((name) => name.includes("damaged"))).toEqual([]);
    const again = await open(file);
    expect((await again.writer.describe()).setAside).toContain("damaged");
  });

  it("a copy with damaged pages behind a valid header is set aside", async () => {
    const file = await makeCopy();
    const bytes = fs.readFileSync(file);
    fs.writeFileSync(file, bytes.fill(0x5a, 100));
    expect(isReadable(file, INVENTORY_MIGRATIONS)).toBe(true);
    expect(isInventoryReadable(file)).toBe(false);
    const store = await open(file);
    const { setAside, totals } = await store.writer.describe();
    expect(path.basename(setAside ?? "")).toMatch(/^.+\.sqlite\.damaged-/u);
    expect(totals.items).toBe(0);
  });
});

it("the user's database keeps texts written before its thread started", async () => {
  const file = path.join(await temporaryFolder(), "user.sqlite");
  const before = openUserStore(file, systemClock);
  await before.set("a", "1");
  expect(await before.get("a")).toBe("1");
  await before.close();
  expect((await errorOf(before.get("a"))).kind).toBe("internal");
  const store = openUserStore(file, systemClock);
  expect(await store.get("a")).toBe("1");
  await store.close();
});

it.runIf(process.platform === "linux")(
  "the user's data stay readable if the disk refuses writes",
  async () => {
    const threads = (): number => fs.readdirSync("/proc/self/task").length;
    const file = path.join(await temporaryFolder(), "user.sqlite");
    const before = openUserStore(file, systemClock);
    await before.set("a", "1");
    await before.close();
    const store = openUserStore(file, systemClock);
    onTestFinished(() => store.close());
    expect(await store.get("a")).toBe("1");
    const first = threads();
    limitFileSize(0);
    await waitUntil(() => threads() > first, "the thread");
    const refused = { error: { kind: "store", reason: "not_writable" } };
    for (let turn = 0; turn < 2; turn += 1) {
      await expect(store.set("a", "2")).rejects.toMatchObject(refused);
      expect(await store.get("a")).toBe("1");
    }
    limitFileSize("unlimited");
    await store.set("a", "3");
    expect(await store.get("a")).toBe("3");
  },
);
