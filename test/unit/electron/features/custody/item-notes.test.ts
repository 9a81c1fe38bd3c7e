import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { ItemNotes } from "../../../../../electron/features/custody/item-notes.ts";
import { serveHere } from "../../../../../electron/store/database/worker-rpc.ts";
import { MAX_NOTES } from "../../../../../shared/features/custody/custody-calls.ts";
import type { CustodyState } from "../../../../../electron/features/custody/custody-tasks.ts";
import { makeUserStore } from "../../../../../electron/hosts/core/user-store.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const OUT: CustodyState = {
  id: "i-1",
  status: "checked_out",
  outAt: "2026-06-01T00:00:00.000Z",
  changedAt: null,
};

/** Notes of a connection, and the states of their items. */
async function setUp() {
  const file = path.join(await temporaryFolder(), "user.sqlite");
  const store = serveHere(() => makeUserStore(file));
  onTestFinished(() => store.close());
  let states: readonly CustodyState[] | null = [OUT];
  const notes = new ItemNotes({
    store,
    clock: { now: () => 0 },
    onSaved: () => undefined,
    requireConnection: () => undefined,
    statesOf: async () => states,
    onChange: () => undefined,
  });
  const write = (text: string, askedOn: string | null = null) =>
    notes.save({ connectionId: "one", note: { itemId: "i-1", text, askedOn } });
  const open = async (connectionId = "one") => (await notes.list({ connectionId })).map(({ text }) => text);
  const ofItem = async () =>
    (await notes.list({ connectionId: "one", itemId: "i-1" })).map(({ text, archivedAt }) => [
      text,
      archivedAt,
    ]);
  return { store, notes, write, open, ofItem, become: (next: typeof states) => void (states = next) };
}

it("an item has at most one open note", async () => {
  const { notes, write, open } = await setUp();
  await write(" back on Friday ", "2026-06-02");
  await write("back on Monday");
  expect([await open(), await open("two")]).toEqual([["back on Monday"], []]);
  const [note] = await notes.list({ connectionId: "one" });
  await notes.delete({ connectionId: "two", id: note?.id ?? "" });
  expect(await open()).toHaveLength(1);
  await notes.delete({ connectionId: "one", id: note?.id ?? "" });
  expect(await open()).toEqual([]);
  await expect(write("   ")).rejects.toMatchObject({ error: { kind: "invalid_input" } });
});

it("a note is archived when its item is returned or checked out again", async () => {
  const { store, write, open, ofItem, become } = await setUp();
  await write("back on Friday");
  become(null);
  expect(await open()).toEqual(["back on Friday"]);
  become([{ ...OUT, status: null }]);
  expect(await open()).toEqual(["back on Friday"]);
  become([{ ...OUT, status: "available", outAt: null, changedAt: "2026-06-05T00:00:00.000Z" }]);
  expect(await open()).toEqual([]);
  expect(await ofItem()).toEqual([["back on Friday", "2026-06-05T00:00:00.000Z"]]);

  become([OUT]);
  await write("again");
  become([{ ...OUT, outAt: "2026-06-09T00:00:00.000Z", changedAt: "2026-06-09T00:05:00.000Z" }]);
  await write("a third time");
  expect(await open()).toEqual(["a third time"]);
  expect(await ofItem()).toHaveLength(3);
  await store.forgetConnection("one");
  expect(await ofItem()).toEqual([]);
});

const FREE: CustodyState = { ...OUT, status: "available", outAt: null };

it.each([
  ["is in stock", [FREE]],
  ["is not in the copy", [{ ...FREE, status: null }]],
  ["belongs to a copy that is closed", null],
] as const)("a note on an item that %s stays open until it is deleted", async (_what, state) => {
  const { notes, write, open, become } = await setUp();
  become(state);
  await write("box is damaged");
  become([OUT]);
  await write("box is badly damaged");
  become([{ ...FREE, changedAt: "2026-06-05T00:00:00.000Z" }]);
  const [note] = await notes.list({ connectionId: "one" });
  expect(note).toMatchObject({ text: "box is badly damaged", untilReturn: false });
  await notes.delete({ connectionId: "one", id: note?.id ?? "" });
  expect(await open()).toEqual([]);
});

it("a note on an item that is out since an unknown time is closed when the item is returned", async () => {
  const { notes, write, open, become } = await setUp();
  become([{ ...OUT, outAt: null }]);
  await write("back on Friday");
  expect(await notes.list({ connectionId: "one" })).toMatchObject([{ untilReturn: true }]);
  become([FREE]);
  expect(await open()).toEqual([]);
});

it("one note more than the limit is refused; an item with a note can still change it", async () => {
  const { store, notes, write, open, become } = await setUp();
  become([FREE]);
  await write("box is damaged");
  const rest = Array.from({ length: MAX_NOTES - 1 }, (_, at) => ({
    id: crypto.randomUUID(),
    value: JSON.stringify({
      itemId: `other-${at}`,
      text: "x",
      askedOn: null,
      outAt: "",
      createdAt: "2026-06-01T00:00:00Z",
      archivedAt: null,
    }),
  }));
  await store.saveRecords("one", "itemNotes", rest, { maxRecords: MAX_NOTES, tooMany: "" }, 0);
  await expect(
    notes.save({ connectionId: "one", note: { itemId: "i-2", text: "one more", askedOn: null } }),
  ).rejects.toThrow("5000 open notes");
  await write("box was replaced");
  expect(await open()).toContain("box was replaced");
});

it("the store keeps an item's latest archived notes up to a limit", async () => {
  const { store, ofItem } = await setUp();
  const row = {
    itemId: "i-1",
    askedOn: null,
    outAt: null,
    createdAt: "2026-06-01T00:00:00Z",
  };
  const ended = ["a", "b", "c"].map((text, at) => ({
    id: crypto.randomUUID(),
    text,
    archivedAt: `2026-06-0${at + 1}T00:00:00Z`,
  }));
  for (const { id, text } of ended) {
    const value = JSON.stringify({ ...row, text, archivedAt: null });
    await store.saveRecords("one", "itemNotes", [{ id, value }], { maxRecords: 9, tooMany: "" }, 0);
    await store.archiveItemNotes(
      "one",
      ended.filter((one) => one.id === id),
      2,
      0,
    );
  }
  expect(new Set((await ofItem()).map(([text]) => text))).toEqual(new Set(["b", "c"]));
});
