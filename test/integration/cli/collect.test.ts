import { randomUUID } from "node:crypto";
import fs from "node:fs";
import https from "node:https";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { collectorFile } from "../../../electron/features/collector/collector-options.ts";
import { applyEdits, recordsAfter } from "../../../electron/features/collector/serving/team-documents.ts";
import { withTokens } from "../../../electron/features/collector/serving/token-table.ts";
import { addToken, ask } from "../collector/support.ts";
import {
  EVENT_PRESETS,
  PRESET_NAMES,
  type EventPreset,
} from "../../../shared/features/collector/webhook-events.ts";
import { SECRET } from "../../unit/electron/features/collector/serving/webhooks/support.ts";
import { selfSigned } from "../../helpers/self-signed.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { CANARY, cli, cliProcess, serve, start, type Running } from "./support.ts";

const NO_KEYRING = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent" };
const WITHOUT_KEY = { STOCKDECK_API_KEY: undefined, ...NO_KEYRING };

const words = (folder: string, url: string, ...more: string[]): string[] => [
  "collect",
  "--base-url",
  url,
  "--data-dir",
  folder,
  ...(more.includes("--listen") ? [] : ["--listen", "127.0.0.1:0"]),
  ...more,
];

interface RunningCollector extends Running {
  readonly url: string;
}

async function startCollecting(args: readonly string[], ...more: unknown[]): Promise<RunningCollector> {
  const [environment, stdin] = more as [Record<string, string | undefined>?, string?];
  const running = start(args, environment, stdin === undefined ? "ignore" : "pipe");
  running.child.stdin?.end(stdin);
  let out = "";
  running.child.stdout?.on("data", (data: Buffer) => (out += data.toString()));
  await waitUntil(() => out.includes("\n") || running.child.exitCode !== null, "its address");
  const line = out.split("\n", 1)[0] ?? "";
  expect(line).toMatch(/^\{"url":"https?:\/\/127\.0\.0\.1:\d+"\}$/);
  return { ...running, url: (JSON.parse(line) as { url: string }).url };
}

const healthy = (url: string): Promise<void> =>
  waitUntil(
    async () => (await ask({ url, token: "" }, "/stockdeck/v1/health")).status === 200,
    "the first pull",
  );

describe("the command `collect`", () => {
  it("collect prints its address, serves records and exits with 0 on SIGTERM", async () => {
    const service = await serve();
    const folder = await temporaryFolder();
    const added = await cli(["collect", "tokens", "add", "Desk 1", "--data-dir", folder]);
    expect(added.json).toMatchObject({ label: "Desk 1", right: "read" });
    const token = String(added.json.token);
    const running = await startCollecting(words(folder, service.url));
    await healthy(running.url);
    expect((await ask({ url: running.url, token }, "/inventory/items")).json.data).toHaveLength(100);
    const second = await cli(words(folder, service.url));
    expect([second.code, second.stdout]).toEqual([7, ""]);
    const removed = await cli(["collect", "tokens", "remove", "Desk 1", "--data-dir", folder]);
    expect(removed.json).toEqual({ removed: "Desk 1" });
    expect((await ask({ url: running.url, token }, "/inventory/items")).status).toBe(401);
    running.child.kill("SIGTERM");
    const { code, stdout, stderr } = await running.ended;
    expect([code, stdout.split("\n")]).toEqual([0, [expect.any(String), ""]]);
    expect(stderr).toContain("pass ended");
    for (const secret of [CANARY, token]) expect(stdout + stderr).not.toContain(secret);
  });

  it("collect reads its key from stdin or from a private file", async () => {
    const service = await serve({ items: 5 });
    const folder = await temporaryFolder();
    const byInput = await startCollecting(
      words(folder, service.url, "--key-stdin"),
      WITHOUT_KEY,
      `${CANARY}\n`,
    );
    await healthy(byInput.url);
    byInput.child.kill("SIGINT");
    expect((await byInput.ended).code).toBe(0);
    const file = path.join(await temporaryFolder(), "key");
    fs.writeFileSync(file, `${CANARY}\n`, { mode: 0o644 });
    const open = await cliProcess(words(folder, service.url, "--key-file", file), WITHOUT_KEY);
    expect([open.code, open.stderr]).toEqual([2, expect.stringContaining("every user can read it")]);
    fs.chmodSync(file, 0o400);
    const byFile = await startCollecting(words(folder, service.url, "--key-file", file), WITHOUT_KEY);
    await healthy(byFile.url);
    byFile.child.kill("SIGTERM");
    expect((await byFile.ended).code).toBe(0);
    expect(fs.readFileSync(file, "utf8")).toBe(`${CANARY}\n`);
    const none = await cliProcess(words(folder, service.url), WITHOUT_KEY);
    expect([none.code, none.stdout]).toEqual([3, ""]);
  });

  it("collect reads the webhook secret from a file and never prints it", async () => {
    const service = await serve({ items: 5 });
    const folder = await temporaryFolder();
    const file = path.join(folder, "secret");
    fs.writeFileSync(file, `${SECRET}\n`, { mode: 0o600 });
    const events = ["--preset", "standard-webhooks", "--secret-file", file];
    const running = await startCollecting(words(folder, service.url, ...events));
    await healthy(running.url);
    const scheme = EVENT_PRESETS["standard-webhooks"];
    service.addWebhook({ url: `${running.url}/webhooks`, secret: SECRET, scheme });
    service.company.upsertItem({ id: "new", name: "New" });
    const at = { url: running.url, token: addToken(folder, "Desk 1") };
    await waitUntil(async () => (await ask(at, "/inventory/items/new")).status === 200, "the new item");
    running.child.kill("SIGTERM");
    const { code, stdout, stderr } = await running.ended;
    expect(code).toBe(0);
    for (const secret of [SECRET, CANARY, at.token]) expect(stdout + stderr).not.toContain(secret);
  });

  it("collect accepts TLS connections with a certificate", async () => {
    const service = await serve({ items: 5 });
    const folder = await temporaryFolder();
    const { cert, key } = selfSigned();
    const [certFile, keyFile] = [path.join(folder, "cert.pem"), path.join(folder, "key.pem")];
    fs.writeFileSync(certFile, cert);
    fs.writeFileSync(keyFile, key, { mode: 0o600 });
    const running = await startCollecting(
      words(folder, service.url, "--tls-cert", certFile, "--tls-key", keyFile),
    );
    expect(running.url).toMatch(/^https:/);
    const token = addToken(folder, "Desk 1");
    const get = (route: string): Promise<{ status: number | undefined; text: string }> =>
      new Promise((resolve, reject) => {
        const headers = { authorization: `Bearer ${token}` };
        const request = https.get(running.url + route, { ca: cert, headers }, (response) => {
          let text = "";
          response.on("data", (data: Buffer) => (text += data.toString()));
          response.on("end", () => resolve({ status: response.statusCode, text }));
        });
        request.on("error", reject);
      });
    await waitUntil(async () => (await get("/stockdeck/v1/health")).status === 200, "the first pull");
    const { status, text } = await get("/inventory/items");
    expect([status, (JSON.parse(text) as { data: unknown[] }).data.length]).toEqual([200, 5]);
  });

  it.skipIf(process.platform === "win32")(
    "collect refuses a private key that every user can read",
    async () => {
      const folder = await temporaryFolder();
      const { cert, key } = selfSigned();
      const [certFile, keyFile] = [path.join(folder, "cert.pem"), path.join(folder, "key.pem")];
      fs.writeFileSync(certFile, cert);
      fs.writeFileSync(keyFile, key);
      fs.chmodSync(keyFile, 0o604);
      const { code, stdout, stderr } = await cli(
        words(folder, "http://127.0.0.1:1", "--tls-cert", certFile, "--tls-key", keyFile),
      );
      expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining("every user can read it")]);
      expect(stderr).toContain("--tls-key");
      expect(stderr).not.toContain("BEGIN");
    },
  );

  it("collect refuses a certificate that does not match the key", async () => {
    const folder = await temporaryFolder();
    const [certFile, keyFile] = [path.join(folder, "cert.pem"), path.join(folder, "key.pem")];
    fs.writeFileSync(certFile, selfSigned().cert);
    fs.writeFileSync(keyFile, selfSigned().key, { mode: 0o600 });
    const tls = ["--tls-cert", certFile, "--tls-key", keyFile];
    const { code, stdout, stderr } = await cli(words(folder, "http://127.0.0.1:1", ...tls));
    expect([code, stdout, stderr]).toEqual([
      2,
      "",
      expect.stringContaining("not a certificate with its key"),
    ]);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("collect lists token labels, but no token", async () => {
    const folder = await temporaryFolder();
    const manage = (...more: string[]) => cli(["collect", "tokens", ...more, "--data-dir", folder]);
    expect((await manage("list")).stdout).toBe("");
    const { json } = await manage("add", "Desk 1", "--right", "annotate");
    const listed = await manage("list");
    expect(listed.json).toEqual({
      label: "Desk 1",
      right: "annotate",
      created: expect.stringMatching(/Z$/) as unknown,
      lastUsed: null,
    });
    expect(listed.stdout).not.toContain(json.token);
    expect((await manage("add", "Desk 1")).code).toBe(2);
    expect((await manage("remove", "Desk 2")).code).toBe(2);
  });

  it("collect trims a label and removes double spaces", async () => {
    const folder = await temporaryFolder();
    const manage = (...more: string[]) => cli(["collect", "tokens", ...more, "--data-dir", folder]);
    expect((await manage("add", "  Café\u00a0  desk 2\u2003")).json).toMatchObject({
      label: "Café desk 2",
    });
    for (const same of ["Café desk 2", "Cafe\u0301 desk 2", "Café  desk 2 "]) {
      const { code, stderr } = await manage("add", same);
      expect([code, stderr]).toEqual([2, expect.stringContaining('the label "Café desk 2"') as unknown]);
    }
    const { code, stdout, stderr } = await manage("add", "Desk \u202e1");
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining("can be seen") as unknown]);
    expect((await manage("remove", " Café desk\u2009 2")).json).toEqual({ removed: "Café desk 2" });
  });

  it("collect can drop all records of one label or all unreadable records, and keeps all other records", async () => {
    const folder = await temporaryFolder();
    const drop = async (...more: string[]): Promise<unknown> =>
      (await cli(["collect", "records", ...more, "--data-dir", folder])).json;
    expect(await drop("drop-unreadable")).toEqual({ dropped: 0 });
    const file = collectorFile(folder);
    const write = (label: string, document: string, id: string, value: string) => {
      const edit = { edit: randomUUID(), document, id, value, basedOn: 0, editedAt: Date.now() };
      expect(withTokens(file, applyEdits([edit], label, Date.now()))).toEqual(["accepted"]);
    };
    write("Desk 1", "limits", "a", "7");
    write("Desk 1", "names", "u", JSON.stringify("a text in place of a name"));
    write("Desk 2", "limits", "b", '"b"');
    write("Desk 2", "limits", "c", "8");
    expect(await drop("drop-unreadable")).toEqual({ dropped: 2 });
    expect(await drop("drop", "Desk 2")).toEqual({ dropped: 1 });
    expect(withTokens(file, recordsAfter(0, 10, true))).toMatchObject({
      records: [{ id: "a", editedBy: "Desk 1" }],
    });
  });

  it.each([
    [["--listen", "0.0.0.0:0"], "--allow-remote"],
    [["--listen", "0.0.0.0:0", "--allow-remote"], "needs TLS"],
    [["--tls-cert", "a.pem"], "belong together"],
    [["--tls-cert", "/nowhere/a", "--tls-key", "/nowhere/b"], "cannot be read"],
    [["--right", "read"], "Unknown option"],
    [["--company", "x"], "need --preset"],
    [["--preset", "x"], "--preset"],
    [["--preset", "hmac-body"], "no secret"],
    [["--preset", "hmac-body", "--secret-file", "/nowhere"], "cannot be read"],
    [["--every", "9"], "--every"],
    [["--keep-changes", "10"], "--keep-changes"],
  ])("collect refuses %j with exit code 2", async (more, reason) => {
    const { code, stdout, stderr } = await cli(words(await temporaryFolder(), "http://127.0.0.1:1", ...more));
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(reason)]);
  });

  it.each([
    [["--add-token", "A"], "tokens add LABEL"],
    [["--list-tokens"], "tokens list"],
    [["--remove-token=A"], "tokens remove LABEL"],
    [["--drop-records", "A"], "records drop LABEL"],
    [["--drop-unreadable"], "records drop-unreadable"],
    [["--try-delivery", "a.txt"], "try-delivery FILE"],
    [["--mail-file", "mail.json", "--test-mail", "a@example.com"], "test-mail ADDRESS"],
  ])("collect refuses %j and names the replacement", async (former, words) => {
    const { code, stderr } = await cli(["collect", "--data-dir", await temporaryFolder(), ...former]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`is now the command "collect ${words}"`)]);
  });

  it.each([
    [["tokens"], 'there is no command "collect tokens"'],
    [["tokens", "change", "A"], 'there is no command "collect tokens change"'],
    [["tokens", "add"], "the label is missing"],
    [["tokens", "add", "A", "B"], 'Unexpected word "B"'],
    [["tokens", "list", "A"], "Unexpected argument"],
    [["tokens", "list", "--listen", "127.0.0.1:0"], "Unknown option"],
    [["tokens", "add", "A", "--right", "all"], "--right takes read or annotate"],
    [["try-delivery"], "the file is missing"],
  ])("collect refuses the words %j with exit code 2", async (more, reason) => {
    const data = more[0] === "try-delivery" ? [] : ["--data-dir", await temporaryFolder()];
    const { code, stdout, stderr } = await cli(["collect", ...more, ...data]);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(reason)]);
  });
});

/** A delivery of the sample service as text, as a server would record it. */
async function realDelivery(preset: EventPreset): Promise<string> {
  const received: string[] = [];
  const server = http.createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      const { rawHeaders: raw } = request;
      const lines = raw.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${raw[at + 1]}`] : []));
      received.push(["POST /hook HTTP/1.1", ...lines, "", body].join("\r\n"));
      response.writeHead(202).end();
    });
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const service = await serve({ items: 5 });
  service.addWebhook({ url, secret: SECRET, scheme: EVENT_PRESETS[preset] });
  service.company.upsertItem({ id: "new", name: "New" });
  await waitUntil(() => received.length > 0, "the delivery");
  return received[0] ?? "";
}

describe("a test of a webhook delivery", () => {
  /** Runs the command for a delivery. @returns its exit code, its lines, and all its output. */
  async function tryDelivery(delivery: string, secret: string, byVariable = false) {
    const folder = await temporaryFolder();
    const [file, secretFile] = [path.join(folder, "delivery.txt"), path.join(folder, "secret")];
    fs.writeFileSync(file, delivery);
    fs.writeFileSync(secretFile, `${secret}\n`, { mode: 0o600 });
    const args = ["collect", "try-delivery", file];
    const { code, stdout, stderr } = byVariable
      ? await cli(args, { STOCKDECK_API_KEY: undefined, STOCKDECK_EVENT_SECRET: secret })
      : await cli([...args, "--secret-file", secretFile], { STOCKDECK_API_KEY: undefined });
    const lines = stdout.split("\n").filter((line) => line !== "");
    return { code, results: lines.map((line) => JSON.parse(line) as unknown), output: stdout + stderr };
  }

  it.each(PRESET_NAMES)(
    "try-delivery reports that %s verifies a real delivery and prints no secret",
    async (preset) => {
      const delivery = await realDelivery(preset);
      for (const byVariable of [false, true]) {
        const { code, results, output } = await tryDelivery(delivery, SECRET, byVariable);
        expect(code).toBe(0);
        const verified = { name: preset, verifies: true, problem: null, missing: [] };
        expect(results).toContainEqual({
          ...verified,
          isTimely: preset === "standard-webhooks" ? true : null,
        });
        expect(results).toHaveLength(PRESET_NAMES.length);
        expect(results.filter((result) => (result as { verifies: boolean }).verifies)).toHaveLength(1);
        expect(output).not.toContain(SECRET);
        expect(output).not.toContain(SECRET.slice(6));
      }
    },
  );

  it("try-delivery exits with 3 and the reason if no preset verifies the delivery", async () => {
    const delivery = await realDelivery("standard-webhooks");
    const other = "whsec_Q2FuYXJ5T2ZUaGVXcm9uZ1NlY3JldA==";
    const wrong = await tryDelivery(delivery, other);
    expect([wrong.code, wrong.results]).toEqual([
      3,
      [
        { name: "standard-webhooks", verifies: false, isTimely: null, missing: [], problem: "bad_signature" },
        {
          name: "hmac-body",
          verifies: false,
          isTimely: null,
          missing: ["x-signature"],
          problem: "missing_headers",
        },
      ],
    ]);
    expect(wrong.output).not.toContain(other);
    const bad = await tryDelivery(delivery, "CanaryThatIsNot!Base64");
    expect([bad.code, bad.results[0]]).toEqual([3, expect.objectContaining({ problem: "bad_secret" })]);
    expect(bad.output).not.toContain("Canary");
    expect((await tryDelivery("", SECRET)).code).toBe(3);
  });

  it("try-delivery exits with 2 without a secret or with an unreadable file", async () => {
    const file = path.join(await temporaryFolder(), "missing");
    const args = ["collect", "try-delivery", file];
    const without = await cli(args, { STOCKDECK_API_KEY: undefined });
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining("no secret")]);
    const chosen = await cli([...args, "--preset", "hmac-body"], { STOCKDECK_API_KEY: undefined });
    expect([chosen.code, chosen.stderr]).toEqual([2, expect.stringContaining("Unknown option '--preset'")]);
    const unread = await cli(args, { STOCKDECK_API_KEY: undefined, STOCKDECK_EVENT_SECRET: SECRET });
    expect([unread.code, unread.stdout, unread.stderr]).toEqual([
      2,
      "",
      expect.stringContaining("cannot be read (ENOENT)"),
    ]);
    expect(unread.stderr).not.toContain(SECRET);
    fs.writeFileSync(file, "x".repeat(600_000));
    const large = await cli(args, { STOCKDECK_API_KEY: undefined, STOCKDECK_EVENT_SECRET: SECRET });
    expect([large.code, large.stderr]).toEqual([2, expect.stringContaining("too large")]);
  });
});
