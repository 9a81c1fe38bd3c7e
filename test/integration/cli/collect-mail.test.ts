import fs from "node:fs";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, it } from "vitest";
import { POLICY_ROOT } from "../../../electron/base/policy/read-policy.ts";
import { MAIL_PASSWORD, type MailServerRig } from "../../helpers/mail-server.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { mailServerOfTest } from "../../helpers/test-mail-server.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { ask } from "../collector/support.ts";
import { CANARY, cli, cliProcess, serve, start } from "./support.ts";

const HOUR = 3_600_000;
const MAILING = {
  id: "stock",
  kind: "export",
  resource: "items",
  view: "All",
  format: "csv",
  timing: { kind: "hours", every: 1 },
  to: ["ann@example.com"],
  subject: "{view}",
};

/** Writes a mail file, and the file of its password. */
async function writeMailFile(
  { server, authority }: MailServerRig,
  changes: Readonly<Record<string, unknown>> = {},
  password = MAIL_PASSWORD,
): Promise<string> {
  const folder = await temporaryFolder();
  fs.writeFileSync(path.join(folder, "password"), `${password}\n`, { mode: 0o600 });
  const file = path.join(folder, "mail.json");
  const whole = { server, authority, passwordFile: "password", mailings: [MAILING], ...changes };
  fs.writeFileSync(file, JSON.stringify(whole));
  return file;
}

const test = (file: string, to = "ann@example.com", environment = {}) =>
  cliProcess(["collect", "test-mail", to, "--mail-file", file], environment);

/**
 * Runs `test-mail` in the test's process. TLS must be off, because Node crashes if one process is both sides of
 * a refusal.
 */
const refused = (file: string, to = "ann@example.com") =>
  cli(["collect", "test-mail", to, "--mail-file", file]);

describe("the command `collect test-mail`", () => {
  it("the test-mail command sends a test message through the server in the mail file", async () => {
    const mailServer = await mailServerOfTest(await temporaryFolder());
    const ended = await test(await writeMailFile(mailServer));
    expect(ended).toMatchObject({
      code: 0,
      stderr: "",
      json: { state: "sent", failure: null, message: null, reply: null },
    });
    expect(mailServer.taken).toHaveLength(1);
    expect(mailServer.taken[0]).toMatchObject({ to: ["ann@example.com"], user: "stock" });
    expect(mailServer.taken[0]?.raw).toContain("Subject: Test message from Stockdeck");
  });

  it("the test message is in the language that the option --language names", async () => {
    const mailServer = await mailServerOfTest(await temporaryFolder());
    const words = ["collect", "test-mail", "ann@example.com", "--mail-file", await writeMailFile(mailServer)];
    const [ended, unknown] = await Promise.all([
      cliProcess([...words, "--language", "es"]),
      cli([...words, "--language", "xx"]),
    ]);
    expect(ended).toMatchObject({ code: 0, stderr: "", json: { state: "sent" } });
    expect(mailServer.taken[0]?.raw).toContain("Subject: Mensaje de prueba de Stockdeck");
    expect(unknown).toMatchObject({ code: 2 });
    expect(unknown.stderr).toContain("--language must be one of en, de, es, fr, pt-BR");
  });

  it("the password comes from the environment if no file contains it", async () => {
    const mailServer = await mailServerOfTest(await temporaryFolder());
    const file = await writeMailFile(mailServer, { passwordFile: undefined });
    expect((await test(file, undefined, { STOCKDECK_MAIL_PASSWORD: MAIL_PASSWORD })).code).toBe(0);
    const without = await refused(file);
    expect(without.code).toBe(2);
    expect(without.stderr).toContain(
      "there is no password: give passwordFile, or set STOCKDECK_MAIL_PASSWORD",
    );
  });

  it("the exit code is 3 for a wrong password and 6 for a server failure", async () => {
    const mailServer = await mailServerOfTest(await temporaryFolder());
    const wrong = await test(await writeMailFile(mailServer, {}, "another one"));
    expect(wrong).toMatchObject({ code: 3, json: { state: "failed", failure: "login" } });
    expect(wrong.stdout + wrong.stderr).not.toContain("another one");
    const file = await writeMailFile(mailServer);
    mailServer.behaviour = { recipient: () => 451 };
    expect(await test(file)).toMatchObject({ code: 6, json: { state: "failed", failure: "deferred" } });
    const untrusted = await writeMailFile(mailServer, { authority: undefined });
    expect(await test(untrusted)).toMatchObject({ code: 6, json: { state: "failed", failure: "tls" } });
    await mailServer.close();
    expect(await test(file)).toMatchObject({ code: 6, json: { failure: "network" } });
    expect(mailServer.taken).toHaveLength(0);
  });

  it("a test message needs a mail file and an address, and accepts no other option", async () => {
    const file = await writeMailFile(await mailServerOfTest(await temporaryFolder()));
    const [without, wrong, two] = await Promise.all([
      cli(["collect", "test-mail", "ann@example.com"]),
      refused(file, "ann"),
      cli(["collect", "test-mail", "ann@example.com", "--mail-file", file, "--every", "60"]),
    ]);
    expect([without, wrong, two].map(({ code }) => code)).toEqual([2, 2, 2]);
    expect(without?.stderr).toContain("--mail-file is missing");
    expect(wrong?.stderr).toContain("test-mail takes an address");
    expect(two?.stderr).toContain("Unknown option");
  });
});

it("a mistake in the mail file is reported with its position", { timeout: 120_000 }, async () => {
  const mailServer = await mailServerOfTest(await temporaryFolder());
  const { server } = mailServer;
  const mistakes: readonly (readonly [changes: Record<string, unknown>, problem: string])[] = [
    [{ more: 1 }, 'the file: unknown field "more"'],
    [{ mailings: [{ ...MAILING, cc: [] }] }, 'mailings[0]: unknown field "cc"'],
    [{ mailings: [MAILING, MAILING] }, 'mailings[1].id: another mailing has the id "stock"'],
    [
      { mailings: [{ ...MAILING, to: ["ann"] }] },
      "mailings[0].to[0]: must be an address, such as ann@example.com",
    ],
    [{ server: { ...server, from: "stock" } }, "server.from: must be an address"],
    [{ mailings: [{ ...MAILING, columns: ["nme"] }] }, 'mailings[0].columns: items have no column "nme"'],
    [{ mailings: [{ ...MAILING, subject: undefined }] }, "mailings[0].subject is missing"],
    [{ mailings: [{ ...MAILING, timing: { kind: "weeks" } }] }, 'mailings[0].timing.kind: must be "days" or'],
    [{ authority: "password" }, "authority: This file has no certificates in PEM form."],
    [{ passwordFile: "none" }, "passwordFile"],
    [{ server: { ...server, user: null } }, "passwordFile: the server has no user"],
  ];
  for (const [changes, problem] of mistakes) {
    const file = await writeMailFile(mailServer, changes);
    const { code, stderr } = await refused(file);
    expect([code, stderr]).toEqual([2, expect.stringContaining(problem)]);
    expect(stderr).not.toContain(MAIL_PASSWORD);
  }
  const broken = await writeMailFile(mailServer);
  for (const [text, place] of [
    ['{\n  "server": {\n    "host": x\n', "line 3, column 13 (server.host)"],
    ['{"mailings": [\r\n{"id": "a",}', "line 2, column 12 (mailings[0].id)"],
    [`{"password": "${MAIL_PASSWORD}`, "it ends too early, at line 1, column 14 (password)"],
  ] as const) {
    fs.writeFileSync(broken, text);
    const { code, stderr } = await refused(broken);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`it is not JSON: `)]);
    expect(stderr).toContain(place);
    expect(stderr).not.toContain(MAIL_PASSWORD);
  }
  const open = await writeMailFile(mailServer);
  fs.chmodSync(path.join(path.dirname(open), "password"), 0o644);
  expect((await refused(open)).stderr).toContain("every user can read it");
  expect((await refused(path.join(await temporaryFolder(), "none"))).stderr).toContain(
    "cannot be read (ENOENT)",
  );
  expect(mailServer.connections()).toBe(0);
});

it("a policy can forbid a collector's mail or set the collector's mail server", async () => {
  const mailServer = await mailServerOfTest(await temporaryFolder());
  const { host, port, security } = mailServer.server;
  const run = async (mail: object, changes: Readonly<Record<string, unknown>> = {}) => {
    const root = await temporaryFolder();
    fs.mkdirSync(path.join(root, "etc", "stockdeck"), { recursive: true });
    fs.writeFileSync(path.join(root, "etc", "stockdeck", "policy.json"), JSON.stringify({ mail }));
    return test(await writeMailFile(mailServer, changes), undefined, { [POLICY_ROOT]: root });
  };
  const forbidden = await run({ allowed: false });
  expect([forbidden.code, forbidden.stderr]).toEqual([2, expect.stringContaining("does not allow")]);
  const other = await run({ server: { host: "mail.example.com", port, security } }, { authority: undefined });
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("has set the mail server")]);
  const set = { server: { host, port, security, authority: mailServer.authority } };
  expect((await run(set)).stderr).toContain("authority: your administrator has set it");
  expect(mailServer.connections()).toBe(0);
  expect((await run(set, { authority: undefined })).code).toBe(0);
});

describe("mail of a killed collector", { timeout: 120_000, tags: ["whole"] }, () => {
  /** Runs a collector with a mail file in a separate process. Its runs are moved into the past while it is stopped. */
  async function startRig(view = "All") {
    const mailServer = await mailServerOfTest(await temporaryFolder());
    const service = await serve({ items: 30 });
    const file = await writeMailFile(mailServer, { mailings: [{ ...MAILING, view }] });
    const folder = await temporaryFolder();
    const added = await cliProcess(["collect", "tokens", "add", "Desk 1", "--data-dir", folder]);
    const token = String(added.json.token);
    const outputs: string[] = [];
    const begin = async () => {
      const words = ["--base-url", service.url, "--listen", "127.0.0.1:0", "--mail-file", file];
      const { child, ended } = start(["collect", "--data-dir", folder, ...words]);
      let out = "";
      child.stdout?.on("data", (text: Buffer) => (out += text.toString()));
      await waitUntil(() => out.includes("\n") || child.exitCode !== null, "its address");
      if (child.exitCode !== null) return { ...(await ended), url: "", kill: () => ended };
      const { url } = JSON.parse(out.split("\n", 1)[0] ?? "") as { url: string };
      await waitUntil(
        async () => (await ask({ url, token }, "/stockdeck/v1/health")).status === 200,
        "the first pull",
      );
      const kill = async (signal: NodeJS.Signals) => {
        child.kill(signal);
        const { code, stdout, stderr } = await ended;
        outputs.push(stdout, stderr);
        return { code, stdout, stderr };
      };
      return { url, kill };
    };
    const withStore = <T>(work: (database: InstanceType<typeof DatabaseSync>) => T): T => {
      const database = new DatabaseSync(path.join(folder, "collector.sqlite"), { timeout: 5_000 });
      try {
        return work(database);
      } finally {
        database.close();
      }
    };
    return {
      mailServer,
      folder,
      token,
      outputs,
      begin,
      /** Makes the next run due at the next start. */
      makeDue: (): void =>
        withStore((database) => {
          const { state } = database.prepare("SELECT state FROM mailings").get() as { state: string };
          const { anchor, settledUntil, ...rest } = JSON.parse(state) as Record<string, number>;
          const earlier = {
            ...rest,
            anchor: Number(anchor) - 2 * HOUR,
            settledUntil: Number(settledUntil) - 2 * HOUR,
          };
          database.prepare("UPDATE mailings SET state = ?").run(JSON.stringify(earlier));
        }),
      job: () =>
        withStore((database) => {
          const row = database.prepare("SELECT job FROM mails").get() as { job: string } | undefined;
          return row && (JSON.parse(row.job) as Record<string, unknown>);
        }),
      /** Makes the waiting message due at the next start. */
      makeTryDue: (): void =>
        withStore((database) => {
          const { job } = database.prepare("SELECT job FROM mails").get() as { job: string };
          const due = { ...(JSON.parse(job) as object), nextTryAt: 0 };
          database.prepare("UPDATE mails SET job = ?").run(JSON.stringify(due));
        }),
      files: () =>
        fs.existsSync(path.join(folder, "mail")) ? fs.readdirSync(path.join(folder, "mail")) : [],
    };
  }

  it("a stored message that was not sent is sent once after the restart", async () => {
    const rig = await startRig();
    const first = await rig.begin();
    await first.kill("SIGTERM");
    rig.makeDue();
    rig.mailServer.behaviour = { data: () => 451 };
    const second = await rig.begin();
    await waitUntil(() => {
      const job = rig.job();
      return job?.["state"] === "waiting" && job["tries"] === 1;
    }, "the wait");
    expect(rig.files()).toHaveLength(1);
    expect(fs.statSync(path.join(rig.folder, "mail", rig.files()[0] ?? "")).mode & 0o777).toBe(0o600);
    await second.kill("SIGKILL");
    // Files that a killed export left are removed.
    fs.writeFileSync(path.join(rig.folder, "mail", "leftover.csv"), "x");
    rig.makeTryDue();
    rig.mailServer.behaviour = {};
    const third = await rig.begin();
    await waitUntil(() => rig.mailServer.taken.length === 1, "the message");
    await waitUntil(() => rig.job()?.["state"] === "sent", "the note of it");
    await waitUntil(() => rig.files().length === 0, "the end of the file");
    const answers = await Promise.all(
      ["health", "metrics"].map((name) => ask({ ...rig, url: third.url }, `/stockdeck/v1/${name}`)),
    );
    expect(answers[1]?.text).toContain('stockdeck_messages_total{outcome="sent"} 1\n');
    expect((await third.kill("SIGTERM")).code).toBe(0);
    const again = await rig.begin();
    await again.kill("SIGTERM");
    expect(rig.mailServer.received).toHaveLength(2);
    const kept = fs.readdirSync(rig.folder).flatMap((name) => {
      const file = path.join(rig.folder, name);
      return fs.statSync(file).isFile() ? [fs.readFileSync(file, "latin1")] : [];
    });
    const written = [...rig.outputs, ...answers.map(({ text }) => text), ...kept].join();
    for (const secret of [CANARY, MAIL_PASSWORD]) expect(written).not.toContain(secret);
    expect(rig.outputs.join()).not.toContain("ann@example.com");
  });

  it("a message that the server may have received is never sent again", async () => {
    const rig = await startRig();
    await (await rig.begin()).kill("SIGTERM");
    rig.makeDue();
    rig.mailServer.behaviour = { data: () => "wait" };
    const second = await rig.begin();
    await waitUntil(() => rig.mailServer.received.length === 1, "the whole message");
    expect(rig.job()).toMatchObject({ state: "sending" });
    await second.kill("SIGKILL");
    rig.mailServer.behaviour = {};
    const third = await rig.begin();
    await waitUntil(() => rig.job()?.["state"] === "unknown", "the note of it");
    await waitUntil(async () => {
      const { text } = await ask({ ...rig, url: third.url }, "/stockdeck/v1/metrics");
      return text.includes("stockdeck_mailings_unsent 1\n");
    }, "the metric");
    await third.kill("SIGTERM");
    expect(rig.mailServer.received).toHaveLength(1);
    expect(rig.files()).toEqual([]);
  });

  it("a collector with an unknown view in its mail file does not start", async () => {
    const rig = await startRig("Nobody's view");
    expect(await rig.begin()).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('mailings[0].view: items have no view "Nobody\'s view"'),
    });
  });
});
