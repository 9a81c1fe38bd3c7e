import { describe, expect, it } from "vitest";
import { fakeClock } from "../../helpers/virtual-clock.ts";
import {
  asked,
  companyRecords,
  editFirstItem,
  expectCopyEqualsCompany,
  itemRequests,
  makeRig,
} from "./support.ts";

const DAY = 86_400_000;
const START = Date.parse("2026-03-01T12:00:00.000Z");

describe("the high-water mark", () => {
  it.each([
    ["absent", { dateHeader: "absent" }],
    ["malformed", { dateHeader: "malformed" }],
  ] as const)(
    "the mark is the first page's latest update if the Date header is %s",
    async (_what, faults) => {
      let now = START;
      const rig = await makeRig({ now: () => now, faults });
      const { mark } = await rig.pass();
      const updates = [...rig.service.company.items.all()].map(({ updatedAt }) =>
        Date.parse(updatedAt ?? ""),
      );
      expect(Date.parse(mark ?? "")).toBeLessThanOrEqual(Math.max(...updates));
      expect(updates).toContain(Date.parse(mark ?? ""));
      for (let pass = 0; pass < 3; pass += 1) {
        now += 60_000;
        for (let event = 0; event < 10; event += 1) rig.service.company.step();
        const next = await rig.pass();
        expect(Date.parse(next.mark ?? "")).toBeGreaterThanOrEqual(Date.parse(mark ?? ""));
        await expectCopyEqualsCompany(rig);
      }
    },
  );

  it.each([-3 * DAY, -1, 0, 301_000, 3 * DAY])(
    "the mark is the service's Date even if the Date is %d ms off the updates",
    async (dateSkewMs) => {
      let now = START;
      const rig = await makeRig({ now: () => now, faults: { dateSkewMs } });
      expect((await rig.pass()).mark).toBe(
        new Date(Math.floor((START + dateSkewMs) / 1_000) * 1_000).toISOString(),
      );
      now += 60_000;
      for (let event = 0; event < 10; event += 1) rig.service.company.step();
      await rig.pass();
      await expectCopyEqualsCompany(rig);
    },
  );

  it("the mark is the service's Date at the start of a long pass", async () => {
    let now = START;
    const rig = await makeRig({ now: () => now });
    const summary = await rig.pass({ onPage: () => void (now += 100_000) });
    expect(summary.mark).toBe(new Date(START).toISOString());
  });

  it("the mark does not depend on the local clock", async () => {
    const clock = fakeClock(Date.parse("2020-01-01T00:00:00Z"));
    let now = START;
    const rig = await makeRig({ clock, now: () => now });
    const marks: (string | null)[] = [];
    for (const step of [0, -3_600_000, DAY]) {
      now += 60_000;
      rig.service.company.step();
      marks.push((await rig.pass({ onPage: () => clock.step(step) })).mark);
      await expectCopyEqualsCompany(rig);
    }
    expect(marks).toEqual([1, 2, 3].map((minute) => new Date(START + minute * 60_000).toISOString()));
  });

  it("the mark can decrease in a full pass, but never in an incremental pass", async () => {
    let now = START;
    const rig = await makeRig({ now: () => now });
    const { mark } = await rig.pass();
    now -= DAY;
    expect((await rig.pass()).mark).toBe(mark);
    expect((await rig.pass({ mode: "full" })).mark).toBe(new Date(now).toISOString());
  });

  it("the mark does not change if the pass fails on its last page", async () => {
    let now = START;
    const rig = await makeRig({ now: () => now });
    editFirstItem(rig.service);
    const { mark } = await rig.pass();
    now += 60_000;
    rig.service.setFaults({ onlyPath: "/inventory/items", skipRequests: 2, serverErrorNext: 4 });
    expect((await rig.failingPass({ mode: "full" })).kind).toBe("server");
    expect((await rig.facts()).mark).toBe(mark);
    rig.service.requests.clear();
    await rig.pass();
    expect(itemRequests(rig.service)[0]?.["updatedSince"]).toBe(new Date(START - 300_000).toISOString());
  });
});

describe("a missing Date header", () => {
  it("no edit is lost without a Date header, even with a mark in 2099", async () => {
    let now = START;
    const clock = fakeClock(START);
    const rig = await makeRig({ clock, now: () => now, faults: { dateHeader: "absent" } });
    rig.service.company.upsertItem({ id: "0-far", name: "Far", updatedAt: "2099-01-01T00:00:00.000Z" });
    expect((await rig.pass()).mark).toBe("2099-01-01T00:00:00.000Z");
    for (let pass = 0; pass < 3; pass += 1) {
      now += 60_000;
      clock.step(60_000);
      rig.service.company.upsertItem({ id: `new-${pass}`, name: "New" });
      rig.service.requests.clear();
      const { mark, tallies } = await rig.pass({ withReferences: false });
      expect(mark).toBe("2099-01-01T00:00:00.000Z");
      expect(tallies.items.written).toBe(1);
      expect(asked(rig.service)).toEqual(["items since 200"]);
      await expectCopyEqualsCompany(rig);
    }
  });
});

describe("a Date header days ahead of the updates", () => {
  const dateSkewMs = 3 * DAY;

  it("no edit between passes or slow pages is lost if the Date header is days ahead", async () => {
    let now = START;
    const rig = await makeRig({ now: () => now, faults: { dateSkewMs, cursorTtlMs: DAY } });
    const ids = companyRecords(rig.service, "items").map(({ id }) => String(id));
    const edit = (id: string | undefined, name: string): void =>
      void rig.service.company.upsertItem({ id: String(id), name });
    let pages = 0;
    // The time between pages is longer than the overlap. Records edited behind the reader then have older
    // stamps than records ahead of it.
    const slowly = {
      pageSize: 10,
      onPage: (resource: string) => {
        if (resource !== "items") return;
        pages += 1;
        now += 600_000;
        edit(ids[pages % 7], `Behind ${pages}`);
        now += 600_000;
        edit(ids[119 - (pages % 7)], `Before ${pages}`);
      },
    };
    await rig.pass(slowly);
    for (const round of [1, 2, 3]) {
      await rig.pass();
      await expectCopyEqualsCompany(rig);
      now += 3_600_000;
      for (let event = 0; event < 30; event += 1) rig.service.company.step();
      rig.service.company.upsertItem({ id: `new-${round}`, name: "New" });
      await rig.pass(round === 2 ? slowly : {});
    }
    expect((await rig.pass()).mark).toBe(new Date(now + dateSkewMs).toISOString());
    await expectCopyEqualsCompany(rig);
  });

  it("a Date header that is days ahead causes only one request in a pass without edits", async () => {
    let now = START;
    const rig = await makeRig({ now: () => now, faults: { dateSkewMs } });
    const updatedAt = new Date(START - 1).toISOString();
    for (let index = 0; index < 200; index += 1)
      rig.service.company.upsertItem({ id: `import-${index}`, name: "Imported", updatedAt });
    for (let pass = 0; pass < 2; pass += 1) await rig.pass();
    for (let pass = 0; pass < 3; pass += 1) {
      now += 60_000;
      rig.service.requests.clear();
      const { tallies } = await rig.pass({ withReferences: false });
      expect([tallies.items.seen, rig.service.requests.total]).toEqual([0, 1]);
    }
    rig.service.company.upsertItem({ id: "import-7", name: "Edited" });
    expect((await rig.pass()).tallies.items).toMatchObject({ seen: 1, written: 1 });
    await expectCopyEqualsCompany(rig);
  });

  it("the client notices a Date header that is days ahead even if a row was updated in 2099", async () => {
    let now = START;
    const rig = await makeRig({ now: () => now, faults: { dateSkewMs } });
    rig.service.company.upsertItem({ id: "far", name: "Far", updatedAt: "2099-01-01T00:00:00.000Z" });
    for (let pass = 0; pass < 3; pass += 1) {
      await rig.pass();
      now += 60_000;
      rig.service.company.step();
    }
    expect((await rig.pass()).mark).toBe(new Date(now + dateSkewMs).toISOString());
    await expectCopyEqualsCompany(rig);
  });

  it("no edit is lost after a wrong Date header is corrected", async () => {
    let now = START;
    const rig = await makeRig({ now: () => now, faults: { dateSkewMs } });
    await rig.pass();
    rig.service.setFaults({ dateSkewMs: 0 });
    for (let pass = 0; pass < 3; pass += 1) {
      now += 60_000;
      rig.service.company.step();
      expect((await rig.pass()).mark).toBe(new Date(START + dateSkewMs).toISOString());
      await expectCopyEqualsCompany(rig);
    }
  });

  it.each(["absent", "malformed"] as const)(
    "no edit is lost if the Date header is days ahead and later %s",
    async (dateHeader) => {
      let now = START;
      const rig = await makeRig({ now: () => now, faults: { dateSkewMs } });
      const { mark } = await rig.pass();
      rig.service.setFaults({ dateHeader });
      for (let pass = 0; pass < 4; pass += 1) {
        now += 60_000;
        rig.service.company.upsertItem({ id: `new-${pass}`, name: "New" });
        rig.service.requests.clear();
        expect((await rig.pass({ withReferences: false })).mark).toBe(mark);
        // The bound follows the known stamps. The newest of them is from the previous pass.
        const since = Date.parse(itemRequests(rig.service)[0]?.["updatedSince"] ?? "");
        expect(since).toBeLessThan(now);
        expect(asked(rig.service)).toEqual(["items since 200"]);
        await expectCopyEqualsCompany(rig);
      }
    },
  );

  it("a Date header that is days ahead loses no edit of a company without updatedAt", async () => {
    let now = START;
    const rig = await makeRig({ items: 0, now: () => now, faults: { dateSkewMs } });
    expect((await rig.pass()).mark).toBe(new Date(START + dateSkewMs).toISOString());
    now += 60_000;
    rig.service.company.upsertItem({ id: "first", name: "The first of all" });
    rig.service.requests.clear();
    expect((await rig.pass({ withReferences: false })).tallies.items).toMatchObject({ seen: 1, written: 1 });
    expect(asked(rig.service)).toEqual(["items since 200"]);
    expect((await rig.facts()).mark).toBe(new Date(now + dateSkewMs).toISOString());
    await expectCopyEqualsCompany(rig);
  });
});
