import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { makeUserStore } from "../../../../../electron/hosts/core/user-store.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const VIEWS = "views";

async function openStore() {
  const file = path.join(await temporaryFolder(), "user.sqlite");
  const store = makeUserStore(file);
  onTestFinished(() => store.close());
  const add = (id: string, connectionId = "p", document = VIEWS): void =>
    store.saveOwn(connectionId, document, { id, value: `"${id}"` });
  const ids = (connectionId = "p", from = store): string[] =>
    from.ownInOrder(connectionId, VIEWS).map(({ id }) => id);
  return { file, store, add, ids };
}

describe("records in user-defined order", () => {
  it("a document keeps its records in the order in which they were added", async () => {
    const { store, add, ids } = await openStore();
    add("b");
    add("a");
    add("other", "p-2");
    add("rule", "p", "alertRules");
    expect([ids(), ids("p-2")]).toEqual([["b", "a"], ["other"]]);
    store.saveOwn("p", VIEWS, { id: "b", value: '"changed"' });
    expect(store.ownInOrder("p", VIEWS)[0]).toEqual({ id: "b", value: '"changed"' });
    store.forgetConnection("p");
    expect([ids(), ids("p-2")]).toEqual([[], ["other"]]);
  });

  it("a record is moved before another record or to the end", async () => {
    const { store, add, ids } = await openStore();
    for (const id of ["a", "b", "c"]) add(id);
    store.moveOwn("p", VIEWS, "c", "a");
    expect(ids()).toEqual(["c", "a", "b"]);
    store.moveOwn("p", VIEWS, "c", null);
    expect(ids()).toEqual(["a", "b", "c"]);
    store.moveOwn("p", VIEWS, "a", "unknown");
    expect(ids()).toEqual(["b", "c", "a"]);
  });

  it("a deleted record can be restored to its position until the database file is reopened", async () => {
    const { file, store, add, ids } = await openStore();
    for (const id of ["a", "b", "c"]) add(id);
    store.setOwnDeleted("p", VIEWS, "b", true);
    expect([store.ownRecords("p", VIEWS).length, store.findOwn("p", VIEWS, "b")]).toEqual([2, '"b"']);
    store.moveOwn("p", VIEWS, "c", "a");
    expect(ids()).toEqual(["c", "a"]);
    store.setOwnDeleted("p", VIEWS, "b", false);
    expect(ids()).toEqual(["c", "a", "b"]);
    store.setOwnDeleted("p", VIEWS, "b", true);
    // A change by another window does not restore the view.
    store.saveOwn("p", VIEWS, { id: "b", value: '"changed"' });
    expect(ids()).toEqual(["c", "a"]);
    const again = makeUserStore(file);
    again.setOwnDeleted("p", VIEWS, "b", false);
    expect([ids("p", again), again.findOwn("p", VIEWS, "b")]).toEqual([["c", "a"], null]);
    again.close();
  });
});
