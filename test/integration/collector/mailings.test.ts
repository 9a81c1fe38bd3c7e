import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import type { CollectorMail } from "../../../electron/features/collector/collector-mail.ts";
import { MAIL_PASSWORD, type MailServerRig } from "../../helpers/mail-server.ts";
import { calendarClock } from "../../helpers/virtual-clock.ts";
import { startPostgres } from "../../helpers/postgres.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { mailServerOfTest } from "../../helpers/test-mail-server.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import type { Mailing } from "../../../shared/features/collector/mail-file.ts";
import { serve } from "../sample-service/support.ts";
import {
  addTokenOf,
  ask,
  collect,
  runIn,
  storesOf,
  type CollectorTestOptions,
  type CollectorUnderTest,
} from "./support.ts";

const [MINUTE, HOUR] = [60_000, 3_600_000];
const VIEW_ID = "0f2c9a9e-2a0b-4c43-8f5e-0c9c2a1c4d11";
const EXPORT: Mailing = {
  id: "stock",
  kind: "export",
  resource: "items",
  view: "All",
  format: "csv",
  timing: { kind: "hours", every: 1 },
  to: ["ann@example.com", "bob@example.com"],
  subject: "{view} on {date}: {rows}",
  limitMb: 10,
};
const ALERTS: Mailing = {
  id: "alerts",
  kind: "alerts",
  timing: { kind: "hours", every: 1 },
  to: ["ann@example.com"],
  sendsEmpty: false,
};

const mailOf = ({ server, authority }: MailServerRig, ...mailings: readonly Mailing[]): CollectorMail => ({
  name: "Example Metals",
  mailings,
  access: { server, password: MAIL_PASSWORD, authorities: fs.readFileSync(authority, "utf8") },
  appVersion: "0.0.0",
});

/** The text of a message, without the line ends of its encoding. */
const textOf = ({ taken }: MailServerRig, at = 0): string =>
  taken[at]?.raw.replaceAll(/=\r\n|\r\n(?= )/g, "") ?? "";

/** The attached file of a message. */
const attachmentOf = ({ taken }: MailServerRig, at = 0): string => {
  const [, encoded = ""] =
    /Content-Disposition: attachment[^]*?\r\n\r\n([^]*?)\r\n--/.exec(taken[at]?.raw ?? "") ?? [];
  return Buffer.from(encoded.replaceAll("\r\n", ""), "base64").toString();
};

const sent = (mailServer: MailServerRig, count: number): Promise<void> =>
  waitUntil(() => mailServer.taken.length === count, `${count} messages`);

/** Waits until a figure of the collector's metrics has a value. */
const figure = (collector: CollectorUnderTest, name: string, value: number): Promise<void> =>
  waitUntil(
    async () => (await ask(collector, "/stockdeck/v1/metrics")).text.includes(`stockdeck_${name} ${value}\n`),
    `${name} ${value}`,
  );

/** The files that wait in a collector's data folder. */
const waitingFiles = ({ folder }: Pick<CollectorUnderTest, "folder">): readonly string[] => {
  const at = path.join(folder, "mail");
  return fs.existsSync(at) ? fs.readdirSync(at) : [];
};

/** A workstation that edits the team's records. */
async function deskOf(collector: CollectorUnderTest) {
  const token = await addTokenOf(collector, `Desk ${randomUUID()}`, "annotate");
  return async (document: string, id: string, value: unknown, basedOn = 0): Promise<void> => {
    const text = value === null ? null : JSON.stringify(value);
    const edit = { edit: randomUUID(), document, id, value: text, basedOn, editedAt: Date.now() };
    const { status, json } = await ask(collector, "/stockdeck/v1/documents", {
      method: "POST",
      body: JSON.stringify({ edits: [edit] }),
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    });
    expect([status, json.results[0].outcome]).toEqual([200, "accepted"]);
  };
}

const viewOf = (name: string, filter: object) => ({
  resource: "items",
  name,
  definition: { version: 1, minor: 0, search: "", filters: [{ enabled: true, filter }], sort: [] },
});
const OUT = { kind: "choice", field: "status", negate: false, values: ["checked_out"], empty: false };

const postgres = startPostgres();

describe.each(storesOf(postgres))("mailings of a collector on %s", (_name, makeStore) => {
  /** A collector that sends mail to a real server. */
  async function startRig(
    mailings: readonly Mailing[],
    { items = 40, ...options }: CollectorTestOptions & { readonly items?: number } = {},
  ) {
    const mailServer = await mailServerOfTest(await temporaryFolder());
    const service = await serve({ items });
    const store = await makeStore();
    const clock = calendarClock(Date.now());
    const begin = (more: CollectorTestOptions = {}): Promise<CollectorUnderTest> =>
      collect(service, { store, clock, mail: mailOf(mailServer, ...mailings), ...options, ...more });
    return { mailServer, service, clock, begin, collector: await begin() };
  }

  it("a due export is sent once to all recipients with the team view's rows", async () => {
    const { mailServer, service, clock, collector, begin } = await startRig([]);
    const edit = await deskOf(collector);
    await edit("views", VIEW_ID, viewOf("Out now", OUT));
    const out = [...service.company.items.all()].filter(({ status }) => status === "checked_out");
    const holder = String(out[0]?.["checkedOutToUserId"]);
    await edit("names", holder, { name: "Jo of the team", team: "", note: "" });
    await collector.close();
    const mailing = { ...EXPORT, view: "Out now" };
    const again = await begin({ ...collector.again, mail: mailOf(mailServer, mailing) });
    expect(mailServer.connections()).toBe(0);
    await clock.advance(HOUR);
    await sent(mailServer, 1);
    expect(mailServer.taken[0]).toMatchObject({ to: EXPORT.to, user: "stock" });
    const text = textOf(mailServer);
    expect(text).toMatch(new RegExp(`Subject: Out now on \\d{4}-\\d\\d-\\d\\d: ${out.length}\r\n`));
    expect(text).toContain("Connection: Example Metals");
    expect(text).toMatch(/Data complete as of: \w+ \d+/);
    const lines = attachmentOf(mailServer).trimEnd().split("\r\n");
    expect(lines).toHaveLength(out.length + 1);
    expect(lines[0]).toContain("checkedOutToUserName");
    expect(lines.join()).toContain("Jo of the team");
    await figure(again, 'messages_total{outcome="sent"}', 1);
    expect(waitingFiles(again)).toEqual([]);
    // The next start does not send the message again, and the next hour has its own message.
    await again.close();
    await begin({ ...collector.again, mail: mailOf(mailServer, mailing) });
    await clock.advance(HOUR);
    await sent(mailServer, 2);
    expect(mailServer.received).toHaveLength(2);
    const everything =
      [...collector.lines, ...again.lines].join() + mailServer.received.map(({ raw }) => raw);
    for (const secret of [service.key, MAIL_PASSWORD]) expect(everything).not.toContain(secret);
    expect([...collector.lines, ...again.lines].join()).not.toMatch(/example\.com|Out now|Jo of/);
  });

  it("a digest lists the team's active alerts and is skipped if there is no alert", async () => {
    const { mailServer, clock, collector } = await startRig([
      ALERTS,
      { ...ALERTS, id: "all", sendsEmpty: true },
    ]);
    await clock.advance(HOUR);
    await sent(mailServer, 1);
    expect(textOf(mailServer)).toContain("No alert is active.");
    const edit = await deskOf(collector);
    await edit("views", VIEW_ID, viewOf("Out now", OUT));
    const watch = {
      kind: "amount",
      viewId: VIEW_ID,
      measure: "count",
      direction: "above",
      threshold: 1,
      clearAt: null,
    };
    const rule = { name: "Too many", paused: false, afterRefreshes: 1, notify: true, watch };
    await edit("alertRules", randomUUID(), rule);
    await waitUntil(async () => {
      const { text } = await ask(collector, "/stockdeck/v1/documents?after=0&all=true");
      return text.includes('"alerts"');
    }, "the alert");
    await clock.advance(HOUR);
    await sent(mailServer, 3);
    const texts = [1, 2].map((at) => textOf(mailServer, at));
    for (const text of texts) expect(text).toMatch(/Alerts of Example Metals: 1 active alert, \d new/);
    expect(texts.join()).toContain("Too many");
  });

  it("a mailing runs once after several missed runs", async () => {
    const { mailServer, clock, collector, begin } = await startRig([EXPORT]);
    await collector.close();
    await clock.advance(5 * HOUR);
    const again = await begin(collector.again);
    await sent(mailServer, 1);
    await clock.advance(HOUR);
    await sent(mailServer, 2);
    await figure(again, 'messages_total{outcome="sent"}', 2);
    expect(mailServer.received).toHaveLength(2);
  });

  it("a message deferred by the server is sent again to the remaining recipients", async () => {
    const { mailServer, clock, collector, begin } = await startRig([EXPORT]);
    mailServer.behaviour = { recipient: (address) => (address.startsWith("bob") ? 451 : null) };
    await clock.advance(HOUR);
    await sent(mailServer, 1);
    await waitUntil(() => collector.lines.join().includes('"state":"waiting"'), "the wait");
    expect(mailServer.taken[0]?.to).toEqual(["ann@example.com"]);
    expect(waitingFiles(collector)).toHaveLength(1);
    await collector.close();
    const again = await begin(collector.again);
    mailServer.behaviour = { recipient: () => 451 };
    await clock.advance(MINUTE);
    await waitUntil(() => again.lines.join().includes('"tries":2'), "the second try");
    mailServer.behaviour = {};
    await clock.advance(5 * MINUTE);
    await sent(mailServer, 2);
    expect(mailServer.taken[1]?.to).toEqual(["bob@example.com"]);
    const [first, second] = mailServer.taken.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
    expect(first).toBe(second);
    await figure(again, 'messages_total{outcome="sent"}', 1);
    await figure(again, "mailings_unsent", 0);
    expect(waitingFiles(again)).toEqual([]);
  });

  it("a refused message fires the team's alert until the next message is sent", async () => {
    const { mailServer, clock, collector: first, begin } = await startRig([EXPORT]);
    let collector = first;
    const edit = await deskOf(collector);
    const rule = {
      name: "Not sent",
      paused: false,
      afterRefreshes: 1,
      notify: true,
      watch: { kind: "mail" },
    };
    await edit("alertRules", randomUUID(), rule);
    const alerts = async (): Promise<readonly Record<string, unknown>[]> => {
      const { json } = await ask(collector, "/stockdeck/v1/documents?after=0&all=true");
      const records = json.records as { document: string; value: string | null }[];
      return records.flatMap(({ document, value }) =>
        document === "alerts" && value !== null ? [JSON.parse(value) as Record<string, unknown>] : [],
      );
    };
    mailServer.behaviour = { recipient: (address) => (address.startsWith("bob") ? 550 : null) };
    await clock.advance(HOUR);
    await figure(collector, "mailings_unsent", 1);
    await figure(collector, 'messages_total{outcome="failed"}', 1);
    await waitUntil(async () => (await alerts())[0]?.["resolvedAt"] === null, "the alert");
    expect(await alerts()).toMatchObject([{ ruleName: "Not sent", detail: { kind: "mail", unsent: 1 } }]);
    expect(collector.lines.join()).toContain('"failure":"recipients"');
    expect(collector.lines.join()).not.toContain("example.com");
    // After the next start, the same alert exists.
    const [{ firedAt } = {}] = await alerts();
    await collector.close();
    collector = await begin(first.again);
    await figure(collector, "mailings_unsent", 1);
    await collector.refresh("incremental");
    expect(await alerts()).toMatchObject([{ firedAt, resolvedAt: null }]);
    mailServer.behaviour = {};
    await clock.advance(HOUR);
    await figure(collector, "mailings_unsent", 0);
    await waitUntil(async () => (await alerts())[0]?.["resolvedAt"] !== null, "the end of the alert");
  });

  it("an oversized file is not sent", async () => {
    const large: Mailing = { ...EXPORT, format: "ndjson", columns: "all", limitMb: 1 };
    const { mailServer, clock, collector } = await startRig([large], { items: 3_000 });
    await clock.advance(HOUR);
    await figure(collector, "mailings_unsent", 1);
    expect(collector.lines.join()).toContain('"failure":"tooLarge"');
    expect(mailServer.connections()).toBe(0);
    expect(waitingFiles(collector)).toEqual([]);
  });

  it("a mailing with an unknown view is refused at start", async () => {
    const { mailServer, clock, collector, begin } = await startRig([]);
    const mail = mailOf(mailServer, ALERTS, { ...EXPORT, view: "Out now" });
    await collector.close();
    await expect(begin({ ...collector.again, mail })).rejects.toThrow(
      /^--mail-file: mailings\[1\]\.view: items have no view "Out now" \(they have .*All/,
    );
    const second = await begin(collector.again);
    const edit = await deskOf(second);
    await edit("views", VIEW_ID, viewOf("Out now", OUT));
    await second.close();
    const third = await begin({ ...collector.again, mail });
    await (
      await deskOf(third)
    )("views", VIEW_ID, null, 1);
    await clock.advance(HOUR);
    await figure(third, "mailings_unsent", 1);
    expect(third.lines.join()).toContain("a mailing was not made");
    expect(mailServer.connections()).toBe(0);
    // The deleted view does not prevent the collector from starting, either.
    await third.close();
    const fourth = await begin({ ...collector.again, mail });
    await figure(fourth, "mailings_unsent", 1);
  });

  it("removing a mailing from the file also deletes its waiting message", async () => {
    const { mailServer, clock, collector, begin } = await startRig([EXPORT]);
    mailServer.behaviour = { recipient: () => 451 };
    await clock.advance(HOUR);
    await waitUntil(() => collector.lines.join().includes('"state":"waiting"'), "the wait");
    await collector.close();
    mailServer.behaviour = {};
    const again = await begin({ ...collector.again, mail: mailOf(mailServer) });
    await clock.advance(10 * MINUTE);
    await figure(again, "mailings", 0);
    expect(mailServer.received).toHaveLength(0);
    expect(waitingFiles(again)).toEqual([]);
  });

  it("a mailing waits until the first pull has ended", async () => {
    const mailServer = await mailServerOfTest(await temporaryFolder());
    const service = await serve({ items: 5 });
    service.setFaults({ serverErrorChance: 1 });
    const clock = calendarClock(Date.now());
    const collector = await collect(service, {
      store: await makeStore(),
      clock,
      mail: mailOf(mailServer, { ...EXPORT, format: "ndjson" }),
      waits: "nothing",
    });
    await waitUntil(async () => {
      const { json } = await ask(collector, "/stockdeck/v1/health");
      return json.role !== "follower";
    }, "a collector that asks the service");
    await clock.advance(2 * HOUR);
    expect(mailServer.connections()).toBe(0);
    service.setFaults({ serverErrorChance: 0 });
    await waitUntil(async () => {
      await clock.advance(MINUTE);
      return mailServer.taken.length === 1;
    }, "the message");
    expect(attachmentOf(mailServer).trimEnd().split("\n")).toHaveLength(5);
  });

  it("a message is created again from current rows if its file was lost", async () => {
    const { mailServer, clock, collector, begin } = await startRig([EXPORT]);
    mailServer.behaviour = { data: () => 451 };
    await clock.advance(HOUR);
    await waitUntil(() => collector.lines.join().includes('"state":"waiting"'), "the wait");
    await collector.close();
    fs.rmSync(path.join(collector.folder, "mail"), { recursive: true, force: true });
    mailServer.behaviour = {};
    await begin(collector.again);
    await clock.advance(MINUTE);
    await sent(mailServer, 1);
    expect(attachmentOf(mailServer).trimEnd().split("\r\n")).toHaveLength(41);
  });

  it("a waiting message is not sent to a recipient removed from the file", async () => {
    const { mailServer, clock, collector, begin } = await startRig([EXPORT]);
    mailServer.behaviour = { recipient: () => 451 };
    await clock.advance(HOUR);
    await waitUntil(() => collector.lines.join().includes('"state":"waiting"'), "the wait");
    await collector.close();
    mailServer.behaviour = {};
    const corrected: Mailing = { ...EXPORT, to: ["ann@example.com"] };
    await begin({ ...collector.again, mail: mailOf(mailServer, corrected) });
    await clock.advance(MINUTE);
    await sent(mailServer, 1);
    expect(mailServer.taken[0]?.to).toEqual(["ann@example.com"]);
  });

  it("a restored collector does not send messages that were due before the restore", async () => {
    const { mailServer, clock, collector, begin } = await startRig([EXPORT]);
    mailServer.behaviour = { recipient: () => 451 };
    await clock.advance(HOUR);
    await waitUntil(() => collector.lines.join().includes('"state":"waiting"'), "the wait");
    await collector.close();
    mailServer.behaviour = {};
    await clock.advance(3 * HOUR);
    const restored = await begin({ ...collector.again, newEpoch: true });
    await figure(restored, "mailings", 1);
    await clock.advance(HOUR - MINUTE);
    expect(mailServer.received).toEqual([]);
    await clock.advance(MINUTE);
    await sent(mailServer, 1);
  });

  it("a message that cannot be created yet is created later", async () => {
    const { mailServer, clock, collector } = await startRig([EXPORT]);
    const folder = path.join(collector.folder, "mail");
    fs.rmSync(folder, { recursive: true });
    fs.writeFileSync(folder, "");
    await clock.advance(HOUR);
    await waitUntil(() => collector.lines.join().includes("a mailing was not made"), "the failure");
    fs.rmSync(folder);
    fs.mkdirSync(folder, { mode: 0o700 });
    await clock.advance(MINUTE);
    await sent(mailServer, 1);
    await figure(collector, "mailings_unsent", 0);
    expect(mailServer.taken).toHaveLength(1);
  });

  it("a collector without a mail file stores no mail data", async () => {
    const service = await serve({ items: 3 });
    const collector = await collect(service, { store: await makeStore() });
    expect(fs.existsSync(path.join(collector.folder, "mail"))).toBe(false);
    await figure(collector, "mailings", 0);
    await runIn(
      collector,
      { file: path.join(collector.folder, "collector.sqlite"), sql: "SELECT * FROM mailings" },
      "SELECT * FROM stockdeck.mailings",
    );
  });
});

it("a collector does not touch a foreign file whose path the collector's database names", async () => {
  const mailServer = await mailServerOfTest(await temporaryFolder());
  const clock = calendarClock(Date.now());
  const options = { clock, mail: mailOf(mailServer, EXPORT) };
  const service = await serve({ items: 5 });
  const collector = await collect(service, options);
  mailServer.behaviour = { recipient: () => 451 };
  await clock.advance(HOUR);
  await waitUntil(() => collector.lines.join().includes('"state":"waiting"'), "the wait");
  await collector.close();
  const secret = path.join(await temporaryFolder(), "secret.csv");
  fs.writeFileSync(secret, "SECRET");
  const { size, mtimeMs } = fs.statSync(secret);
  const database = new DatabaseSync(collector.files.own);
  database
    .prepare(
      "UPDATE mails SET job = json_set(job, '$.file.path', ?, '$.file.bytes', ?, '$.file.modifiedAt', ?)",
    )
    .run(secret, size, mtimeMs);
  database.close();
  mailServer.behaviour = {};
  await collect(service, { ...options, ...collector.again });
  await clock.advance(MINUTE);
  await sent(mailServer, 1);
  expect(attachmentOf(mailServer).trimEnd().split("\r\n")).toHaveLength(6);
  expect(fs.readFileSync(secret, "utf8")).toBe("SECRET");
});

describe("two collectors with one store", { timeout: 90_000, tags: ["whole"] }, () => {
  /** The stored message of a database. */
  async function jobIn(database: string): Promise<Record<string, unknown> | undefined> {
    const [row] = await postgres.query(database, "SELECT job::json FROM stockdeck.mails");
    return row?.["job"] as Record<string, unknown> | undefined;
  }

  /** A leader with a message, and a collector that can take over. */
  async function startPair(behaviour: MailServerRig["behaviour"], state: string) {
    const mailServer = await mailServerOfTest(await temporaryFolder());
    const service = await serve({ items: 40 });
    const database = await postgres.database();
    const clock = calendarClock(Date.now());
    const common = { store: postgres.urlOf(database), clock, mail: mailOf(mailServer, EXPORT) };
    const leader = await collect(service, common);
    const follower = await collect(service, { ...common, token: leader.token, waits: "serves" });
    mailServer.behaviour = behaviour;
    await clock.advance(HOUR);
    await waitUntil(async () => {
      return (await jobIn(database))?.["state"] === state;
    }, `a message that is ${state}`);
    return { mailServer, service, database, clock, leader, follower };
  }

  const leads = ({ url, token }: CollectorUnderTest): Promise<void> =>
    waitUntil(
      async () => (await ask({ url, token }, "/stockdeck/v1/health")).json.role === "leader",
      "it leads",
    );

  it("a collector that takes over sends a waiting message to the remaining recipients", async () => {
    const { mailServer, clock, leader, follower } = await startPair(
      { recipient: (address) => (address.startsWith("bob") ? 451 : null) },
      "waiting",
    );
    await sent(mailServer, 1);
    await leader.close();
    expect(waitingFiles(leader)).toEqual([]);
    await leads(follower);
    mailServer.behaviour = {};
    await clock.advance(MINUTE);
    await sent(mailServer, 2);
    expect(mailServer.taken.map(({ to }) => to)).toEqual([["ann@example.com"], ["bob@example.com"]]);
    expect(attachmentOf(mailServer, 1)).toBe(attachmentOf(mailServer, 0));
    const ids = mailServer.taken.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
    expect(ids[0]).toBe(ids[1]);
    await figure(follower, 'messages_total{outcome="sent"}', 1);
    expect(waitingFiles(follower)).toEqual([]);
  });

  it("a message is not sent again if the leader lost its connection during sending", async () => {
    // The server has received the whole message, but does not answer.
    const { mailServer, clock, database, leader, follower } = await startPair(
      { data: () => "wait" },
      "sending",
    );
    await waitUntil(() => mailServer.received.length === 1, "the whole message");
    expect(mailServer.open()).toBe(1);
    await postgres.query(
      "postgres",
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
         AND database = (SELECT oid FROM pg_database WHERE datname = '${database}')`,
    );
    await waitUntil(() => mailServer.open() === 0, "the end of the try");
    mailServer.behaviour = {};
    await waitUntil(async () => {
      const roles = await Promise.all(
        [leader, follower].map(async (one) => (await ask(one, "/stockdeck/v1/metrics")).text),
      );
      return roles.some((text) => text.includes('messages_total{outcome="unknown"} 1'));
    }, "the unknown message");
    // The leader may have recorded the outcome while it had no database connection; the next leader then stores
    // it.
    await waitUntil(
      async () => (await jobIn(database))?.["state"] !== "sending",
      "the end of the stored message",
    );
    await clock.advance(10 * MINUTE);
    expect(mailServer.received).toHaveLength(1);
    expect(await jobIn(database)).toMatchObject({ state: "unknown", tries: 1 });
  });
});
