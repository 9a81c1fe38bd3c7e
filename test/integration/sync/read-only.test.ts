import { expect, it, onTestFinished } from "vitest";
import { makeReadOnly } from "../../helpers/read-only.ts";
import { makeEngineRig } from "./engine-rig.ts";
import { expectCopyEqualsCompany, ITEMS } from "./support.ts";

it("a pass reports a read-only data folder", async () => {
  const rig = await makeEngineRig();
  await rig.engine.useClient(rig.client);
  await rig.ended(1);
  const { mark } = await rig.facts();
  for (const item of rig.service.company.items.all())
    rig.service.company.upsertItem({ id: item.id, name: `Renamed ${item.id}` });

  const made: { undo?: (() => void) | null } = {};
  rig.service.setFaults({ onlyPath: "/inventory/items", latencyMs: 300 });
  const looking = setInterval(() => {
    if (made.undo !== undefined || (rig.engine.status.pass?.rows.items ?? 0) === 0) return;
    made.undo = makeReadOnly(rig.file);
  }, 5);
  onTestFinished(() => {
    clearInterval(looking);
    made.undo?.();
  });
  // All rows have changed, so this pass lists and commits page by page. A full check would stage all pages.
  await rig.engine.syncNow("incremental", false);
  clearInterval(looking);
  if (made.undo === null) {
    // makeReadOnly has printed why.
    await expectCopyEqualsCompany(rig);
    return;
  }

  expect(rig.engine.status).toMatchObject({
    state: "failed",
    error: { kind: "store", reason: "not_writable", message: expect.stringContaining("cannot write") },
    completeAsOf: mark,
    totals: { items: ITEMS },
  });
  // Previous data are kept, and so are the pages of the pass up to that time.
  const { rows } = await rig.store.reader.window("items", { version: 1 }, 0, ITEMS, 0);
  const renamed = rows.filter((row) => String(row["name"]).startsWith("Renamed")).length;
  expect(rows).toHaveLength(ITEMS);
  expect(renamed).toBeGreaterThan(0);
  expect(renamed).toBeLessThan(ITEMS);
  expect((await rig.facts()).mark).toBe(mark);

  made.undo?.();
  await rig.engine.syncNow("incremental", false);
  expect(rig.engine.status).toMatchObject({ state: "idle", error: null });
  await expectCopyEqualsCompany(rig);
});
