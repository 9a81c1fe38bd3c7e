import { expect, it } from "vitest";
import { addToken, collect, type CollectorUnderTest } from "../collector/support.ts";
import { serve } from "../sample-service/support.ts";
import { startDesk, type Desk } from "./desk.ts";

interface ThresholdDesk extends Desk {
  belowOf(typeId: string): Promise<unknown>;
  setBelow(typeId: string, below: number): Promise<void>;
}

async function desk(collector: CollectorUnderTest, label: string): Promise<ThresholdDesk> {
  const started = await startDesk(collector, addToken(collector.folder, label, "annotate"));
  const { connectionId, call } = started;
  await call("setTeamScope", { connectionId, kind: "thresholds", isShared: true });
  return Object.assign(started, {
    belowOf: async (typeId: string) =>
      (await call("readRecords", { connectionId, document: "thresholds" })).find(({ id }) => id === typeId)
        ?.value,
    setBelow: (typeId: string, below: number) =>
      call("saveRecords", {
        connectionId,
        document: "thresholds",
        records: [{ id: typeId, value: { measure: "items", below } }],
      }),
  });
}

/** Ids of material types. */
async function typesOf({ call }: Desk): Promise<readonly string[]> {
  const query = { version: 1 } as const;
  const { rows } = await call("queryPage", { resource: "types", query, offset: 0, limit: 2 });
  return rows.map(({ id }) => String(id));
}

it("a threshold set on one workstation marks low types on the other workstation", async () => {
  const service = await serve({ items: 40 });
  const collector = await collect(service);
  const one = await desk(collector, "Desk A");
  const two = await desk(collector, "Desk B");
  const [typeId = ""] = await typesOf(two);
  await one.setBelow(typeId, 1_000);
  // The collector's stream informs the other workstation, because the next regular exchange is a minute away.
  await two.until(async () => (await two.belowOf(typeId)) !== undefined);
  expect(await two.belowOf(typeId)).toEqual({ measure: "items", below: 1_000 });
  // The page is notified once the copy has the threshold.
  const push = JSON.stringify(["recordsChanged", { connectionId: two.connectionId, document: "thresholds" }]);
  await two.until(() => two.pushes.some((one) => JSON.stringify(one) === push));
  const low = async (): Promise<number> => {
    const filter = { field: "lowStockBelow", op: "eq", value: 1_000 } as const;
    const { total } = await two.call("queryPage", {
      resource: "types",
      query: { version: 1, filter },
      offset: 0,
      limit: 1,
    });
    return total ?? 0;
  };
  await two.until(async () => (await low()) === 1);
  expect(await two.call("readTeam", { connectionId: two.connectionId })).toMatchObject({
    state: { label: "Desk B", right: "annotate" },
    waiting: 0,
  });
});

it("a background connection sends its pending edits and stores the team's changes", async () => {
  const collector = await collect(await serve({ items: 40 }));
  const one = await desk(collector, "Desk A");
  const two = await desk(collector, "Desk B");
  const [mine = "", theirs = ""] = await typesOf(one);
  one.isOnline = false;
  await one.setBelow(mine, 7);
  const other = await serve({ items: 3 });
  await one.call("connect", { baseUrl: other.url, key: other.key });
  await two.setBelow(theirs, 9);
  await two.call("exchangeTeam", { connectionId: two.connectionId });
  expect((await one.call("readTeam", { connectionId: one.connectionId })).waiting).toBe(1);

  expect(await one.belowOf(theirs)).toBeUndefined();

  one.isOnline = true;
  await one.refreshClosed();
  expect((await one.call("readTeam", { connectionId: one.connectionId })).waiting).toBe(0);
  expect(await one.belowOf(theirs)).toEqual({ measure: "items", below: 9 });
  await two.until(async () => (await two.belowOf(mine)) !== undefined);
  expect(await two.belowOf(mine)).toEqual({ measure: "items", below: 7 });
});
