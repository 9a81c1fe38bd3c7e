import { describe, expect, it } from "vitest";
import type { KeyState } from "../../service/index.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { fakeClock } from "../../helpers/virtual-clock.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { makeEngineRig, type EngineRig } from "./engine-rig.ts";
import { asked, companyRecords, expectCopyEqualsCompany, lastRequestId, storedRows } from "./support.ts";

const START = Date.parse("2026-03-01T12:00:00.000Z");
const HOUR = 3_600_000;
const THREE_PAGES = ["items 200", "items cursor 200", "items cursor 200"];

const REFUSALS = [
  ["revoked", "unauthorized", 401],
  ["inactive", "forbidden", 403],
  ["not_pro", "forbidden", 403],
  ["no_scope", "forbidden", 403],
] as const;

/** An engine with a complete copy. From then on, the local clock and the service's clock differ by an hour. */
async function wholeRig(): Promise<EngineRig & { later(): void }> {
  let now = START;
  const clock = fakeClock(START);
  const rig = await makeEngineRig({ clock, now: () => now });
  // If there are no locations, a company is recognised by its types, which can be removed one by one.
  for (const { id } of companyRecords(rig.service, "locations"))
    rig.service.company.removeLocation(String(id));
  await rig.engine.useClient(rig.client);
  await rig.ended(1);
  const later = (): void => {
    now += HOUR;
    clock.step(HOUR);
  };
  return { ...rig, later };
}

/**
 * The client of a new key that is refused between requests by id. The key is refused from the request for a
 * given record of a resource on.
 */
function refusedAt(
  rig: EngineRig,
  resource: Resource,
  request: number,
  state: KeyState,
): EngineRig["client"] {
  const key = rig.service.addKey({ label: "refused" });
  const client = rig.clientWith(key);
  let records = 0;
  return {
    get traffic() {
      return client.traffic;
    },
    get budget() {
      return client.budget;
    },
    listPage: client.listPage.bind(client),
    getRecord: (...args: Parameters<typeof client.getRecord>) => {
      if (args[0] === resource && (records += 1) === request) rig.service.setKeyState(key, state);
      return client.getRecord(...args);
    },
  } as unknown as EngineRig["client"];
}

/** Checks the status of a refused key, and the time of its next try. */
function expectRefused(rig: EngineRig, kind: "unauthorized" | "forbidden", status: number): void {
  expect(rig.engine.status).toMatchObject({
    state: kind,
    pass: null,
    question: null,
    waitUntil: null,
    error: { kind, status, requestId: lastRequestId(rig.service), serviceMessage: expect.any(String) },
    // After a 401 the engine waits for a key; after a 403 it tries hourly (design 3).
    nextPassAt: kind === "unauthorized" ? null : new Date(rig.clock.now() + HOUR).toISOString(),
  });
  expect(rig.service.requests.countByStatus(status)).toBe(1);
}

/** Continues with a valid key of the same company. */
async function goOnWithGoodKey(rig: EngineRig): Promise<void> {
  const ended = rig.passesEnded();
  rig.service.requests.clear();
  await rig.engine.useClient(rig.clientWith(rig.service.addKey({ label: "good" })));
  await rig.ended(ended + 1);
  expect(rig.engine.status).toMatchObject({ state: "idle", error: null, nextPassAt: expect.any(String) });
}

describe("a key refused during the company check (design 4.8)", () => {
  it.each(REFUSALS.flatMap((refusal) => [1, 2].map((probe) => [...refusal, probe] as const)))(
    "a refusal during the company check (%s: %s, %d, at probe %d) changes nothing",
    async (state, kind, status, probe) => {
      const rig = await wholeRig();
      const [first, second] = companyRecords(rig.service, "types").map(({ id }) => String(id));
      const known = await rig.store.writer.knownRows(2);
      expect(known.map(({ id }) => id)).toEqual([first, second]);
      // The first record was deleted. Its 404 proves nothing, so the second record has to be requested.
      if (probe === 2) rig.service.company.removeType(String(first));
      rig.service.company.upsertItem({ id: "zz-new", name: "New" });
      rig.service.company.upsertLocation({ id: "loc-new", name: "New hall" });
      rig.later();
      const before = await rig.store.writer.describe();
      const rows = storedRows(rig.file);
      const { completeAsOf, totals, hidden, lastPassAt } = rig.engine.status;
      rig.service.requests.clear();
      await rig.engine.useClient(refusedAt(rig, "types", probe, state));
      await rig.ended(2);

      expect(asked(rig.service)).toEqual(
        probe === 1
          ? ["locations 200", `types/${first} ${status}`]
          : ["locations 200", `types/${first} 404`, `types/${second} ${status}`],
      );
      expectRefused(rig, kind, status);
      expect(rig.engine.status).toMatchObject({ completeAsOf, totals, hidden, lastPassAt });
      expect(storedRows(rig.file)).toEqual(rows);
      const facts = { ...before.facts, passes: before.facts.passes + 1 };
      expect(await rig.store.writer.describe()).toEqual({ ...before, facts });

      await goOnWithGoodKey(rig);
      expect(asked(rig.service).slice(0, probe + 1)).toEqual(
        ["locations 200", `types/${first} ${probe === 1 ? 200 : 404}`, `types/${second} 200`].slice(
          0,
          probe + 1,
        ),
      );
      expect((await rig.facts()).mark).toBe(new Date(START + HOUR).toISOString());
      await expectCopyEqualsCompany(rig);
    },
  );
});

describe("a key refused while a full check requests missing rows (design 4.8)", () => {
  it.each(REFUSALS.flatMap((refusal) => [1, 3, 5].map((request) => [...refusal, request] as const)))(
    "a refusal during requests for missing rows (%s: %s, %d, at request %d) hides no row",
    async (state, kind, status, request) => {
      const rig = await wholeRig();
      const gone = companyRecords(rig.service, "items")
        .slice(10, 15)
        .map(({ id }) => String(id));
      for (const id of gone) rig.service.company.removeItem(id);
      rig.later();
      await rig.engine.useClient(refusedAt(rig, "items", request, state));
      // The passes are the pass that identifies the new key, and then the full check.
      await rig.ended(2);
      expect(rig.engine.status.state).toBe("idle");
      expect(rig.engine.status.totals.items).toBe(120);
      rig.service.requests.clear();
      await rig.engine.syncNow("full", true);

      const settled = gone.slice(0, request - 1);
      expect(asked(rig.service)).toEqual([
        "locations 200",
        `types/${String((await rig.store.writer.knownRows(1))[0]?.id)} 200`,
        "types 200",
        "types cursor 200",
        ...THREE_PAGES,
        ...settled.map((id) => `items/${id} 404`),
        `items/${gone[request - 1]} ${status}`,
      ]);
      expectRefused(rig, kind, status);
      // Every page was already committed, and the mark was committed with the last page. No other change is
      // reported.
      const mark = new Date(START + HOUR).toISOString();
      const described = await rig.store.writer.describe();
      expect(described).toMatchObject({
        totals: { items: 120 - settled.length },
        hidden: { items: settled.length },
        unverified: gone.length - settled.length,
        facts: { mark, checkedAsOf: mark },
      });
      expect(rig.engine.status).toMatchObject({
        completeAsOf: mark,
        unverified: gone.length - settled.length,
        totals: { items: 120 - settled.length },
      });
      for (const id of gone) {
        const record = await rig.store.reader.record("items", id);
        expect([id, record?.row["noLongerReturnedSince"] === null]).toEqual([id, !settled.includes(id)]);
      }

      rig.later();
      await goOnWithGoodKey(rig);
      expect(asked(rig.service).filter((line) => line.startsWith("items/"))).toEqual(
        gone.slice(request - 1).map((id) => `items/${id} 404`),
      );
      expect(rig.engine.status).toMatchObject({
        unverified: 0,
        hidden: { items: 5 },
        totals: { items: 115 },
      });
      expect((await rig.facts()).mark).toBe(new Date(START + 2 * HOUR).toISOString());
      await expectCopyEqualsCompany(rig);
    },
  );
});

/** The requests of a full pass before the refusal, by its place. */
const STAGES = [
  ["on the first page", 0, []],
  ["in mid-pass", 4, ["locations 200", "types/known 200", "types 200", "types cursor 200", "items 200"]],
] as const;

describe("a key refused in a listing", () => {
  it.each(
    REFUSALS.flatMap((refusal) =>
      STAGES.map(([stage, pages, before]) => [...refusal, stage, pages, before] as const),
    ),
  )(
    "a refusal in a listing (%s: %s, %d, %s) keeps the rows and the mark",
    async (state, kind, status, _stage, pages, before) => {
      const rig = await wholeRig();
      rig.later();
      const [, edited] = companyRecords(rig.service, "items").map(({ id }) => String(id));
      rig.service.company.upsertItem({ id: String(edited), name: "Edited" });
      const described = await rig.store.writer.describe();
      const known = String((await rig.store.writer.knownRows(1))[0]?.id);
      const rows = storedRows(rig.file);
      rig.service.requests.clear();
      if (pages === 0) rig.service.setKeyState(rig.service.key, state);
      else rig.service.setFaults({ onlyPath: "/inventory/items", latencyMs: 80 });
      const passing = rig.engine.syncNow("full", true);
      if (pages > 0) {
        // The key still works for the first page of items, and is refused for the second.
        await waitUntil(() => rig.engine.status.pass?.pages === pages, "the first page of items");
        rig.service.setKeyState(rig.service.key, state);
      }
      await passing;
      expect(asked(rig.service).map((line) => line.replace(known, "known"))).toEqual([
        ...before,
        pages === 0 ? `locations ${status}` : `items cursor ${status}`,
      ]);
      expectRefused(rig, kind, status);
      expect(rig.engine.status.completeAsOf).toBe(described.facts.mark);
      expect(storedRows(rig.file)).toEqual(rows);
      expect((await rig.store.writer.describe()).facts.mark).toBe(described.facts.mark);

      rig.service.setFaults({ latencyMs: 0 });
      rig.service.setKeyState(rig.service.key, "active");
      await rig.engine.syncNow("incremental", true);
      expect(rig.engine.status).toMatchObject({ state: "idle", error: null });
      expect((await rig.facts()).mark).toBe(new Date(START + HOUR).toISOString());
      await expectCopyEqualsCompany(rig);
    },
  );
});
