import fs from "node:fs";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startOwnKeyring } from "../../helpers/own-keyring.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { envelope, SECRET, signedHeaders, STANDARD } from "../../unit/electron/features/webhooks/support.ts";
import { deliver, deliverAll, idsOf, numbered, send, subscribe } from "../events/support.ts";
import { cli, start, type Running } from "./support.ts";

const NO_KEYRING = { DBUS_SESSION_BUS_ADDRESS: "unix:path=/nonexistent" };
const BY_ENVIRONMENT = { STOCKDECK_EVENT_SECRET: SECRET };

interface RunningReceiver extends Running {
  readonly url: string;
  readonly printed: () => string;
}

/** The words of a receiver in that folder. */
const words = (folder: string, ...more: string[]): string[] => [
  "receive",
  "--data-dir",
  folder,
  "--listen",
  "127.0.0.1:0",
  ...(more.some((word) => /^--(preset|scheme)/.test(word)) ? [] : ["--preset", "standard-webhooks"]),
  ...more,
];

async function startReceiving(
  folder: string,
  more: readonly string[] = [],
  environment: Readonly<Record<string, string | undefined>> = BY_ENVIRONMENT,
  stdin?: string,
): Promise<RunningReceiver> {
  const running = start(words(folder, ...more), environment, stdin === undefined ? "ignore" : "pipe");
  running.child.stdin?.end(stdin);
  let printed = "";
  running.child.stdout?.on("data", (data: Buffer) => (printed += data.toString()));
  running.child.stderr?.on("data", (data: Buffer) => (printed += data.toString()));
  await waitUntil(() => printed.includes("\n") || running.child.exitCode !== null, "the first line");
  if (running.child.exitCode !== null) throw new Error(printed);
  const first = JSON.parse(printed.split("\n")[0] ?? "") as { url: string };
  expect(first).toEqual({
    url: first.url,
    deliveries: `${first.url}/webhooks`,
    events: `${first.url}/events`,
  });
  return { ...running, url: first.url, printed: () => printed };
}

async function addToken(folder: string, label: string): Promise<string> {
  const { code, json } = await cli(["receive", "--data-dir", folder, "--add-token", label]);
  expect([code, json.label]).toEqual([0, label]);
  return json.token as string;
}

/** Every file in a folder, with its rights. */
const filesIn = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name));

describe("receive", () => {
  it("`receive` accepts and forwards signed deliveries and ends with Ctrl+C; no output or file contains a secret, token or body", async () => {
    const folder = path.join(await temporaryFolder(), "data");
    const token = await addToken(folder, "desk");
    const running = await startReceiving(folder);
    const reader = await subscribe(running.url, token);
    const body = envelope({ eventId: "evt_0", data: { id: "itm_0", name: "CanaryOfTheBody" } });
    expect(await deliver(running.url, body)).toBe(202);
    expect((await send(`${running.url}/webhooks`, "POST", [], numbered(9))).status).toBe(401);
    await reader.waitFor(1);
    const headers = Object.fromEntries(reader.messages.map(({ event, id }) => [event, id]));
    expect(Object.keys(headers)).toEqual(["status", "change"]);
    running.child.kill("SIGINT");
    const { code, stderr } = await running.ended;
    expect(code).toBe(0);
    expect(stderr).toContain("events: 1 accepted, no_signature 1");
    const kept = filesIn(folder).map((file) => fs.readFileSync(file).toString("latin1"));
    expect(kept.some((bytes) => bytes.includes("evt_0"))).toBe(true);
    for (const text of [running.printed(), ...kept])
      for (const canary of [SECRET.slice(6), "CanaryOfTheWebhooks", token, "CanaryOfTheBody"])
        expect(text).not.toContain(canary);
    for (const file of filesIn(folder)) expect([file, fs.statSync(file).mode & 0o777]).toEqual([file, 0o600]);
  });

  it("a killed receiver keeps every delivery that it answered with 202, and a workstation continues from its place", async () => {
    const folder = await temporaryFolder();
    const token = await addToken(folder, "desk");
    let [place, total]: [string | undefined, number] = [undefined, 0];
    const seen: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const running = await startReceiving(folder);
      const reader = await subscribe(running.url, token, place);
      // What comes without a place comes after the first status.
      await waitUntil(() => reader.messages.length > 0, "the status");
      const accepted: number[] = [];
      const killed = Math.floor(20 + Math.random() * 60);
      await Promise.all(
        Array.from({ length: 4 }, async (_, lane) => {
          for (let number = total + lane; ; number += 4) {
            const status = await deliver(running.url, numbered(number)).catch(() => 0);
            if (status !== 202) return;
            accepted.push(number);
            if (accepted.length === killed) running.child.kill("SIGKILL");
          }
        }),
      );
      expect((await running.ended).code).toBeNull();
      await waitUntil(() => reader.isClosed(), "the end of the stream");
      seen.push(...reader.eventIds());
      place = reader.lastEventId() ?? place;
      const again = await startReceiving(folder);
      const late = await subscribe(again.url, token, place);
      await waitUntil(
        () => accepted.every((number) => [...seen, ...late.eventIds()].includes(`evt_${number}`)),
        "every event that was accepted",
      );
      const all = [...seen, ...late.eventIds()];
      expect(new Set(all).size).toBe(all.length);
      expect(late.messages.map(({ event }) => event)).not.toContain("gap");
      seen.push(...late.eventIds());
      place = late.lastEventId() ?? place;
      again.child.kill("SIGTERM");
      await again.ended;
      total = Math.max(...accepted) + 20;
    }
  });

  it("`receive` manages tokens while a receiver runs", async () => {
    const folder = await temporaryFolder();
    const running = await startReceiving(folder);
    const tokens = [await addToken(folder, "desk"), await addToken(folder, "office")];
    const readers = await Promise.all(tokens.map((token) => subscribe(running.url, token)));
    const list = await cli(["receive", "--data-dir", folder, "--list-tokens"]);
    const lines = list.stdout.trim().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { label: string }).label)).toEqual(["desk", "office"]);
    expect(Object.keys(list.json)).toEqual(["label", "created", "lastUsed"]);
    for (const token of tokens) expect(list.stdout).not.toContain(token);
    const removed = await cli(["receive", "--data-dir", folder, "--remove-token", "desk"]);
    expect([removed.code, removed.json]).toEqual([0, { removed: "desk" }]);
    await waitUntil(() => readers[0]?.isClosed() ?? false, "the end of its stream");
    await deliverAll(running.url, 0, 2);
    await readers[1]?.waitFor(2);
    expect(readers[1]?.eventIds()).toEqual(idsOf(0, 2));
  });

  it("`receive` reads several secrets from stdin, and stores them in the keychain only if an option requests it", async () => {
    const keyring = await startOwnKeyring();
    onTestFinished(() => keyring.end());
    const folder = await temporaryFolder();
    const old = `whsec_${Buffer.from("the secret before this one").toString("base64")}`;
    const lines = `${old}\r\n\n${SECRET}\n`;
    const once = await startReceiving(folder, ["--secret-stdin"], keyring.environment, lines);
    expect(await deliver(once.url, numbered(0))).toBe(202);
    once.child.kill("SIGTERM");
    await once.ended;
    expect(await cli(words(folder), keyring.environment)).toMatchObject({ code: 2 });
    const keeping = await startReceiving(
      folder,
      ["--secret-stdin", "--keep-secret"],
      keyring.environment,
      lines,
    );
    keeping.child.kill("SIGTERM");
    await keeping.ended;
    const kept = await startReceiving(folder, [], keyring.environment);
    const body = numbered(1);
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const headers = signedHeaders({ scheme: STANDARD, secret: old, body, id: "msg", timestamp });
    expect((await send(`${kept.url}/webhooks`, "POST", headers, body)).status).toBe(202);
    kept.child.kill("SIGTERM");
    await kept.ended;
    // The secrets belong to their folder.
    const other = await cli(words(await temporaryFolder()), keyring.environment);
    expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("there is no secret")]);
    const forget = ["receive", "--data-dir", folder, "--forget-secret"];
    expect((await cli(forget, keyring.environment)).code).toBe(0);
    expect((await cli(words(folder), keyring.environment)).code).toBe(2);
    for (const running of [once, keeping, kept]) expect(running.printed()).not.toContain(SECRET.slice(6));
  });

  it("`receive` accepts a signature scheme that the user defines, and only the events of one company", async () => {
    const folder = await temporaryFolder();
    const options = [
      "--preset=hmac-body",
      "--scheme=signatureHeader=X-Acme-Signature",
      "--scheme=signaturePrefix=sha256=",
      "--company=com_1",
    ];
    const running = await startReceiving(folder, options, { STOCKDECK_EVENT_SECRET: "acme" });
    const scheme = {
      ...STANDARD,
      signed: "body",
      encoding: "hex",
      secretEncoding: "text",
      signatureHeader: "x-acme-signature",
      signaturePrefix: "sha256=",
    } as const;
    for (const companyId of ["com_1", "com_2"]) {
      const body = envelope({ companyId, eventId: companyId });
      const headers = signedHeaders({ scheme, secret: "acme", body });
      expect((await send(`${running.url}/webhooks`, "POST", headers, body)).status).toBe(202);
    }
    running.child.kill("SIGTERM");
    expect((await running.ended).stderr).toContain("events: 1 accepted, other_company 1");
  });

  it("a receiver refuses a folder that another receiver uses", async () => {
    const folder = await temporaryFolder();
    const running = await startReceiving(folder);
    const second = await cli(words(folder), BY_ENVIRONMENT);
    expect([second.code, second.stderr]).toEqual([
      7,
      "stockdeck: Another Stockdeck process is using this data folder. (one receiver at a time may use it)\n",
    ]);
    expect(await deliver(running.url, numbered(0))).toBe(202);
    const taken = await cli(
      words(await temporaryFolder(), "--listen", new URL(running.url).host),
      BY_ENVIRONMENT,
    );
    expect([taken.code, taken.stderr]).toEqual([2, expect.stringContaining("another program listens there")]);
  });

  it.each<[readonly string[], RegExp]>([
    [["--data-dir", "x"], /--listen is missing/],
    [["--listen", "127.0.0.1:0"], /--data-dir is missing/],
    [["--data-dir", "x", "--listen", "8600"], /--listen takes an address and a port/],
    [["--data-dir", "x", "--listen", "127.0.0.1:99999"], /--listen takes an address and a port/],
    [["--data-dir", "x", "--listen", "0.0.0.0:0", "--preset", "hmac-body"], /--allow-remote/],
    [
      ["--data-dir", "x", "--listen", "127.0.0.1:0"],
      /give --preset standard-webhooks or hmac-body.*signed=…/,
    ],
    [
      ["--data-dir", "x", "--listen", "[::1]:0", "--scheme", "signed=body", "--scheme", "encoding=hex"],
      /or also --scheme secretEncoding=… --scheme signatureHeader=… --scheme signaturePrefix=… --scheme resourceIdPath=…$/m,
    ],
    [
      ["--data-dir", "x", "--listen", "localhost:0", "--preset", "acme"],
      /--preset takes standard-webhooks or/,
    ],
    [
      words("x", "--preset", "hmac-body", "--scheme", "colour=red").slice(1),
      /--scheme takes name=value with a name/,
    ],
    [words("x", "--preset", "hmac-body", "--scheme", "encoding=octal").slice(1), /--scheme encoding: /],
    [
      words("x", "--preset", "standard-webhooks", "--scheme", "idHeader=").slice(1),
      /idHeader: names no header/,
    ],
    [["--data-dir", "x", "--add-token", ""], /--add-token takes a label/],
    [["--data-dir", "x", "--list-tokens", "--listen", "127.0.0.1:0"], /give one of/],
    [words("x").slice(1), /no secret to verify events with.*--secret-stdin.*STOCKDECK_EVENT_SECRET.*keyring/],
    [words("x", "--secret-stdin").slice(1), /stdin has no secret/],
    [words("x", "--keep-days", "0").slice(1), /--keep-days/],
  ])("`receive` refuses %j as wrong usage", async (args, message) => {
    const folder = await temporaryFolder();
    const placed = args.map((arg) => (arg === "x" ? folder : arg));
    const { code, stdout, stderr } = await cli(["receive", ...placed], NO_KEYRING);
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(message);
    expect(fs.readdirSync(folder)).toEqual([]);
  });

  it("`receive` reports a secret that cannot be used without printing it", async () => {
    const environment = { STOCKDECK_EVENT_SECRET: `${SECRET}\nCanaryThatIsNot!Base64` };
    const { code, stderr } = await cli(words(await temporaryFolder()), environment);
    expect([code, stderr]).toEqual([2, "stockdeck: Secret 2 is not base64, as this scheme wants it.\n"]);
  });
});
