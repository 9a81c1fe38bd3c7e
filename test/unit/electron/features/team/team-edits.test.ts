import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { TokenRight } from "../../../../../shared/features/team/team-kinds.ts";
import type { TeamEdit, TeamRecord } from "../../../../../shared/features/team/team-protocol.ts";
import { makeUserStore } from "../../../../../electron/hosts/core/user-store.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const CONNECTION_ID = "one";
const NO_LIMIT = { maxRecords: 1_000, tooMany: "too many" };
const NEXT = { all: false, asks: false, more: false } as const;

/** A store whose connection shares its thresholds and notes with a team. */
async function openStore() {
  const store = makeUserStore(path.join(await temporaryFolder(), "user.sqlite"));
  onTestFinished(() => store.close());
  let last = 0;
  const receive = (
    values: Readonly<Record<string, string | null>>,
    { document = "thresholds", right = "annotate" }: { document?: string; right?: TokenRight } = {},
  ) => {
    const records = Object.entries(values).map(([id, value]): TeamRecord => {
      last += 1;
      return {
        document,
        id,
        value,
        sequence: last,
        version: last,
        editedAt: 5,
        editedBy: "Desk 2",
        losers: [],
      };
    });
    store.storeTeamPage(
      CONNECTION_ID,
      { epoch: "e", label: "Desk 1", right, clockAhead: 0, records, last },
      NEXT,
      10,
    );
  };
  receive({});
  store.setTeamScopes(CONNECTION_ID, ["thresholds", "itemNotes"], true);
  const save = (value: string | null, now = 10): void =>
    store.saveRecords(CONNECTION_ID, "thresholds", [{ id: "a", value }], NO_LIMIT, now);
  const value = (): string | undefined => store.records(CONNECTION_ID, "thresholds", "")[0]?.value;
  return { store, receive, save, value };
}

const timesOf = (edits: readonly TeamEdit[]): readonly number[] =>
  edits.flatMap((edit) => ("editedAt" in edit ? [edit.editedAt] : []));

it("an edit's time is never before the previous edit's time", async () => {
  const { store, save } = await openStore();
  save("5", 86_400_000);
  save("7", 1_000);
  expect(timesOf(store.waitingEdits(CONNECTION_ID, 10))).toEqual([86_400_000, 86_400_000]);
});

it.each(["refused by the collector", "no longer allowed for the token"])(
  "an edit that is %s hides the team's value until the user takes the team's value",
  async (why) => {
    const { store, receive, save, value } = await openStore();
    save("2");
    const [edit] = store.waitingEdits(CONNECTION_ID, 1);
    if (why.startsWith("refused"))
      store.editsAnswered(CONNECTION_ID, [{ edit: edit?.edit ?? "", outcome: "refused" }]);
    receive({ a: "50" }, { right: why.startsWith("refused") ? "annotate" : "read" });
    expect([value(), store.teamSummary(CONNECTION_ID).kept.get("thresholds")]).toEqual(["2", 1]);
    store.keepNone(CONNECTION_ID, "thresholds");
    expect([value(), store.teamSummary(CONNECTION_ID).kept.get("thresholds")]).toEqual(["50", 0]);
    expect(store.teamSummary(CONNECTION_ID).unsent).toEqual({ waiting: 0, refused: 0 });
  },
);

it("an edit that cannot be sent stays if the team has no value", async () => {
  const { store, receive, save, value } = await openStore();
  save("2");
  receive({ other: "50" }, { right: "read" });
  store.keepNone(CONNECTION_ID, "thresholds");
  expect([value(), store.teamSummary(CONNECTION_ID).kept.get("thresholds")]).toEqual(["2", 0]);
});

it("a pending edit stays if the user takes the team's values", async () => {
  const { store, receive, save, value } = await openStore();
  receive({ a: "50" });
  save("2");
  store.keepNone(CONNECTION_ID, "thresholds");
  expect([value(), store.teamSummary(CONNECTION_ID).kept.get("thresholds")]).toEqual(["2", 0]);
});

it("another connection's shared records do not change this connection's records", async () => {
  const { store } = await openStore();
  store.setTeamScopes(CONNECTION_ID, ["thresholds"], false);
  store.saveRecords(CONNECTION_ID, "thresholds", [{ id: "a", value: "3" }], NO_LIMIT, 10);
  const shared = [{ id: "a", value: "10", team: undefined }];
  expect(store.shareRecords(CONNECTION_ID, "thresholds", shared, 10, false)).toBe(1);
  expect(store.ownRecords(CONNECTION_ID, "thresholds")).toEqual([{ id: "a", value: "3" }]);
  expect(store.records(CONNECTION_ID, "thresholds", "")).toMatchObject([{ id: "a", value: "10" }]);
});

it("closing a note deletes the team's oldest closed notes over the limit", async () => {
  const { store, receive } = await openStore();
  const note = (archivedAt: string | null): string =>
    JSON.stringify({
      itemId: "i",
      text: "back",
      askedOn: null,
      outAt: null,
      createdAt: "2026-01-01",
      archivedAt,
    });
  const [a = "", b = "", c = "", open = ""] = ["a", "b", "c", "d"].map(
    (digit) => `${digit.repeat(8)}-0000-4000-8000-000000000000`,
  );
  const former = { [b]: note("2026-02-01"), [c]: note("2026-03-01"), [a]: note("2026-01-01") };
  receive({ ...former, [open]: note(null) }, { document: "itemNotes" });
  store.archiveItemNotes(CONNECTION_ID, [{ id: open, archivedAt: "2026-04-01" }], 2, 10);
  expect(store.records(CONNECTION_ID, "itemNotes", "").map(({ id }) => id)).toEqual([c, open]);
});

it("a value that is too long for its document is ignored", async () => {
  const { store, receive, save, value } = await openStore();
  receive({ long: JSON.stringify("x".repeat(400_000)), short: "7" }, { document: "names" });
  expect(store.records(CONNECTION_ID, "names", "")).toEqual([{ id: "short", value: "7" }]);
  expect([...store.teamValues(CONNECTION_ID, "names").keys()]).toEqual(["short"]);
  receive({ a: " ".repeat(501), b: null });
  expect([value(), store.teamValues(CONNECTION_ID, "thresholds").get("b")]).toEqual([undefined, null]);
  save("2");
  // The edit is based on the version of the value that it replaces.
  expect(store.waitingEdits(CONNECTION_ID, 1)).toMatchObject([{ id: "a", basedOn: 3 }]);
  expect(value()).toBe("2");
});
