import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import type { ViewDefinition } from "../../../shared/query/views/views.ts";
import type { RecordOf } from "../../../shared/contract/documents.ts";
import { serve } from "../sample-service/support.ts";
import { collect, type CollectorUnderTest } from "../collector/support.ts";
import { joinTeam, CONNECTION_ID, type TeamMember } from "./support.ts";

const below = (count: number): RecordOf<"thresholds"> => ({ measure: "items", below: count });

const collector = async (): Promise<CollectorUnderTest> => collect(await serve({ items: 3 }));

/** Changes the collector's own database. */
function execute({ files }: CollectorUnderTest, sql: string): void {
  const database = new DatabaseSync(files.own);
  database.exec("PRAGMA busy_timeout = 5000");
  database.exec(sql);
  database.close();
}

/** Two workstations that share thresholds. */
async function two(): Promise<readonly [TeamMember, TeamMember]> {
  const shared = await collector();
  return [
    await joinTeam(shared, { label: "Desk A", shares: ["thresholds"] }),
    await joinTeam(shared, { label: "Desk B", shares: ["thresholds"] }),
  ];
}

describe("a team", () => {
  it("a record saved or deleted on one workstation changes on the other workstation", async () => {
    const [a, b] = await two();
    await a.save("thresholds", "t", below(3));
    expect(await a.read("thresholds")).toEqual({ t: below(3) });
    await a.exchange();
    await b.exchange();
    expect(await b.read("thresholds")).toEqual({ t: below(3) });
    await b.save("thresholds", "t", null);
    await b.exchange();
    await a.exchange();
    expect([await a.read("thresholds"), await b.read("thresholds")]).toEqual([{}, {}]);
    expect((await a.team.summary(CONNECTION_ID)).lost).toEqual([]);
  });

  it("an offline edit shows at once and is sent later", async () => {
    const [a, b] = await two();
    a.isOnline = false;
    await a.save("thresholds", "t", below(3));
    await expect(a.exchange()).rejects.toThrow("offline");
    await a.save("thresholds", "t", below(4));
    expect(await a.read("thresholds")).toEqual({ t: below(4) });
    expect(await a.team.summary(CONNECTION_ID)).toMatchObject({ waiting: 2, error: { kind: "network" } });
    a.isOnline = true;
    await a.exchange();
    await b.exchange();
    expect(await b.read("thresholds")).toEqual({ t: below(4) });
    expect(await a.team.summary(CONNECTION_ID)).toMatchObject({ waiting: 0, error: null, lost: [] });
  });

  it("the later of two offline edits wins", async () => {
    const [a, b] = await two();
    a.clockError = -1_000;
    await a.save("thresholds", "t", below(1));
    await b.save("thresholds", "t", below(2));
    await b.exchange();
    await a.exchange();
    await b.exchange();
    for (const member of [a, b]) {
      expect(await member.read("thresholds")).toEqual({ t: below(2) });
      const { lost } = await member.team.summary(CONNECTION_ID);
      expect(lost).toEqual([
        expect.objectContaining({
          kind: "thresholds",
          id: "t",
          editedBy: "Desk A",
          value: JSON.stringify(below(1)),
          present: expect.objectContaining({ editedBy: "Desk B", value: JSON.stringify(below(2)) }),
        }),
      ]);
    }
    const [lost] = (await b.team.summary(CONNECTION_ID)).lost;
    if (!lost) throw new Error("no value lost");
    await b.team.resolve(CONNECTION_ID, lost, true);
    await b.exchange();
    await a.exchange();
    for (const member of [a, b]) {
      expect(await member.read("thresholds")).toEqual({ t: below(1) });
      expect((await member.team.summary(CONNECTION_ID)).lost).toEqual([]);
    }
  });

  it("a workstation's last offline edit wins, even if its clock was corrected", async () => {
    const [a, b] = await two();
    await a.save("thresholds", "t", below(3));
    await a.exchange();
    a.isOnline = false;
    a.clockError = 86_400_000;
    await a.save("thresholds", "t", below(5));
    a.clockError = 0;
    await a.save("thresholds", "t", below(7));
    a.isOnline = true;
    await a.exchange();
    await b.exchange();
    for (const member of [a, b]) expect(await member.read("thresholds")).toEqual({ t: below(7) });
    expect((await a.team.summary(CONNECTION_ID)).lost).toEqual([]);
  });

  it("a value that arrives while an editor is open is kept as an overridden value", async () => {
    const [a, b] = await two();
    await a.save("thresholds", "t", below(1));
    await a.exchange();
    await b.exchange();
    await a.save("thresholds", "t", below(2));
    await a.exchange();
    await b.exchange();
    await b.documents.save("thresholds", CONNECTION_ID, [{ id: "t", value: below(3), seen: below(1) }]);
    await b.exchange();
    await a.exchange();
    for (const member of [a, b]) {
      expect(await member.read("thresholds")).toEqual({ t: below(3) });
      expect((await member.team.summary(CONNECTION_ID)).lost).toEqual([
        expect.objectContaining({ id: "t", editedBy: "Desk A", value: JSON.stringify(below(2)) }),
      ]);
    }
  });

  it("a value that the editor showed before saving is replaced and not kept", async () => {
    const [a, b] = await two();
    await a.save("thresholds", "t", below(1));
    await a.exchange();
    await b.exchange();
    b.execute(`UPDATE team_records SET value = '{"below":1,"measure":"items"}'`);
    await b.documents.save("thresholds", CONNECTION_ID, [{ id: "t", value: below(3), seen: below(1) }]);
    await b.documents.save("thresholds", CONNECTION_ID, [{ id: "t", value: below(4), seen: below(3) }]);
    await b.documents.save("thresholds", CONNECTION_ID, [{ id: "new", value: below(5), seen: null }]);
    await b.exchange();
    await a.exchange();
    expect(await a.read("thresholds")).toEqual({ t: below(4), new: below(5) });
    expect((await a.team.summary(CONNECTION_ID)).lost).toEqual([]);
  });

  it("the user's own record is shown again after the team's record is deleted", async () => {
    const [a, b] = await two();
    b.execute(
      `INSERT INTO documents (connectionId, document, id, version, value)
       VALUES ('${CONNECTION_ID}', 'thresholds', 't', 1, '${JSON.stringify(below(9))}')`,
    );
    await a.save("thresholds", "t", below(1));
    await a.exchange();
    await a.save("thresholds", "t", null);
    await a.exchange();
    await b.exchange();
    expect(await b.read("thresholds")).toEqual({ t: below(9) });
    await b.documents.save("thresholds", CONNECTION_ID, [{ id: "t", value: below(10), seen: below(9) }]);
    await b.exchange();
    expect((await b.team.summary(CONNECTION_ID)).lost).toEqual([]);
  });

  it("a name that arrives while the name's editor is open is kept as an overridden name", async () => {
    const shared = await collector();
    const [a, b] = [
      await joinTeam(shared, { label: "Desk A", shares: ["names"] }),
      await joinTeam(shared, { label: "Desk B", shares: ["names"] }),
    ];
    const named = (name: string) => ({ name, team: "", note: "" });
    await a.save("names", "h", named("Ann"));
    await a.exchange();
    await b.exchange();
    await b.documents.save("names", CONNECTION_ID, [{ id: "h", value: named("Bea"), seen: null }]);
    await b.exchange();
    expect(await b.read("names")).toEqual({ h: named("Bea") });
    expect((await b.team.summary(CONNECTION_ID)).lost).toEqual([
      expect.objectContaining({ id: "h", editedBy: "Desk A" }),
    ]);
    await b.documents.save("names", CONNECTION_ID, [{ id: "h", value: named("Cid"), seen: named("Bea") }]);
    await b.exchange();
    expect((await b.team.summary(CONNECTION_ID)).lost).toHaveLength(1);
  });

  it("a wrong clock does not decide conflicts once the collector's time is known", async () => {
    const [a, b] = await two();
    a.clockError = -86_400_000;
    await a.exchange();
    // The header has whole seconds, so the known offset has an error of up to a second.
    b.clockError = -1_500;
    await b.save("thresholds", "t", below(1));
    await a.save("thresholds", "t", below(2));
    await b.exchange();
    await a.exchange();
    await b.exchange();
    expect(await b.read("thresholds")).toEqual({ t: below(2) });
  });
});

describe("own records and the team's records", () => {
  it("the team's record takes precedence until the user edits the record", async () => {
    const shared = await collector();
    const a = await joinTeam(shared, { label: "Desk A", shares: ["thresholds"] });
    const b = await joinTeam(shared, { label: "Desk B" });
    await b.save("thresholds", "t", below(9));
    await b.save("thresholds", "mine", below(7));
    await a.save("thresholds", "t", below(3));
    await a.exchange();
    await b.exchange();
    expect(await b.read("thresholds")).toEqual({ mine: below(7), t: below(3) });
    await b.save("thresholds", "t", below(10));
    await b.exchange();
    await a.exchange();
    expect([await b.read("thresholds"), await a.read("thresholds")]).toEqual([
      { mine: below(7), t: below(10) },
      { t: below(3) },
    ]);
    expect((await b.team.summary(CONNECTION_ID)).kinds).toContainEqual({
      kind: "thresholds",
      isShared: false,
      records: 1,
      kept: 1,
    });
    await b.team.useTeam(CONNECTION_ID, "thresholds");
    expect(await b.read("thresholds")).toEqual({ mine: below(7), t: below(3) });
  });

  it("a preview of sharing shows new, equal and different records", async () => {
    const shared = await collector();
    const a = await joinTeam(shared, { label: "Desk A", shares: ["thresholds"] });
    const b = await joinTeam(shared, { label: "Desk B" });
    await a.save("thresholds", "equal", below(1));
    await a.save("thresholds", "other", below(2));
    await a.exchange();
    for (const [id, count] of [
      ["equal", 1],
      ["other", 20],
      ["new", 3],
    ] as const)
      await b.save("thresholds", id, below(count));
    await b.exchange();
    expect(await b.team.preview(CONNECTION_ID, CONNECTION_ID, "thresholds")).toEqual({
      added: 1,
      equal: 1,
      differing: 1,
      differences: [
        {
          document: "thresholds",
          id: "other",
          own: JSON.stringify(below(20)),
          team: JSON.stringify(below(2)),
        },
      ],
    });
    expect(await b.team.share(CONNECTION_ID, CONNECTION_ID, "thresholds", false)).toBe(1);
    await b.exchange();
    await a.exchange();
    const all = { equal: below(1), new: below(3), other: below(2) };
    expect([await a.read("thresholds"), await b.read("thresholds")]).toEqual([all, all]);
    expect(await b.team.share(CONNECTION_ID, CONNECTION_ID, "thresholds", true)).toBe(1);
    await b.exchange();
    await a.exchange();
    expect((await a.read("thresholds"))["other"]).toEqual(below(20));
    // An equal record stays stored, but the team's record takes precedence.
    expect(b.store.ownRecords(CONNECTION_ID, "thresholds").map(({ id }) => id)).toEqual(["equal"]);
  });

  it("a read-only workstation sees the team's records and shares no edits", async () => {
    const shared = await collector();
    const a = await joinTeam(shared, { label: "Desk A", shares: ["thresholds"] });
    const b = await joinTeam(shared, { label: "Desk B", access: "read", shares: ["thresholds"] });
    await a.save("thresholds", "t", below(3));
    await a.exchange();
    await b.exchange();
    await b.save("thresholds", "new", below(1));
    await b.exchange();
    await a.exchange();
    expect([await a.read("thresholds"), await b.read("thresholds")]).toEqual([
      { t: below(3) },
      { new: below(1), t: below(3) },
    ]);
    await expect(b.team.share(CONNECTION_ID, CONNECTION_ID, "thresholds", true)).rejects.toThrow(
      "may only read",
    );
    expect(await b.team.summary(CONNECTION_ID)).toMatchObject({ waiting: 0, state: { right: "read" } });
  });
});

describe("names and notes", () => {
  it("holder names and item notes are shared like other records", async () => {
    const shared = await collector();
    const a = await joinTeam(shared, { label: "Desk A", shares: ["names", "itemNotes"] });
    const b = await joinTeam(shared, { label: "Desk B", shares: ["names", "itemNotes"] });
    const anna = { name: "Anna", team: "Print", note: "" };
    await a.save("names", "u-1", anna);
    await a.notes.save({
      connectionId: CONNECTION_ID,
      note: { itemId: "i-1", text: "back on Friday", askedOn: null },
    });
    await a.exchange();
    await b.exchange();
    expect(await b.read("names")).toEqual({ "u-1": anna });
    const [note] = await b.notes.list({ connectionId: CONNECTION_ID });
    expect(note).toMatchObject({ itemId: "i-1", text: "back on Friday", archivedAt: null });
    b.returnItem("2026-11-27T09:00:00.000Z");
    expect(await b.notes.list({ connectionId: CONNECTION_ID })).toEqual([]);
    await b.exchange();
    await a.exchange();
    expect(await a.notes.list({ connectionId: CONNECTION_ID, itemId: "i-1" })).toEqual([
      { ...note, archivedAt: "2026-11-27T09:00:00.000Z" },
    ]);
    await a.save("names", "u-1", null);
    await a.exchange();
    await b.exchange();
    expect(await b.read("names")).toEqual({});
  });

  it("a note on an item in stock is the team's until a workstation deletes it", async () => {
    const shared = await collector();
    const a = await joinTeam(shared, { label: "Desk A", shares: ["itemNotes"] });
    const b = await joinTeam(shared, { label: "Desk B", shares: ["itemNotes"] });
    const texts = async (of: typeof a): Promise<unknown> =>
      (await of.notes.list({ connectionId: CONNECTION_ID })).map(({ text, untilReturn }) => [
        text,
        untilReturn,
      ]);
    a.returnItem("2026-11-27T09:00:00.000Z");
    const note = { itemId: "i-1", text: "Box is damaged", askedOn: null };
    await a.notes.save({ connectionId: CONNECTION_ID, note });
    await a.exchange();
    await b.exchange();
    // On this workstation the item is still out. A change of the text does not tie the note to the check-out.
    await b.notes.save({ connectionId: CONNECTION_ID, note: { ...note, text: "Box is new" } });
    b.returnItem("2026-11-28T09:00:00.000Z");
    expect(await texts(b)).toEqual([["Box is new", false]]);
    await b.exchange();
    await a.exchange();
    expect(await texts(a)).toEqual([["Box is new", false]]);
    const [shown] = await a.notes.list({ connectionId: CONNECTION_ID });
    await a.notes.delete({ connectionId: CONNECTION_ID, id: shown?.id ?? "" });
    await a.exchange();
    await b.exchange();
    expect(await texts(b)).toEqual([]);
  });

  it("a team's note stays open on a workstation that does not share notes", async () => {
    const shared = await collector();
    const a = await joinTeam(shared, { label: "Desk A", shares: ["itemNotes"] });
    const b = await joinTeam(shared, { label: "Desk B" });
    await a.notes.save({
      connectionId: CONNECTION_ID,
      note: { itemId: "i-1", text: "back on Friday", askedOn: null },
    });
    await a.exchange();
    await b.exchange();
    b.returnItem("2026-11-27T09:00:00.000Z");
    expect(await b.notes.list({ connectionId: CONNECTION_ID })).toHaveLength(1);
    await b.exchange();
    await a.exchange();
    expect(await a.notes.list({ connectionId: CONNECTION_ID })).toHaveLength(1);
  });
});

describe("records shared one by one", () => {
  it("a record that the team deleted can be shared again", async () => {
    const shared = await collector();
    const a = await joinTeam(shared, { label: "Desk A" });
    const share = () => a.team.shareRecord(CONNECTION_ID, "thresholds", "t");
    await a.save("thresholds", "t", below(1));
    await share();
    await a.exchange();
    await a.team.deleteRecord(CONNECTION_ID, "thresholds", "t");
    await a.exchange();
    await a.save("thresholds", "t", below(2));
    await share();
    await a.exchange();
    expect(a.store.teamValues(CONNECTION_ID, "thresholds")).toEqual(
      new Map([["t", JSON.stringify(below(2))]]),
    );
    await a.save("thresholds", "t", below(3));
    await expect(share()).rejects.toThrow("The team has it already.");
    expect(await a.read("thresholds")).toEqual({ t: below(3) });
  });
});

describe("shared views", () => {
  it("a shared view is locked for all users", async () => {
    const shared = await collector();
    const a = await joinTeam(shared, { label: "Desk A" });
    const b = await joinTeam(shared, { label: "Desk B" });
    const definition: ViewDefinition = { version: 1, minor: 0, search: "film", filters: [], sort: [] };
    const view = await a.views.create({
      connectionId: CONNECTION_ID,
      resource: "items",
      name: "Films",
      definition,
    });
    await a.team.shareRecord(CONNECTION_ID, "views", view.id);
    await a.exchange();
    await b.exchange();
    const locked = [{ ...view, isTeams: true }];
    expect([await a.views.list(CONNECTION_ID), await b.views.list(CONNECTION_ID)]).toEqual([locked, locked]);
    for (const member of [a, b])
      for (const change of [
        member.views.rename({ connectionId: CONNECTION_ID, id: view.id, name: "Mine" }),
        member.views.save({ connectionId: CONNECTION_ID, id: view.id, definition }),
        member.views.delete({ connectionId: CONNECTION_ID, id: view.id }),
      ])
        await expect(change).rejects.toThrow("This view is the team’s");
    await expect(a.team.shareRecord(CONNECTION_ID, "views", view.id)).rejects.toThrow(
      "does not exist any more",
    );
    const copy = await b.views.create({
      connectionId: CONNECTION_ID,
      resource: "items",
      name: "Films copy",
      definition,
    });
    await b.team.deleteRecord(CONNECTION_ID, "views", view.id);
    await b.exchange();
    await a.exchange();
    expect([await a.views.list(CONNECTION_ID), await b.views.list(CONNECTION_ID)]).toEqual([[], [copy]]);
  });
});

describe("team problems", () => {
  it("edits of a workstation that was away for a year need the user's confirmation", async () => {
    const shared = await collector();
    const a = await joinTeam(shared, { label: "Desk A", shares: ["thresholds"] });
    const b = await joinTeam(shared, { label: "Desk B", shares: ["thresholds"] });
    await a.save("thresholds", "old", below(1));
    await a.exchange();
    b.isOnline = false;
    await b.save("thresholds", "mine", below(2));
    // The collector has forgotten a deleted record that B has not read.
    execute(shared, "UPDATE facts SET value = '1' WHERE name = 'teamForgotten'");
    b.isOnline = true;
    await b.exchange();
    expect(await b.team.summary(CONNECTION_ID)).toMatchObject({ waiting: 1, state: { asks: true } });
    await a.exchange();
    expect(await a.read("thresholds")).toEqual({ old: below(1) });
    await b.team.confirm(CONNECTION_ID, true);
    await b.exchange();
    await a.exchange();
    expect(await a.read("thresholds")).toEqual({ mine: below(2), old: below(1) });
  });

  it("a workstation whose token became read-only still reads records, and keeps its own edits", async () => {
    const shared = await collector();
    const a = await joinTeam(shared, { label: "Desk A", shares: ["thresholds"] });
    const b = await joinTeam(shared, { label: "Desk B", shares: ["thresholds"] });
    await a.save("thresholds", "t", below(1));
    await a.exchange();
    b.isOnline = false;
    await b.save("thresholds", "mine", below(2));
    execute(shared, "UPDATE tokens SET access = 'read' WHERE label = 'Desk B'");
    b.isOnline = true;
    await b.exchange();
    expect(await b.read("thresholds")).toEqual({ mine: below(2), t: below(1) });
    expect(await b.team.summary(CONNECTION_ID)).toMatchObject({
      waiting: 1,
      error: null,
      state: { right: "read" },
    });
  });

  it("an unreadable edit is refused and does not block other edits", async () => {
    const [a, b] = await two();
    a.isOnline = false;
    for (const id of ["one", "bad", "two"]) await a.save("thresholds", id, below(1));
    a.execute("UPDATE team_edits SET document = 'not a name' WHERE id = 'bad'");
    a.isOnline = true;
    await a.exchange();
    await b.exchange();
    expect(await b.read("thresholds")).toEqual({ one: below(1), two: below(1) });
    expect(await a.team.summary(CONNECTION_ID)).toMatchObject({ waiting: 0, refused: 1 });
  });

  it("a refused edit sent again does not replace a later edit", async () => {
    const shared = await collector();
    const a = await joinTeam(shared, { label: "Desk A", shares: ["thresholds"] });
    execute(shared, "INSERT INTO team_use VALUES ('limits', 'Desk X', 1, 1, 256000000)");
    await a.save("thresholds", "t", below(1));
    await a.exchange();
    expect(await a.team.summary(CONNECTION_ID)).toMatchObject({ refused: 1 });
    execute(shared, "DELETE FROM team_use WHERE label = 'Desk X'");
    await a.save("thresholds", "t", below(2));
    await a.team.retry(CONNECTION_ID);
    expect(await a.read("thresholds")).toEqual({ t: below(2) });
    expect(await a.team.summary(CONNECTION_ID)).toMatchObject({ refused: 0, waiting: 0 });
  });

  it("an edit after the end of sharing overrides a pending shared edit", async () => {
    const [a] = await two();
    a.isOnline = false;
    await a.save("thresholds", "t", below(1));
    a.store.setTeamScopes(CONNECTION_ID, ["thresholds"], false);
    await a.save("thresholds", "t", below(2));
    expect(await a.read("thresholds")).toEqual({ t: below(2) });
  });

  it("a record deleted by the team does not hide the user's own record", async () => {
    const shared = await collector();
    const a = await joinTeam(shared, { label: "Desk A", shares: ["thresholds"] });
    const b = await joinTeam(shared, { label: "Desk B", access: "read" });
    await b.save("thresholds", "t", below(9));
    await a.save("thresholds", "t", below(1));
    await a.save("thresholds", "t", null);
    await a.exchange();
    await b.exchange();
    expect(await b.read("thresholds")).toEqual({ t: below(9) });
    b.execute(
      "INSERT INTO team_records SELECT copy, 'schedules', 'c', '{}', 1, 0, 'X', '[]' FROM team_copies",
    );
    expect(b.store.records(CONNECTION_ID, "schedules", "")).toEqual([]);
  });

  it("a team over a record limit can still change and delete its records", async () => {
    const [a] = await two();
    for (let at = 0; at < 3; at += 1) await a.save("thresholds", `t${at}`, below(1));
    const save = (id: string, value: string | null): void =>
      a.store.saveRecords(
        CONNECTION_ID,
        "thresholds",
        [{ id, value }],
        { maxRecords: 2, tooMany: "too many" },
        0,
      );
    expect(() => save("t3", "{}")).toThrow("too many");
    save("t0", JSON.stringify(below(2)));
    save("t1", null);
    expect(await a.read("thresholds")).toEqual({ t0: below(2), t2: below(1) });
  });
});
