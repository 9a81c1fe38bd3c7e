import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  teamPageSchema,
  type RecordEdit,
  type TeamEdit,
  type TeamRecord,
} from "../../../shared/features/team/team-protocol.ts";
import { manualClock } from "../../helpers/manual-clock.ts";
import { startPostgres } from "../../helpers/postgres.ts";
import { serve } from "../sample-service/support.ts";
import { addTokenOf, ask, collect, runIn, storesOf, type CollectorUnderTest, type Reply } from "./support.ts";

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

const postgres = startPostgres();

describe.each(storesOf(postgres))("on %s:", (_name, makeStore) => {
  /** Starts a collector with two tokens that may annotate. */
  const collectWithWriters = async (options: Parameters<typeof collect>[1] = {}) => {
    const service = await serve({ items: 3 });
    const collector = await collect(service, { store: await makeStore(), ...options });
    const writerOf = async (label: string): Promise<CollectorUnderTest> => ({
      ...collector,
      token: await addTokenOf(collector, label, "annotate"),
    });
    return { collector, one: await writerOf("Desk 2"), two: await writerOf("Desk 3"), service };
  };

  describe("edits", () => {
    it("an accepted edit has its author, time and version, and each change takes the next number", async () => {
      const { collector, one, two } = await collectWithWriters();
      const first = edit("r1", '{"days":14}');
      expect(await send(one, first, edit("r2", "2"))).toEqual(["accepted", "accepted"]);
      expect(await read(collector)).toEqual([
        {
          sequence: 1,
          document: "limits",
          id: "r1",
          value: '{"days":14}',
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

    it("the later one of two edits that did not see each other is accepted, and the other one is kept with it", async () => {
      const { collector, one, two } = await collectWithWriters();
      const now = Date.now();
      await send(one, edit("r", '"one"', { editedAt: now - 1_000 }));
      expect(await send(two, edit("r", '"early"', { editedAt: now - 2_000 }))).toEqual(["lost"]);
      expect(await send(two, edit("r", '"late"', { editedAt: now - 500 }))).toEqual(["accepted"]);
      const [record] = await read(collector);
      expect(record).toMatchObject({ value: '"late"', editedBy: "Desk 3", version: 2 });
      expect(record?.losers).toEqual([
        { number: 1, value: '"early"', editedAt: now - 2_000, editedBy: "Desk 3" },
        { number: 2, value: '"one"', editedAt: now - 1_000, editedBy: "Desk 2" },
      ]);
    });

    it("no edit is later than its arrival, whatever the workstation's clock says", async () => {
      const { collector, one, two } = await collectWithWriters();
      const before = Date.now();
      await send(one, edit("r", '"from a wrong clock"', { editedAt: before + 86_400_000 }));
      const [record] = await read(collector);
      expect(record?.editedAt).toBeGreaterThanOrEqual(before - 1_000);
      expect(record?.editedAt).toBeLessThanOrEqual(Date.now());
      // So a later edit still wins.
      expect(await send(two, edit("r", '"later"', { editedAt: Date.now() + 60_000 }))).toEqual(["accepted"]);
    });

    it("the ids of the oldest edits beyond half a million are deleted, so that a token cannot fill the disk", async () => {
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
      // A known id has its former outcome, and a forgotten one counts as another edit.
      const sent = [kept, oldest].map((id) => ({ ...edit("r", "1"), edit: id }));
      expect(await send(one, ...sent)).toEqual(["accepted", "accepted"]);
      expect(await read(collector)).toEqual([expect.objectContaining({ id: "r", version: 1 })]);
    });

    it("an edit that is sent again after its answer was lost counts once, also if another edit came between", async () => {
      const { collector, one, two } = await collectWithWriters();
      const sent = edit("r", "1", { editedAt: Date.now() - 5_000 });
      expect(await send(one, sent)).toEqual(["accepted"]);
      expect(await send(two, edit("r", "2", { basedOn: 1 }))).toEqual(["accepted"]);
      expect(await send(one, sent)).toEqual(["accepted"]);
      expect(await read(collector)).toEqual([
        expect.objectContaining({ value: "2", version: 2, losers: [] }),
      ]);
    });

    it("a deleted record is served without a value, and everybody can dismiss a value that lost", async () => {
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

    it("a record keeps at most ten values that lost, the latest ones", async () => {
      const { collector, one, two } = await collectWithWriters();
      const now = Date.now();
      await send(one, edit("r", '"kept"', { editedAt: now - 10 }));
      const lost = Array.from({ length: 12 }, (_, at) =>
        edit("r", String(at), { editedAt: now - 1_000 + at }),
      );
      expect(new Set(await send(two, ...lost))).toEqual(new Set(["lost"]));
      const [record] = await read(collector);
      expect(record?.losers.map(({ value }) => value)).toEqual(
        Array.from({ length: 10 }, (_, at) => String(at + 2)),
      );
    });
  });

  describe("reading", () => {
    it("records come page by page in the order of their numbers", async () => {
      const { collector, one } = await collectWithWriters();
      await send(one, ...Array.from({ length: 7 }, (_, at) => edit(`r${at}`, String(at))));
      const seen: string[] = [];
      for (let after = 0, more = true; more;) {
        const { json } = await ask(collector, `${PATH}?after=${after}&limit=3`);
        seen.push(...json.records.map(({ id }: TeamRecord) => id));
        ({ last: after, more } = json);
      }
      expect(seen).toEqual(["r0", "r1", "r2", "r3", "r4", "r5", "r6"]);
    });

    it("a deleted record is forgotten after a year, and a client that has not read it must read all records", async () => {
      const clock = manualClock(Date.parse("2026-03-01T00:00:00Z"));
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

    it("a number ahead of the last one, or of another numbering, is answered with 410", async () => {
      const { collector, one } = await collectWithWriters();
      await send(one, edit("r", "1"));
      for (const query of ["after=2", "after=0&epoch=other"])
        expect((await ask(collector, `${PATH}?${query}`)).status).toBe(410);
      for (const query of ["after=x", "", "after=0&limit=2000"])
        expect((await ask(collector, `${PATH}?${query}`)).status).toBe(400);
    });

    it("a stream names the last number of the team's records after each edit", async () => {
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

  describe("rights and limits", () => {
    it("a token that may only read cannot edit, and no token is a 401", async () => {
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

    it("edits that cannot be read or are too large are refused, and none of a request is stored", async () => {
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

    it("an edit is refused, not lost, if the collector has no room, and is accepted later", async () => {
      const { collector, one } = await collectWithWriters();
      const setCharacters = (count: number): Promise<void> =>
        runIn(
          collector,
          {
            file: collector.files.own,
            sql: `UPDATE facts SET value = '${count}' WHERE name = 'teamCharacters'`,
          },
          `UPDATE stockdeck.team_state SET characters = ${count}`,
        );
      await setCharacters(255_999_999);
      const sent = edit("r", "12");
      expect(await send(one, sent)).toEqual(["refused"]);
      expect(await read(collector)).toEqual([]);
      await setCharacters(0);
      expect(await send(one, sent)).toEqual(["accepted"]);
    });
  });
});
