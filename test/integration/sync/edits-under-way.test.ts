import { describe, expect, it } from "vitest";
import { hash32, mulberry32 } from "../../../electron/sample-service/prng.ts";
import {
  asked,
  clientBringing,
  companyRecords,
  expectCopyEqualsCompany,
  makeRig,
  type Rig,
} from "./support.ts";

const START = Date.parse("2026-03-01T12:00:00.000Z");

/** Edits items at three places, seen from the reader: before the page, on it, and after it. */
function edits(
  rig: Rig,
  seed: number,
): { readonly onPage: (resource: string) => void; readonly made: () => number } {
  const random = mulberry32(hash32(seed, 7));
  const ids = companyRecords(rig.service, "items").map(({ id }) => String(id));
  const choose = (): string => ids[Math.floor(random() * ids.length)] ?? "";
  let made = 0;
  return {
    made: () => made,
    onPage: (resource) => {
      if (resource !== "items") return;
      for (let edit = 0; edit < 3; edit += 1) {
        made += 1;
        rig.service.company.upsertItem({ id: choose(), name: `Edit ${made}` });
      }
      // The new ids are before, between and after all other ids.
      rig.service.company.upsertItem({ id: `${choose()}-${made}`, name: `New ${made}` });
      rig.service.company.upsertItem({ id: `0-${made}`, name: `First ${made}` });
      rig.service.company.upsertItem({ id: `zz-${made}`, name: `Last ${made}` });
      rig.service.company.step();
    },
  };
}

describe("edits and new items during a listing", () => {
  it.each([1, 2, 3, 4])(
    "the copy has all edits after the next pass, in any order of pages and edits (%d)",
    async (seed) => {
      let now = START;
      const rig = await makeRig({
        now: () => now,
        random: mulberry32(seed),
        faults: { duplicateChance: 0.3, shortPages: 9 },
      });
      await rig.pass();
      const { onPage, made } = edits(rig, seed);
      for (const mode of ["full", "incremental", "incremental", "full"] as const) {
        now += 600_000;
        let pages = 0;
        await rig.pass({
          mode,
          pageSize: 10,
          onPage: (resource) => {
            now += 20_000;
            // Endless edits would cause endless pages, because each edit moves its record to the end of the
            // order by updates.
            if ((pages += 1) < 20) onPage(resource);
          },
        });
      }
      expect(made()).toBeGreaterThan(30);
      const summary = await rig.pass();
      await expectCopyEqualsCompany(rig);
      expect([summary.mark, (await rig.facts()).mark]).toEqual([new Date(now).toISOString(), summary.mark]);
      // Records that are already copied are not requested again.
      now += 600_000;
      await rig.pass();
      rig.service.requests.clear();
      const last = await rig.pass({ withReferences: false });
      expect([last.tallies.items.seen, last.mark]).toEqual([0, new Date(now).toISOString()]);
      expect(asked(rig.service)).toEqual(["items since 200"]);
    },
  );

  it("edits in pages that were already read arrive again on a later page", async () => {
    let now = START;
    const rig = await makeRig({ now: () => now });
    for (let pass = 0; pass < 2; pass += 1) await rig.pass();
    const ids = companyRecords(rig.service, "items").map(({ id }) => String(id));
    for (const id of ids.slice(0, 30)) {
      now += 1_000;
      rig.service.company.upsertItem({ id, name: "Edited once" });
    }
    let pages = 0;
    const summary = await rig.pass({
      pageSize: 10,
      withReferences: false,
      onPage: () => {
        pages += 1;
        if (pages === 1) rig.service.company.upsertItem({ id: String(ids[0]), name: "Edited twice" });
      },
    });
    // The listing has 30 edited items on three pages, and then the first item again: 31 records with 30
    // different ids.
    expect([pages, summary.tallies.items]).toEqual([
      4,
      { seen: 30, written: 31, quarantined: 0, changes: 31 },
    ]);
    await expectCopyEqualsCompany(rig);
  });
});

describe("edits of a record without updatedAt", () => {
  it("a record that gains or loses updatedAt is stored as last fetched", async () => {
    const rig = await makeRig({ items: 5 });
    const [first] = companyRecords(rig.service, "items");
    const id = String(first?.["id"]);
    const name = async (): Promise<unknown> => (await rig.store.reader.record("items", id))?.row["name"];
    await rig.pass();
    // Design 4.4: null is neither newer nor older than a date, so that the later fetch decides.
    rig.service.company.upsertItem({ id, name: "Timeless", updatedAt: null });
    await rig.pass({ mode: "full" });
    expect(await name()).toBe("Timeless");
    rig.service.company.upsertItem({ id, name: "Dated, long ago", updatedAt: "2001-01-01T00:00:00.000Z" });
    await rig.pass({ mode: "full" });
    expect(await name()).toBe("Dated, long ago");
    await expectCopyEqualsCompany(rig);
  });
});

describe("time stamps of updates", () => {
  it.each([
    [
      "microseconds: the later instant wins in the same millisecond",
      "2026-01-01T00:00:00.123456Z",
      "2026-01-01T00:00:00.123457Z",
      true,
    ],
    [
      "microseconds: the earlier instant loses",
      "2026-01-01T00:00:00.123457Z",
      "2026-01-01T00:00:00.123456Z",
      false,
    ],
    [
      "offsets: the later instant wins in UTC",
      "2026-01-01T12:00:00.000Z",
      "2026-01-01T10:00:00.001-02:00",
      true,
    ],
    [
      "offsets: an instant that only looks later loses",
      "2026-01-01T12:00:00.000Z",
      "2026-01-01T13:59:59.999+02:00",
      false,
    ],
    [
      "equal instants: the later fetch wins",
      "2026-01-01T12:00:00Z",
      "2026-01-01T14:00:00.000000+02:00",
      true,
    ],
  ])("the later of two instants wins: %s", async (_rule, before, after, wins) => {
    const rig = await makeRig({ items: 3 });
    const [first] = companyRecords(rig.service, "items");
    const version = (name: string, updatedAt: string): object => ({
      ...first,
      id: "stamped",
      name,
      updatedAt,
    });
    // One listing returns both versions, as if a record had moved between two pages.
    const versions = [version("Before", before), version("After", after)];
    const client = clientBringing(rig, (records, resource) =>
      resource === "items" ? [...records, ...versions] : records,
    );
    await rig.pass({ client });
    const record = await rig.store.reader.record("items", "stamped");
    expect(record?.raw).toMatchObject(
      wins ? { name: "After", updatedAt: after } : { name: "Before", updatedAt: before },
    );
  });
});

describe("a late page", () => {
  it("a late page does not overwrite a record that getItem just verified", async () => {
    for (const updatedAt of ["2026-01-01T00:00:00.000Z", null]) {
      const rig = await makeRig({ items: 5 });
      await rig.pass();
      const id = "late";
      // The service reads the page with this state of the record …
      rig.service.company.upsertItem({ id, name: "Old", updatedAt });
      let verified = false;
      await rig.pass({
        mode: "full",
        // … the record is requested after the page was requested and before the page is stored …
        onPage: (resource) => {
          if (resource !== "items" || verified) return;
          verified = true;
          rig.service.company.upsertItem({ id, name: "New", updatedAt });
        },
        writer: new Proxy(rig.store.writer, {
          get: (writer, method) =>
            method === "storePages" && verified
              ? async (...args: Parameters<typeof writer.storePages>) => {
                  const sequence = (await rig.facts()).fetchSequence + 1_000;
                  const { record } = await rig.client.getRecord("items", id, { priority: "user" });
                  await writer.storeRecord("items", record, { sequence, at: 0, servedBy: 0, verified: true });
                  return writer.storePages(...args);
                }
              : Reflect.get(writer, method),
        }),
      });
      // … so that the stored record must equal the service's present one.
      expect((await rig.store.reader.record("items", id))?.row["name"]).toBe("New");
      await expectCopyEqualsCompany(rig);
    }
  });
});
