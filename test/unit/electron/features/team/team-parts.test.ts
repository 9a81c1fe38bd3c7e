import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { TeamRecord } from "../../../../../shared/features/team/team-protocol.ts";
import { makeUserStore, type UserStore } from "../../../../../electron/hosts/core/user-store.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const CONNECTION_ID = "one";
const NO_LIMIT = { maxRecords: 1_000, tooMany: "too many" };
const PAGE = { epoch: "e", label: "Desk 1", right: "annotate", clockAhead: 0 } as const;
const NEXT = { all: false, asks: false, more: false } as const;

/** A store whose connection has a team. */
async function openStore() {
  const store = makeUserStore(path.join(await temporaryFolder(), "user.sqlite"));
  onTestFinished(() => store.close());
  let sequence = 0;
  const receive = (...records: readonly Pick<TeamRecord, "document" | "id" | "value" | "editedBy">[]) => {
    const whole = records.map((record) => {
      sequence += 1;
      return { ...record, sequence, version: 1, editedAt: 5, losers: [] };
    });
    return store.storeTeamPage(CONNECTION_ID, { ...PAGE, records: whole, last: sequence }, NEXT, 10);
  };
  receive();
  return { store, receive };
}

const ids = (store: UserStore, document: string): readonly string[] =>
  store.records(CONNECTION_ID, document, "").map(({ id }) => id);

const save = (store: UserStore, document: string, id: string, value: string | null = "{}"): void =>
  store.saveRecords(CONNECTION_ID, document, [{ id, value }], NO_LIMIT, 10);

const waiting = (store: UserStore): readonly unknown[] =>
  store
    .waitingEdits(CONNECTION_ID, 100)
    .map((edit) => ("document" in edit ? [edit.document, edit.id, edit.value] : null));

it("a part belongs to the team if the part's record belongs to the team", async () => {
  const { store, receive } = await openStore();
  receive({ document: "counts", id: "team", value: "{}", editedBy: "Desk 2" });
  save(store, "counts", "mine");
  for (const id of ["team/1", "mine/1"]) save(store, "countScans", id);
  expect(waiting(store)).toEqual([["countScans", "team/1", "{}"]]);
  expect(store.ownRecords(CONNECTION_ID, "countScans").map(({ id }) => id)).toEqual(["mine/1"]);
  expect(ids(store, "countScans")).toEqual(["mine/1", "team/1"]);
  expect(store.teamSummary(CONNECTION_ID).counts).toEqual(
    new Map([
      ["counts", 1],
      ["countScans", 1],
    ]),
  );
});

it("a shared record moves to the team with its parts", async () => {
  const { store } = await openStore();
  for (const id of ["c/1", "c/2", "d/1"]) save(store, "countScans", id);
  for (const id of ["c", "d"]) save(store, "counts", id);
  store.shareWithParts(CONNECTION_ID, "counts", { id: "c", value: '{"team":1}' }, 10);
  expect(waiting(store)).toEqual([
    ["countScans", "c/1", "{}"],
    ["countScans", "c/2", "{}"],
    ["counts", "c", '{"team":1}'],
  ]);
  expect(store.ownRecords(CONNECTION_ID, "counts").map(({ id }) => id)).toEqual(["d"]);
  expect(store.ownRecords(CONNECTION_ID, "countScans").map(({ id }) => id)).toEqual(["d/1"]);
});

it("the team's deleted record is removed with its parts", async () => {
  const { store, receive } = await openStore();
  // A backup restores the user's own record, which was shared with the team after the backup.
  for (const [document, id] of [
    ["counts", "c"],
    ["countScans", "c/1"],
    ["countScans", "c/2"],
  ] as const)
    save(store, document, id);
  receive(
    { document: "countScans", id: "c/1", value: '"team"', editedBy: "Desk 2" },
    { document: "counts", id: "c", value: "{}", editedBy: "Desk 2" },
  );
  expect(store.records(CONNECTION_ID, "countScans", "c/")).toEqual([{ id: "c/1", value: '"team"' }]);
  store.deleteTeamRecord(CONNECTION_ID, "counts", "c", 10);
  expect(waiting(store)).toEqual([
    ["counts", "c", null],
    ["countScans", "c/1", null],
  ]);
  expect(ids(store, "countScans")).toEqual(["c/1", "c/2"]);
  save(store, "countScans", "c/3");
  expect(waiting(store)).toHaveLength(2);
});

it("parts that arrive after their record's deletion are deleted", async () => {
  const { store, receive } = await openStore();
  receive(
    { document: "counts", id: "mine", value: null, editedBy: "Desk 1" },
    { document: "counts", id: "theirs", value: null, editedBy: "Desk 2" },
  );
  receive(
    { document: "countScans", id: "mine/1", value: "{}", editedBy: "Desk 3" },
    { document: "countScans", id: "theirs/1", value: "{}", editedBy: "Desk 3" },
    { document: "countScans", id: "mine/2", value: null, editedBy: "Desk 3" },
  );
  expect(waiting(store)).toEqual([["countScans", "mine/1", null]]);
});

it("the record limit counts only the user's own records", async () => {
  const { store, receive } = await openStore();
  receive({ document: "counts", id: "team", value: "{}", editedBy: "Desk 2" });
  const limit = { maxRecords: 1, tooMany: "too many" };
  const saveWithin = (id: string): void =>
    store.saveRecords(CONNECTION_ID, "countScans", [{ id, value: "{}" }], limit, 10);
  for (const id of ["team/1", "team/2", "mine/1"]) saveWithin(id);
  expect(() => saveWithin("mine/2")).toThrow("too many");
});

it("an update changes an existing record and never recreates a deleted record", async () => {
  const { store, receive } = await openStore();
  const update = (id: string, value: string): void =>
    store.saveRecords(CONNECTION_ID, "counts", [{ id, value, isUpdate: true }], NO_LIMIT, 10);
  receive({ document: "counts", id: "c", value: "{}", editedBy: "Desk 2" });
  update("c", '{"closed":1}');
  expect(waiting(store)).toEqual([["counts", "c", '{"closed":1}']]);
  const [edit] = store.waitingEdits(CONNECTION_ID, 1);
  store.editsAnswered(CONNECTION_ID, [{ edit: edit?.edit ?? "", outcome: "lost" }]);
  receive({ document: "counts", id: "c", value: null, editedBy: "Desk 2" });
  update("c", '{"verified":1}');
  expect([ids(store, "counts"), waiting(store), store.ownRecords(CONNECTION_ID, "counts")]).toEqual([
    [],
    [],
    [],
  ]);
  save(store, "counts", "mine");
  update("mine", '{"closed":1}');
  expect(store.ownRecords(CONNECTION_ID, "counts")).toMatchObject([{ id: "mine", value: '{"closed":1}' }]);
});
