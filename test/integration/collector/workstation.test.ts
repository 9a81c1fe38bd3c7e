import { expect, it } from "vitest";
import { ApiClient } from "../../../electron/client/api-client.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { makeEngineRig } from "../sync/engine-rig.ts";
import { companyRecords, copiedRecords, expectCopyEqualsCompany } from "../sync/support.ts";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import { collect } from "./support.ts";

it("a workstation that follows a collector keeps its copy equal to the service", async () => {
  const rig = await makeEngineRig({ items: 120 });
  const collector = await collect(rig.service);
  const client = new ApiClient({
    baseUrl: collector.url,
    key: collector.token,
    fetch: nodeFetch,
    clock: rig.clock,
  });
  const ofWorkstation = (): number => client.traffic.requests;
  await rig.engine.useClient(client);
  await rig.ended(1);
  await expectCopyEqualsCompany(rig);
  for (let round = 0; round < 5; round += 1) {
    for (let event = 0; event < 20; event += 1) rig.service.company.step();
    rig.service.company.upsertItem({ id: `undated-${round}`, name: "Undated", updatedAt: null });
    // The service returns this item only in a full check, long after its update.
    rig.service.company.upsertItem({
      id: `late-${round}`,
      name: "Late",
      updatedAt: "2020-01-01T00:00:00.000Z",
    });
    await collector.refresh("full");
    await rig.engine.syncNow("incremental", true);
    expect(rig.engine.status).toMatchObject({ state: "idle", error: null });
    for (const resource of RESOURCES)
      expect(await copiedRecords(rig.file, resource)).toEqual(companyRecords(rig.service, resource));
  }
  const [gone] = companyRecords(rig.service, "items");
  rig.service.company.removeItem(String(gone?.["id"]));
  await collector.refresh("full");
  await rig.engine.syncNow("full", true);
  await expectCopyEqualsCompanyButHidden(rig, String(gone?.["id"]));
  const served = rig.service.requests.total;
  const before = ofWorkstation();
  await rig.engine.syncNow("full", true);
  // The workstation's requests cause no request to the service.
  expect([ofWorkstation() > before, rig.service.requests.total]).toEqual([true, served]);
});

/** Checks that one row is hidden, and that all other rows equal the company's records. */
async function expectCopyEqualsCompanyButHidden(
  rig: Awaited<ReturnType<typeof makeEngineRig>>,
  id: string,
): Promise<void> {
  expect((await rig.store.writer.describe()).hidden.items).toBe(1);
  const { rows } = await rig.store.reader.window("items", { version: 1 }, 0, 500, 0);
  const wanted = companyRecords(rig.service, "items").map((record) => String(record["id"]));
  expect(rows.map((row) => String(row.id)).toSorted()).toEqual(wanted);
  expect(wanted).not.toContain(id);
}
