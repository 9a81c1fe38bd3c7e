import { describe, expect, it } from "vitest";
import { ApiClient } from "../../../electron/client/api-client.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { collect } from "../collector/support.ts";
import { makeEngineRig } from "./engine-rig.ts";
import { companyRecords, expectCopyEqualsCompany, storedRows } from "./support.ts";

/** The server that the copy is made from: the service itself, or a collector before it. */
type Source = "a service" | "a collector";

/** A complete copy of an edited company. The company is then restored to its earlier state. */
async function restored(source: Source) {
  const rig = await makeEngineRig({ items: 60 });
  const before = companyRecords(rig.service, "items").slice(0, 5);
  for (const { id } of before)
    rig.service.company.upsertItem({ id: String(id), name: `Edited ${String(id)}` });
  const collector = source === "a collector" ? await collect(rig.service) : null;
  const client =
    collector
    && new ApiClient({ baseUrl: collector.url, key: collector.token, fetch: nodeFetch, clock: rig.clock });
  await rig.engine.useClient(client ?? rig.client);
  await rig.ended(1);
  const edited = companyRecords(rig.service, "items").slice(0, 5);
  for (const record of before) rig.service.company.upsertItem(record as { id: string });
  /** Updates the source to the company's present state. */
  const catchUp = async (): Promise<void> => collector?.refresh("full");
  await catchUp();
  return { rig, before, edited, catchUp };
}

/** The ids of items that are marked as older than their previous version. */
const marked = (file: string): unknown[] =>
  (storedRows(file)[0] as { id: string; seenUpdatedAt: number | null }[])
    .filter(({ seenUpdatedAt }) => seenUpdatedAt !== null)
    .map(({ id }) => id);

describe.each(["a service", "a collector"] as const)("%s restored to older data", (source) => {
  it("a full check accepts a restored service's older data and marks the rows", async () => {
    const { rig, before } = await restored(source);
    await rig.engine.syncNow("incremental", false);
    expect(marked(rig.file)).toEqual([]);
    await rig.engine.syncNow("full", true);
    await expectCopyEqualsCompany(rig);
    expect(marked(rig.file)).toEqual(before.map(({ id }) => id));
  });

  it("a restored service's verified record is stored and counts as changed", async () => {
    const { rig, before } = await restored(source);
    const id = String(before[0]?.["id"]);
    expect((await rig.engine.refreshRecord("items", id)).changed).toBe(true);
    expect((await rig.store.reader.record("items", id))?.raw).toEqual(before[0]);
    expect(marked(rig.file)).toEqual([id]);
    expect((await rig.engine.refreshRecord("items", id)).changed).toBe(false);
  });

  it("a marked row loses its mark when an equally new update arrives", async () => {
    const { rig, before, edited, catchUp } = await restored(source);
    await rig.engine.syncNow("full", true);
    for (const record of edited) rig.service.company.upsertItem(record as { id: string });
    await catchUp();
    await rig.engine.syncNow("full", true);
    await expectCopyEqualsCompany(rig);
    expect(marked(rig.file)).toEqual([]);
    expect(before).toHaveLength(5);
  });
});
