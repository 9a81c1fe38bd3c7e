import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  teamPageSchema,
  type RecordEdit,
  type TeamEdit,
  type TeamRecord,
} from "../../../shared/features/team/team-protocol.ts";
import { TEAM_LIMITS } from "../../../shared/features/team/team-kinds.ts";
import { dropValues, type IsDropped } from "../../../electron/features/collector/serving/team-documents.ts";
import { calendarClock } from "../../helpers/virtual-clock.ts";
import { startPostgres } from "../../helpers/postgres.ts";
import { serve } from "../sample-service/support.ts";
import {
  addTokenOf,
  ask,
  collect,
  rowsIn,
  runIn,
  storesOf,
  type CollectorUnderTest,
  type Reply,
  workOn,
} from "./support.ts";

const PATH = "/stockdeck/v1/documents";

const edit = (id: string, value: string | null, more: Partial<RecordEdit> = {}): TeamEdit => ({
  edit: randomUUID(),
  document: "limits",
  id,
  value,
  basedOn: 0,
  editedAt: Date.now(),
  ...more,
});

const post = (writer: CollectorUnderTest, body: string): Promise<Reply> =>
  ask(writer, PATH, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${writer.token}`, "content-type": "application/json" },
  });

async function send(writer: CollectorUnderTest, ...edits: readonly TeamEdit[]): Promise<readonly string[]> {
  const { status, json } = await post(writer, JSON.stringify({ edits }));
  expect(status).toBe(200);
  expect(json.results.map((result: { edit: string }) => result.edit)).toEqual(edits.map((one) => one.edit));
  return json.results.map((result: { outcome: string }) => result.outcome);
}

async function read(client: CollectorUnderTest, query = "after=0&all=true"): Promise<readonly TeamRecord[]> {
  const { status, json } = await ask(client, `${PATH}?${query}`);
  expect(status).toBe(200);
  return teamPageSchema.parse(json).records;
}

/** Replaces a label's use of the team's records. */
const setUse = (
  collector: CollectorUnderTest,
  label: string,
  records: number,
  bytes: number,
): Promise<void> =>
  runIn(
    collector,
    {
      file: collector.files.own,
      sql: `INSERT OR REPLACE INTO team_use VALUES ('notes', '${label}', ${records}, 0, ${bytes})`,
    },
    `INSERT INTO stockdeck.team_use VALUES ('notes', '${label}', ${records}, 0, ${bytes})
       ON CONFLICT (document, label) DO UPDATE SET records = excluded.records, bytes = excluded.bytes`,
  );

/** The counted records and bytes of all labels, and the kept ids of edits. */
const countsIn = async (collector: CollectorUnderTest): Promise<unknown> => {
  const [row] = await rowsIn(
    collector,
    `SELECT coalesce(sum(records), 0) AS records, (SELECT count(*) FROM team_edits) AS edits,
       coalesce(sum(bytes), 0) AS bytes FROM team_use`,
  );
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, count]) => [name, Number(count)]));
};

/** Drops values as an administrator's command does while the collector runs. */
const dropIn = (collector: CollectorUnderTest, isDropped: IsDropped): Promise<number> =>
  workOn(collector, dropValues(isDropped));

const postgres = startPostgres();

describe.each(storesOf(postgres))("documents of a collector on %s", (_name, makeStore) => {
  /** Starts a collector with two tokens that may edit (annotate). */
  const collectWithWriters = async (options: Parameters<typeof collect>[1] = {}) => {
    const service = await serve({ items: 3 });
    const collector = await collect(service, { store: await makeStore(), ...options });
    const writerOf = async (label: string): Promise<CollectorUnderTest> => ({
      ...collector,
      token: await addTokenOf(collector, label, "annotate"),
    });
    return { collector, one: await writerOf("Desk 2"), two: await writerOf("Desk 3"), service };
  };

  describe("edits by workstations", () => {
    it("an accepted edit gets an author, a time, a version and a change number", async () => {
      const { collector, one, two } = await collectWithWriters();
      const first = edit("r1", "14");
      expect(await send(one, first, edit("r2", "2"))).toEqual(["accepted", "accepted"]);
      expect(await read(collector)).toEqual([
        {
          sequence: 1,
          document: "limits",
          id: "r1",
          value: "14",
          version: 1,
          editedAt: "editedAt" in first ? first.editedAt : 0,
          editedBy: "Desk 2",
          losers: [],
        },
        expect.objectContaining({ sequence: 2, id: "r2" }),
      ]);
      expect(await send(two, edit("r1", "15", { basedOn: 1 }))).toEqual(["accepted"]);
      const after = await read(collector, "after=2");
      expect(after).toEqual([
        expect.objectContaining({ sequence: 3, id: "r1", value: "15", version: 2, editedBy: "Desk 3" }),
      ]);
    });

    it("the later of two conflicting edits wins", async () => {
      const { collector, one, two } = await collectWithWriters();
      const now = Date.now();
      await send(one, edit("r", "101", { editedAt: now - 1_000 }));
      expect(await send(two, edit("r", "102", { editedAt: now - 2_000 }))).toEqual(["lost"]);
      expect(await send(two, edit("r", "103", { editedAt: now - 500 }))).toEqual(["accepted"]);
      const [record] = await read(collector);
      expect(record).toMatchObject({ value: "103", editedBy: "Desk 3", version: 2 });
      expect(record?.losers).toEqual([
        { number: 1, value: "102", editedAt: now - 2_000, editedBy: "Desk 3" },
        { number: 2, value: "101", editedAt: now - 1_000, editedBy: "Desk 2" },
      ]);
    });

    it("an edit whose clock is ahead is stored with the time of its arrival", async () => {
      const { collector, one, two } = await collectWithWriters();
      const before = Date.now();
      await send(one, edit("r", "104", { editedAt: before + 86_400_000 }));
      const [record] = await read(collector);
      expect(record?.editedAt).toBeGreaterThanOrEqual(before - 1_000);
      expect(record?.editedAt).toBeLessThanOrEqual(Date.now());
      // So a later edit still wins.
      expect(await send(two, edit("r", "105", { editedAt: Date.now() + 60_000 }))).toEqual(["accepted"]);
    });

    it("only half a million edit ids are kept; the oldest ids are deleted to protect the disk", async () => {
      const { collector, one } = await collectWithWriters();
      const [oldest, kept] = [randomUUID(), randomUUID()];
      const row = (id: string, at: number): string => `('${id}', ${at}, 'accepted')`;
      const own = `INSERT INTO team_edits (edit, arrivedAt, outcome)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500000)
        SELECT 'filling ' || i, ${Date.now()} - i, 'accepted' FROM n
        UNION ALL VALUES ${row(oldest, Date.now() - 10_000_000)}, ${row(kept, Date.now())}`;
      const shared = `INSERT INTO stockdeck.team_edits (edit, arrived_at, outcome)
        SELECT 'filling ' || i, ${Date.now()} - i, 'accepted' FROM generate_series(1, 500000) AS i
        UNION ALL VALUES ${row(oldest, Date.now() - 10_000_000)}, ${row(kept, Date.now())}`;
      await runIn(collector, { file: collector.files.own, sql: own }, shared);
      // A known id gets its previous outcome, and a forgotten id counts as another edit.
      const sent = [kept, oldest].map((id) => ({ ...edit("r", "1"), edit: id }));
      expect(await send(one, ...sent)).toEqual(["accepted", "accepted"]);
      expect(await read(collector)).toEqual([expect.objectContaining({ id: "r", version: 1 })]);
    });

    it("an edit sent again after a lost response counts only once", async () => {
      const { collector, one, two } = await collectWithWriters();
      const sent = edit("r", "1", { editedAt: Date.now() - 5_000 });
      expect(await send(one, sent)).toEqual(["accepted"]);
      expect(await send(two, edit("r", "2", { basedOn: 1 }))).toEqual(["accepted"]);
      expect(await send(one, sent)).toEqual(["accepted"]);
      expect(await read(collector)).toEqual([
        expect.objectContaining({ value: "2", version: 2, losers: [] }),
      ]);
    });

    it("a deleted record has no value", async () => {
      const { collector, one, two } = await collectWithWriters();
      const now = Date.now();
      await send(one, edit("r", "1", { editedAt: now - 1_000 }));
      await send(two, edit("r", null, { editedAt: now - 500 }));
      const [deleted] = await read(collector, "after=0");
      expect(deleted).toMatchObject({ value: null, sequence: 2, losers: [{ number: 1, value: "1" }] });
      expect(await send(one, { edit: randomUUID(), dismiss: 1 })).toEqual(["accepted"]);
      expect(await send(one, { edit: randomUUID(), dismiss: 77 })).toEqual(["accepted"]);
      expect(await read(collector, "after=2")).toEqual([
        expect.objectContaining({ sequence: 3, value: null, losers: [] }),
      ]);
    });

    it("a record keeps only its ten latest losing values", async () => {
      const { collector, one, two } = await collectWithWriters();
      const now = Date.now();
      await send(one, edit("r", "106", { editedAt: now - 10 }));
      const lost = Array.from({ length: 12 }, (_, at) =>
        edit("r", String(at + 1), { editedAt: now - 1_000 + at }),
      );
      expect(new Set(await send(two, ...lost))).toEqual(new Set(["lost"]));
      const [record] = await read(collector);
      expect(record?.losers.map(({ value }) => value)).toEqual(
        Array.from({ length: 10 }, (_, at) => String(at + 3)),
      );
    });
  });

  describe("reading the team's records", () => {
    it("records come page by page in number order", async () => {
      const { collector, one } = await collectWithWriters();
      await send(one, ...Array.from({ length: 7 }, (_, at) => edit(`r${at}`, String(at + 1))));
      const seen: string[] = [];
      for (let after = 0, more = true; more;) {
        const { json } = await ask(collector, `${PATH}?after=${after}&limit=3`);
        seen.push(...json.records.map(({ id }: TeamRecord) => id));
        ({ last: after, more } = json);
      }
      expect(seen).toEqual(["r0", "r1", "r2", "r3", "r4", "r5", "r6"]);
    });

    it("a page of large values ends after four million characters", async () => {
      const { collector, one } = await collectWithWriters();
      const ids = Array.from({ length: 13 }, (_, at) => `r${at}`);
      await send(one, ...ids.map((id) => edit(id, "1")));
      await runIn(
        collector,
        { file: collector.files.own, sql: "UPDATE team_records SET value = printf('%.900000d', 7)" },
        "UPDATE stockdeck.team_records SET value = lpad('7', 900000, '0')",
      );
      const pages: string[][] = [];
      for (let after = 0, more = true; more;) {
        const { json, text } = await ask(collector, `${PATH}?after=${after}&limit=1000`);
        expect(text.length).toBeLessThan(4_100_000);
        pages.push(json.records.map(({ id }: TeamRecord) => id));
        ({ last: after, more } = json);
      }
      expect(pages.map(({ length }) => length)).toEqual([4, 4, 4, 1]);
      expect(pages.flat()).toEqual(ids);
    });

    it("a deletion is forgotten after a year", async () => {
      const clock = calendarClock(Date.parse("2026-03-01T00:00:00Z"));
      const { collector, one } = await collectWithWriters({ clock });
      const at = (): Partial<RecordEdit> => ({ editedAt: clock.now() });
      await send(one, edit("gone", "1", at()), edit("stays", "1", at()));
      await send(one, edit("gone", null, { basedOn: 1, ...at() }));
      await clock.advance(364 * 86_400_000);
      await send(one, edit("stays", "2", { basedOn: 1, ...at() }));
      expect((await read(collector, "after=2")).map(({ id }) => id)).toEqual(["gone", "stays"]);
      await clock.advance(2 * 86_400_000);
      await send(one, edit("stays", "3", { basedOn: 2, ...at() }));
      expect((await ask(collector, `${PATH}?after=2`)).status).toBe(410);
      expect((await read(collector, "after=3")).map(({ id }) => id)).toEqual(["stays"]);
      expect((await read(collector)).map(({ id, value }) => [id, value])).toEqual([["stays", "3"]]);
    });

    it("a change number above the last number or from another epoch gets 410", async () => {
      const { collector, one } = await collectWithWriters();
      await send(one, edit("r", "1"));
      for (const query of ["after=2", "after=0&epoch=other"])
        expect((await ask(collector, `${PATH}?${query}`)).status).toBe(410);
      for (const query of ["after=x", "", "after=0&limit=2000"])
        expect((await ask(collector, `${PATH}?${query}`)).status).toBe(400);
    });

    it("a stream sends the last record number after each edit", async () => {
      const { collector, one } = await collectWithWriters();
      const ending = new AbortController();
      const headers = { authorization: `Bearer ${collector.token}` };
      const { body } = await fetch(`${collector.url}/stockdeck/v1/stream`, {
        headers,
        signal: ending.signal,
      });
      const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
      const numberOf = async (): Promise<unknown> =>
        JSON.parse(/data: (.*)/.exec((await reader?.read())?.value ?? "")?.[1] ?? "{}").documents;
      expect(await numberOf()).toBe(0);
      await send(one, edit("r", "1"));
      expect(await numberOf()).toBe(1);
      ending.abort();
    });
  });

  describe("the rights of tokens and the limits of documents", () => {
    it("a read-only token cannot edit", async () => {
      const { collector } = await collectWithWriters();
      const body = JSON.stringify({ edits: [edit("r", "1")] });
      expect((await post(collector, body)).status).toBe(403);
      expect((await post({ ...collector, token: "wrong" }, body)).status).toBe(401);
      expect((await ask(collector, `${PATH}?after=0`, { headers: {} })).status).toBe(401);
      expect(await read(collector)).toEqual([]);
      expect((await ask(collector, `${PATH}?after=0`)).json).toMatchObject({
        right: "read",
        label: "Desk 1",
      });
    });

    it("a request with an unreadable or oversized edit stores none of its edits", async () => {
      const { collector, one } = await collectWithWriters();
      const valid = edit("r", "1");
      const bodies: readonly (readonly [string, number])[] = [
        ["", 400],
        ["{}", 400],
        ['{"edits":[]}', 400],
        [JSON.stringify({ edits: [valid, { ...valid, document: "../x" }] }), 400],
        [JSON.stringify({ edits: [valid, { ...valid, edit: "1" }] }), 400],
        [JSON.stringify({ edits: [{ ...valid, value: "x".repeat(500_001) }] }), 400],
        [JSON.stringify({ edits: Array.from({ length: 201 }, () => valid) }), 400],
        [" ".repeat(4_000_001), 413],
      ];
      for (const [body, status] of bodies) expect((await post(one, body)).status).toBe(status);
      for (const method of ["PUT", "DELETE"])
        expect(
          (await ask(one, PATH, { method, headers: { authorization: `Bearer ${one.token}` } })).status,
        ).toBe(405);
      expect(await read(collector)).toEqual([]);
    });

    it("an edit that no workstation can read is refused without blocking other edits", async () => {
      const { collector, one } = await collectWithWriters();
      const of = (document: string, id: string, value: string | null): TeamEdit =>
        edit(id, value, { document });
      const name = { name: "Anna", team: "Print", note: "" };
      const refused = [
        // A text that careless code turns into an object, with one property a character.
        of("names", "u-1", JSON.stringify("x".repeat(400_000))),
        of("names", "u-1", JSON.stringify({ ...name, note: "n".repeat(1_001) })),
        of("names", "", JSON.stringify(name)),
        of("names", "u\u0000", JSON.stringify(name)),
        of("thresholds", "t", JSON.stringify({ measure: "items", below: 3, more: 1 })),
        of("thresholds", "t", `{"measure":"items","below":3}${" ".repeat(500)}`),
        of("units", "", JSON.stringify({ overrides: Object.fromEntries(Array(30_000).entries()) })),
        of("countLists", "c/1", JSON.stringify({ of: "expected", rows: Array(1_001).fill(1) })),
        of("countLists", "c/1", "[".repeat(200_000) + "]".repeat(200_000)),
        of("alertRules", randomUUID(), JSON.stringify({ name: "y".repeat(5_000) })),
        of("views", "no id of a view", JSON.stringify({ resource: "items", name: "v", definition: {} })),
        of("itemNotes", randomUUID(), "null"),
        of("schedules", "s", "{}"),
        of("schedules", "s", null),
        of("constructor", "s", "1"),
        of("alerts", "a", null),
        of("limits", "t", "not JSON"),
      ];
      const taken = [of("names", "u-1", JSON.stringify(name)), edit("t", "14")];
      for (const bad of refused)
        expect(await send(one, taken[0] as TeamEdit, bad, taken[1] as TeamEdit)).toEqual([
          "accepted",
          "refused",
          "accepted",
        ]);
      expect((await read(collector)).map(({ document, id }) => [document, id])).toEqual([
        ["names", "u-1"],
        ["limits", "t"],
      ]);
    });

    it("a team can have as many records per document as a user", async () => {
      const { collector, one, two } = await collectWithWriters();
      const most = TEAM_LIMITS.get("limits")?.records ?? 0;
      const ids = Array.from({ length: most }, (_, at) => `t${at}`);
      for (let from = 0; from < most; from += 200) {
        const edits = ids.slice(from, from + 200).map((id) => edit(id, "14"));
        expect(new Set(await send(one, ...edits))).toEqual(new Set(["accepted"]));
      }
      expect(await send(two, edit("more", "1"))).toEqual(["refused"]);
      expect(await send(two, edit("t0", "2", { basedOn: 1 }), edit("t0", null, { basedOn: 2 }))).toEqual([
        "accepted",
        "accepted",
      ]);
      expect(await send(two, edit("more", "1"))).toEqual(["accepted"]);
      expect((await read(collector)).filter(({ value }) => value !== null)).toHaveLength(most);
    });

    it("a document for a single record accepts only that record's id", async () => {
      const { one } = await collectWithWriters();
      const pattern = (id: string): TeamEdit =>
        edit(id, JSON.stringify({ part: "lastSegment" }), { document: "scanPattern" });
      expect(await send(one, pattern("other"), pattern(""))).toEqual(["refused", "accepted"]);
    });

    it("deleting a record that never existed is accepted but not stored", async () => {
      const { collector, one } = await collectWithWriters();
      const sent = Array.from({ length: 200 }, (_, at) => edit(`never ${at}`, null));
      expect(new Set(await send(one, ...sent))).toEqual(new Set(["accepted"]));
      expect((await ask(collector, `${PATH}?after=0&all=true`)).json).toMatchObject({ records: [], last: 0 });
      expect(await countsIn(collector)).toEqual({ records: 0, edits: 0, bytes: 0 });
    });

    it("each token has its own budget of records and bytes", async () => {
      const { collector, one, two } = await collectWithWriters();
      const now = Date.now();
      await send(one, edit("mine", "10", { editedAt: now - 9_000 }));
      await send(two, edit("theirs", "20", { editedAt: now - 9_000 }));
      for (const [records, bytes] of [
        [99_999, 100],
        [1, 49_999_999],
      ] as const) {
        await setUse(collector, "Desk 2", records, bytes);
        expect(await send(one, edit("more", "1"))).toEqual(["refused"]);
        // A value that loses is kept, too.
        expect(await send(one, edit("theirs", "21", { editedAt: now - 10_000 }))).toEqual(["refused"]);
        expect(await send(one, edit("theirs", "21", { basedOn: 1 }))).toEqual(["refused"]);
        expect(await send(two, edit(`of two ${records}`, "1"))).toEqual(["accepted"]);
      }
      // Users can always make room.
      expect(await send(one, edit("mine", null, { basedOn: 1 }))).toEqual(["accepted"]);
      expect((await read(collector)).map(({ id, value }) => [id, value])).toEqual([
        ["theirs", "20"],
        ["of two 99999", "1"],
        ["of two 1", "1"],
        ["mine", null],
      ]);
    });

    it("dropping a label's records restores the values that these records had overridden", async () => {
      const { collector, one, two } = await collectWithWriters();
      const now = Date.now();
      await send(two, edit("only two", "1"), edit("both", "2", { editedAt: now - 2_000 }));
      await send(one, edit("both", "3", { editedAt: now - 1_000 }), edit("only one", "4"));
      await send(one, edit("only two", "5", { editedAt: now - 9_000 }));
      const { json } = await ask(collector, `${PATH}?after=0&all=true`);
      expect(await dropIn(collector, ({ editedBy }) => editedBy === "Desk 2")).toBe(3);
      expect((await ask(collector, `${PATH}?after=${json.last}&epoch=${json.epoch}`)).status).toBe(410);
      expect((await read(collector)).map(({ id, value, losers }) => [id, value, losers.length])).toEqual([
        ["only two", "1", 0],
        ["both", "2", 0],
      ]);
      const use = await rowsIn(collector, "SELECT records FROM team_use WHERE label = 'Desk 2'");
      expect(use.map(({ records }) => Number(records))).toEqual([0]);
      // The second command drops nothing, so no client has to read all records again.
      expect(await dropIn(collector, ({ editedBy }) => editedBy === "Desk 2")).toBe(0);
      expect(await send(two, edit("both", "6", { basedOn: 3 }))).toEqual(["accepted"]);
    });

    it("the counted size of records follows edits, losing values, dismissals and deletions", async () => {
      const clock = calendarClock(Date.parse("2026-03-01T00:00:00Z"));
      const { collector, one, two } = await collectWithWriters({ clock });
      const at = (ms: number): Partial<RecordEdit> => ({ editedAt: clock.now() - ms });
      const size = (label: string, ...texts: readonly string[]): number =>
        `limits${label}${texts.join("")}`.length;
      await send(one, edit("a", "100", at(1_000)), edit("ä", "7", at(1_000)));
      await send(two, edit("a", "200", at(500)));
      expect(await countsIn(collector)).toEqual({
        records: 3,
        edits: 3,
        bytes: size("Desk 3", "a200") + size("Desk 2", "a100") + size("Desk 2", "__7"),
      });
      await send(two, { edit: randomUUID(), dismiss: 1 }, edit("ä", null, { basedOn: 1, ...at(0) }));
      expect(await countsIn(collector)).toEqual({
        records: 2,
        edits: 4,
        bytes: size("Desk 3", "a200") + size("Desk 3", "__"),
      });
      await clock.advance(366 * 86_400_000);
      await send(two, edit("a", "3", { basedOn: 2, ...at(0) }));
      expect(await countsIn(collector)).toMatchObject({ records: 1, bytes: size("Desk 3", "a3") });
    });

    it("an edit is refused while the collector is full", async () => {
      const { collector, one } = await collectWithWriters();
      const setBytes = (count: number): Promise<void> => setUse(collector, "Desk 9", 1, count);
      // The id, the label and the document's name also count.
      await setBytes(256_000_000 - "limitsrDesk 212".length + 1);
      const sent = edit("r", "12");
      expect(await send(one, sent)).toEqual(["refused"]);
      expect(await read(collector)).toEqual([]);
      await setBytes(256_000_000 - "limitsrDesk 212".length);
      expect(await send(one, sent)).toEqual(["accepted"]);
    });
  });
});
