import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, it, onTestFinished } from "vitest";
import { ConnectionDocuments } from "../../../../../electron/store/user-data/connection-documents.ts";
import { serveHere } from "../../../../../electron/store/database/worker-rpc.ts";
import { makeUserStore } from "../../../../../electron/hosts/core/user-store.ts";
import { CUT_PLAN } from "../../../../helpers/cut-plan.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

async function setUp() {
  const file = path.join(await temporaryFolder(), "user.sqlite");
  const store = serveHere(() => makeUserStore(file));
  onTestFinished(() => store.close());
  const changes: string[] = [];
  const documents = new ConnectionDocuments({
    store,
    clock: { now: () => 0 },
    requireConnection: () => {},
    onSaved: () => {},
    onChange: async (connectionId, document) => void changes.push(`${connectionId} ${document}`),
  });
  return { file, store, documents, changes };
}

it("a document refuses a call with more records than its limit", async () => {
  const { documents, changes } = await setUp();
  const plans = Array.from({ length: 200 }, (_, at) => ({
    id: `p-${at}`,
    value: { ...CUT_PLAN, name: `${at}` },
  }));
  await documents.save("cutPlans", "one", plans);
  const one = { id: CUT_PLAN.id, value: CUT_PLAN };
  await expect(
    documents.save("cutPlans", "one", [{ id: "p-0", value: null }, one, { ...one, id: "x" }]),
  ).rejects.toThrow("At most 200 plans are kept. Delete one first.");
  const kept = await documents.read("cutPlans", "one");
  expect([kept.size, kept.get("p-0")?.name, kept.has(CUT_PLAN.id)]).toEqual([200, "0", false]);
  await documents.save("cutPlans", "one", [{ id: "p-7", value: CUT_PLAN }]);
  await documents.save("cutPlans", "one", [{ id: "p-8", value: null }, one]);
  expect((await documents.read("cutPlans", "one")).size).toBe(200);
  expect(changes).toEqual(["one cutPlans", "one cutPlans", "one cutPlans"]);
});

it("each connection has its own records, even a record called __proto__", async () => {
  const { documents, store } = await setUp();
  for (const connectionId of ["p-1", "p-11"])
    await documents.save("limits", connectionId, [
      { id: "", value: 14 },
      { id: "__proto__", value: 3 },
    ]);
  await documents.save("limits", "p-1", [{ id: "", value: null }]);
  expect([...(await documents.read("limits", "p-1"))]).toEqual([["__proto__", 3]]);
  await store.forgetConnection("p-1");
  expect((await documents.read("limits", "p-1")).size).toBe(0);
  expect((await documents.read("limits", "p-11")).size).toBe(2);
});

it("a damaged record is skipped, and all other records are read", async () => {
  const { documents, file } = await setUp();
  await documents.save("cutPlans", "one", [
    { id: "a", value: CUT_PLAN },
    { id: "b", value: CUT_PLAN },
  ]);
  const database = new DatabaseSync(file);
  database.exec(`UPDATE documents SET value = '{"rolls":"none"}' WHERE id = 'a'`);
  database.close();
  expect([...(await documents.read("cutPlans", "one")).keys()]).toEqual(["b"]);
});

it("each save of a record raises its version", async () => {
  const { documents, file } = await setUp();
  for (const value of [1, 2, 3]) await documents.save("limits", "one", [{ id: "t", value }]);
  const database = new DatabaseSync(file);
  expect(database.prepare("SELECT id, version, value FROM documents").all()).toEqual([
    { id: "t", version: 3, value: "3" },
  ]);
  database.close();
});

it("a saved record is readable before the save ends", async () => {
  const order: string[] = [];
  const file = path.join(await temporaryFolder(), "user.sqlite");
  const store = serveHere(() => makeUserStore(file));
  onTestFinished(() => store.close());
  const documents = new ConnectionDocuments({
    store,
    clock: { now: () => 0 },
    requireConnection: () => {},
    onChange: async () => {
      await new Promise(setImmediate);
      order.push("rows");
    },
    onSaved: () => order.push("team"),
  });
  await documents.save("names", "p-1", [{ id: "u-1", value: { name: "Anna", team: "", note: "" } }]);
  order.push("saved");
  expect(order).toEqual(["rows", "team", "saved"]);
});
