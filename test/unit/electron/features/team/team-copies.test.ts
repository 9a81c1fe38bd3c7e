import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { TeamRecord } from "../../../../../shared/features/team/team-protocol.ts";
import { makeUserStore } from "../../../../../electron/hosts/core/user-store.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const CONNECTION_ID = "one";

const recordsOf = (ids: readonly string[], version: number, document = "limits"): readonly TeamRecord[] =>
  ids.map((id, at) => ({
    document,
    id,
    value: String(version),
    sequence: at + 1,
    version,
    editedAt: 5,
    editedBy: "Desk 2",
    losers: [],
  }));

/** A store that reads a team in pages. */
async function openStore() {
  const store = makeUserStore(path.join(await temporaryFolder(), "user.sqlite"));
  onTestFinished(() => store.close());
  const read = (
    records: readonly TeamRecord[],
    { more = false, all = true, epoch = "e", connectionId = CONNECTION_ID } = {},
  ): readonly string[] => {
    const page = { epoch, label: "Desk 1", right: "annotate", clockAhead: 0, records, last: 9 } as const;
    return store.storeTeamPage(connectionId, page, { all, asks: false, more }, 10);
  };
  const shown = (connectionId = CONNECTION_ID): readonly string[] =>
    store.records(connectionId, "limits", "").map(({ id, value }) => `${id} ${value}`);
  return { store, read, shown };
}

it("reading all records replaces the old records only after the last page has arrived", async () => {
  const { store, read, shown } = await openStore();
  read(recordsOf(["a", "b", "c"], 1));
  store.beginTeamReading(CONNECTION_ID);
  expect(read(recordsOf(["b", "d"], 2), { more: true })).toEqual([]);
  expect(shown()).toEqual(["a 1", "b 1", "c 1"]);
  // A record that was deleted in the meantime arrives again, without a value.
  expect(read([...recordsOf(["e"], 2), { ...recordsOf(["d"], 3)[0], value: null } as TeamRecord])).toContain(
    "limits",
  );
  expect(shown()).toEqual(["b 2", "e 2"]);
});

it("an interrupted read leaves no partial data for the next read", async () => {
  const { store, read, shown } = await openStore();
  read(recordsOf(["a"], 1));
  store.beginTeamReading(CONNECTION_ID);
  read(recordsOf(["gone"], 2), { more: true });
  store.beginTeamReading(CONNECTION_ID);
  read(recordsOf(["a", "b"], 3));
  expect(shown()).toEqual(["a 3", "b 3"]);
});

it("replaced records are deleted in parts, and records of another connection stay", async () => {
  const { store, read } = await openStore();
  const many = Array.from({ length: 1_300 }, (_, at) => `r${at}`);
  for (const connectionId of [CONNECTION_ID, "two"]) read(recordsOf(many, 1, "typeBases"), { connectionId });
  read(recordsOf(many, 2, "typeBases"));
  let parts = 0;
  while (store.dropSomeTeamRecords(CONNECTION_ID)) parts += 1;
  // Three parts contain rows, and the fourth finds no rows.
  expect(parts).toBe(4);
  const countIn = (connectionId: string): number => store.records(connectionId, "typeBases", "").length;
  expect([countIn(CONNECTION_ID), countIn("two")]).toEqual([1_300, 1_300]);
  expect(store.teamSummary(CONNECTION_ID).counts.get("typeBases")).toBe(1_300);
  store.forgetConnection(CONNECTION_ID);
  expect([countIn(CONNECTION_ID), countIn("two")]).toEqual([0, 1_300]);
});

it("records lost by a renumbered collector stay until the user agrees", async () => {
  const { store, read, shown } = await openStore();
  const names = Array.from({ length: 11 }, (_, at) => `n${at}`);
  read(recordsOf(names, 1));
  store.setTeamScopes(CONNECTION_ID, ["limits"], true);
  // The collector's own records do not belong to the users.
  const own = recordsOf(names, 1, "alerts");
  expect(read([...recordsOf(names.slice(0, 5), 1), ...own], { epoch: "new" })).toEqual([]);
  expect(shown()).toHaveLength(11);
  expect(store.teamState(CONNECTION_ID)).toMatchObject({ epoch: "e", asksEpoch: "new" });
  // No edit is sent to a collector while its records are in doubt.
  store.saveRecords(CONNECTION_ID, "limits", [{ id: "n1", value: "7" }], { maxRecords: 99, tooMany: "" }, 10);
  expect(store.waitingEdits(CONNECTION_ID, 10)).toEqual([]);
  store.acceptTeamLoss(CONNECTION_ID);
  // The user has agreed only to this numbering.
  read([], { epoch: "newer" });
  expect(shown()).toHaveLength(11);
  store.acceptTeamLoss(CONNECTION_ID);
  expect(read([], { epoch: "newer" })).toContain("limits");
  expect(store.teamState(CONNECTION_ID)).toMatchObject({ epoch: "newer", asksEpoch: null });
  expect(shown()).toEqual(["n1 7"]);
  expect(store.waitingEdits(CONNECTION_ID, 10)).toHaveLength(1);
});

it.each([
  ["the collector has its records again", "e", 11],
  ["a restored collector has half of the records", "restored", 6],
])("no question to the user is open if %s", async (_case, epoch, count) => {
  const { store, read, shown } = await openStore();
  const names = Array.from({ length: 11 }, (_, at) => `n${at}`);
  read(recordsOf(names, 1));
  read([], { epoch: "new" });
  expect(store.teamState(CONNECTION_ID)?.asksEpoch).toBe("new");
  read(recordsOf(names.slice(0, count), 2), { epoch });
  expect(shown()).toHaveLength(count);
  expect(store.teamState(CONNECTION_ID)).toMatchObject({ epoch, asksEpoch: null });
});

it("users can delete most records without a question", async () => {
  const { store, read, shown } = await openStore();
  read(recordsOf(["a", "b", "c"], 1));
  read(recordsOf(["a"], 1));
  expect([shown(), store.teamState(CONNECTION_ID)?.asksEpoch]).toEqual([["a 1"], null]);
});
