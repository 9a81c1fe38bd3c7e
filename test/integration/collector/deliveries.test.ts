import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../../electron/base/clock.ts";
import {
  Deliveries,
  type DeliveryOptions,
} from "../../../electron/features/collector/serving/webhooks/deliveries.ts";
import { createServer, listen } from "../../../electron/features/collector/serving/webhooks/http-server.ts";
import {
  senderOf,
  SenderLimits,
  trustedProxies,
  type TrustedProxies,
} from "../../../electron/features/collector/serving/webhooks/sender.ts";
import type { WebhookEvent } from "../../../shared/features/collector/webhook-events.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import {
  envelope,
  SECRET,
  signedHeaders,
  STANDARD,
} from "../../unit/electron/features/collector/serving/webhooks/support.ts";

interface ServerOptions extends Partial<DeliveryOptions> {
  readonly trusted?: TrustedProxies;
  /** Ms for a request's headers, and for its body. */
  readonly timeout?: number;
  readonly limits?: SenderLimits;
  /** Accepts an event; stores it in `events` by default. */
  readonly accept?: (event: WebhookEvent) => boolean;
}

/** Starts a server that accepts deliveries as a collector does. */
async function receive(options: ServerOptions = {}) {
  const { trusted = trustedProxies([]), timeout = 10_000, limits = new SenderLimits(systemClock) } = options;
  const events: WebhookEvent[] = [];
  const keep = (event: WebhookEvent): boolean =>
    events.every(({ id }) => id !== event.id) && events.push(event) > 0;
  const deliveries = new Deliveries(
    { scheme: STANDARD, secrets: [SECRET], ...options },
    limits,
    systemClock,
    options.accept ?? keep,
    timeout,
  );
  const { server } = createServer(systemClock, timeout, timeout, trusted);
  server.on("request", (request: http.IncomingMessage, response: http.ServerResponse) => {
    void deliveries.take(request, response, senderOf(request, trusted));
  });
  await listen(server, "127.0.0.1", 0);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, events, counts: () => deliveries.counts() };
}

interface Answered {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

/** Sends one delivery. @param headers pairs, so that a name may occur twice. */
function send(
  url: string,
  headers: readonly (readonly [string, string])[],
  body: Buffer = Buffer.alloc(0),
  agent?: http.Agent,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const raw = [...headers.flat(), "Host", "127.0.0.1", "Content-Length", String(body.length)];
    const options = { method: "POST", headers: raw, ...(agent ? { agent } : {}) };
    const request = http.request(`${url}/webhooks`, options, (response) => {
      let text = "";
      response.on("data", (piece: Buffer) => (text += piece.toString()));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }),
      );
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

let lastId = 0;

/** The headers of a delivery as the service sends it now. */
function signed(body: Buffer, id = `msg_${(lastId += 1)}`, at = Date.now()): [string, string][] {
  const timestamp = String(Math.floor(at / 1_000));
  return signedHeaders({ scheme: STANDARD, secret: SECRET, body, id, timestamp });
}

/** An event with that number in its id. */
const numbered = (number: number): Buffer =>
  envelope({ eventId: `evt_${number}`, data: { id: `itm_${number}` } });

/** Delivers one event. @returns the status. */
const deliver = async (url: string, body: Buffer): Promise<number> =>
  (await send(url, signed(body), body)).status;

/** Sends bytes, and resolves with the whole answer when the connection ends. */
function exchange(url: string, text: string, andEnd = false): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = "";
    const socket = net.connect(Number(port), hostname, () => {
      socket.write(text);
      if (andEnd) socket.end();
    });
    socket.on("data", (data) => (answer += data.toString()));
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}

describe("a webhook delivery", () => {
  it("a valid delivery gets 202", async () => {
    const { url, events, counts } = await receive();
    const body = envelope({ data: { id: "itm_1", name: "CanaryOfTheBody" } });
    const answered = await send(url, signed(body), body);
    expect([answered.status, answered.body]).toEqual([202, ""]);
    expect(events).toMatchObject([{ id: "evt_1", resource: "items", resourceId: "itm_1" }]);
    expect(JSON.stringify(events)).not.toContain("Canary");
    expect(counts()).toEqual({ accepted: 1, refused: {} });
  });

  it("an unverified delivery gets 401 without details and is counted by reason", async () => {
    const { url, events, counts } = await receive();
    const body = envelope();
    const cases: readonly [string, readonly (readonly [string, string])[]][] = [
      ["nothing signed", []],
      ["another body", signed(numbered(2))],
      ["an old time", signed(body, "msg", Date.now() - 600_000)],
      ["an id twice", [...signed(body), ["Webhook-Id", "msg"]]],
    ];
    const answers = [];
    for (const [, headers] of cases) answers.push(await send(url, headers, body));
    for (const { status, headers, body: text } of answers) {
      expect([status, text]).toEqual([401, ""]);
      expect(Object.keys(headers)).toEqual(Object.keys(answers[0]?.headers ?? {}));
    }
    expect(counts()).toEqual({
      accepted: 0,
      refused: { no_signature: 1, bad_signature: 2, old_timestamp: 1 },
    });
    expect(events).toEqual([]);
  });

  it("a repeated delivery gets 202 and is counted as repeated", async () => {
    const { url, events, counts } = await receive();
    const statuses = [await deliver(url, numbered(1))];
    statuses.push(...(await Promise.all([1, 1, 2].map((number) => deliver(url, numbered(number))))));
    expect(statuses).toEqual([202, 202, 202, 202]);
    expect(events.map(({ id }) => id)).toEqual(["evt_1", "evt_2"]);
    expect(counts()).toMatchObject({ accepted: 2, refused: { repeated: 2 } });
  });

  it("a delivery of another company gets 202 and is dropped", async () => {
    const { url, counts } = await receive({ companyId: "com_1" });
    const bodies = [
      envelope({ companyId: "com_2" }),
      envelope({ eventId: "b", companyId: undefined }),
      numbered(1),
    ];
    for (const body of bodies) expect(await deliver(url, body)).toBe(202);
    expect(counts()).toMatchObject({ accepted: 2, refused: { other_company: 1 } });
  });

  it.each([
    ["not JSON", Buffer.from("{")],
    ["an event of an unknown type", envelope({ type: "billing.invoice.paid" })],
    ["nested too deeply", Buffer.from("[".repeat(100_000))],
    ["empty", Buffer.alloc(0)],
  ])("a delivery whose body is %s is passed on", async (_what, body) => {
    const { url, counts } = await receive();
    expect(await deliver(url, body)).toBe(202);
    expect(counts().accepted).toBe(1);
  });
});

describe("limits on webhook deliveries before they are read", () => {
  it("a body of 256 kB is accepted, and a larger body gets 413", async () => {
    const receiver = await receive();
    const largest = Buffer.alloc(256 * 1024, 32);
    expect(await deliver(receiver.url, largest)).toBe(202);
    const larger = Buffer.alloc(256 * 1024 + 1, 32);
    expect(await deliver(receiver.url, larger)).toBe(413);
    const piece = `10000\r\n${"x".repeat(65_536)}\r\n`;
    const chunked = `POST /webhooks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${piece.repeat(5)}`;
    expect(await exchange(receiver.url, chunked)).toMatch(/^HTTP\/1.1 413 /);
    expect(receiver.counts()).toMatchObject({ accepted: 1, refused: { too_large: 2 } });
  });

  it("a sender with slow headers or a slow body gets 408", async () => {
    const receiver = await receive({ timeout: 300 });
    const slow = [
      "POST /webhooks HTTP/1.1\r\nHost: a\r\nX-",
      "POST /webhooks HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab",
    ];
    for (const text of slow) expect(await exchange(receiver.url, text)).toMatch(/^HTTP\/1.1 408 /);
    // A connection without complete headers does not count as a delivery.
    expect(receiver.counts().refused).toEqual({ too_slow: 1 });
  });

  it.each([
    ["the service's delivery through the same untrusted proxy is accepted", [], "10.0.0.1"],
    ["another sender's delivery through a trusted proxy is accepted", ["127.0.0.1"], "10.0.0.2"],
    ["the same sender's genuine delivery through a trusted proxy is accepted", ["127.0.0.1"], "10.0.0.1"],
  ])("forged deliveries soon get 429, and %s", async (_where, named, sender) => {
    const receiver = await receive({ trusted: trustedProxies(named) });
    const from = (address: string): [string, string] => ["X-Forwarded-For", `1.1.1.1, ${address}`];
    const statuses = new Set<number>();
    for (let turn = 0; turn < 4; turn += 1) {
      const guesses = Array.from({ length: 100 }, () =>
        send(receiver.url, [["Webhook-Signature", "v1,x"], from("10.0.0.1")]),
      );
      for (const { status, headers } of await Promise.all(guesses)) {
        statuses.add(status);
        if (status === 429) expect(headers["retry-after"]).toBe("1");
      }
    }
    expect(statuses).toEqual(new Set([401, 429]));
    const body = numbered(1);
    const headers = [...signed(body), from(sender)];
    expect((await send(receiver.url, headers, body)).status).toBe(202);
    expect(receiver.counts().refused.too_many).toBeGreaterThan(0);
  });

  it("a thousand idle connections do not block a delivery", async () => {
    for (const named of [[], ["127.0.0.0/8"]]) {
      const receiver = await receive({ trusted: trustedProxies(named) });
      const { hostname, port } = new URL(receiver.url);
      const sockets = Array.from({ length: 1_050 }, () =>
        net.connect(Number(port), hostname).on("error", () => {}),
      );
      onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
      await Promise.all(sockets.map((socket) => once(socket, "connect")));
      const body = numbered(1);
      // The service's own connections have another address. An idle connection of a named proxy is closed if
      // necessary.
      const localAddress = named.length === 0 ? "127.0.0.2" : "127.0.0.1";
      const agent = new http.Agent({ localAddress });
      expect((await send(receiver.url, signed(body), body, agent)).status).toBe(202);
    }
  });

  it("a body slower than 1 kB/s gets 408", async () => {
    const receiver = await receive({ timeout: 600_000 });
    const { hostname, port } = new URL(receiver.url);
    const head = "POST /webhooks HTTP/1.1\r\nHost: a\r\nContent-Length: 200000\r\n\r\n";
    const socket = net.connect(Number(port), hostname);
    let answer = "";
    socket.on("data", (data) => (answer += data.toString())).on("error", () => {});
    await once(socket, "connect");
    socket.write(head);
    const trickle = setInterval(() => socket.write("x"), 20);
    await once(socket, "close");
    clearInterval(trickle);
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(receiver.counts().refused).toEqual({ too_slow: 1 });
  });

  /** Opens connections from an address, and sends a text on each. @returns the number of open connections. */
  async function open(url: string, count: number, localAddress: string, text: string): Promise<() => number> {
    const { hostname, port } = new URL(url);
    const sockets = Array.from({ length: count }, () =>
      net.connect({ host: hostname, port: Number(port), localAddress }).on("error", () => {}),
    );
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    await Promise.all(sockets.map((socket) => once(socket, "connect")));
    // The server has begun with a request once it answers that the client may continue.
    const isBegun = sockets.map((socket) => Promise.race([once(socket, "data"), once(socket, "close")]));
    for (const socket of sockets) if (text !== "") socket.write(text);
    if (text !== "") await Promise.all(isBegun);
    return () => sockets.filter(({ closed }) => !closed).length;
  }

  const SLOW =
    "POST /webhooks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n";

  it("a thousand unfinished bodies from four addresses do not block a delivery", async () => {
    const receiver = await receive({ timeout: 600_000 });
    const slow: (() => number)[] = [];
    for (const host of [2, 3, 4, 5]) slow.push(await open(receiver.url, 250, `127.0.0.${host}`, SLOW));
    const left = (): number => slow.reduce((sum, count) => sum + count(), 0);
    await waitUntil(() => left() <= 100, "the end of all but 100 bodies");
    for (let number = 0; number < 20; number += 1) {
      const body = numbered(number);
      const agent = new http.Agent({ localAddress: "127.0.0.1" });
      expect((await send(receiver.url, signed(body), body, agent)).status).toBe(202);
    }
  });

  it("a full server first closes unfinished bodies of the busiest sender", async () => {
    const receiver = await receive({ timeout: 600_000 });
    const idle: (() => number)[] = [];
    for (const host of [2, 3, 4, 5]) idle.push(await open(receiver.url, 247, `127.0.0.${host}`, ""));
    const one = await open(receiver.url, 1, "127.0.0.6", SLOW);
    const many = await open(receiver.url, 11, "127.0.0.7", SLOW);
    const later = await open(receiver.url, 10, "127.0.0.8", "");
    await waitUntil(() => many() === 1, "ten replaced bodies");
    expect([one(), later(), ...idle.map((count) => count())]).toEqual([1, 10, 247, 247, 247, 247]);
  });

  it("unfinished bodies share a memory limit", async () => {
    const receiver = await receive();
    const { hostname, port } = new URL(receiver.url);
    const head = "POST /webhooks HTTP/1.1\r\nHost: a\r\nContent-Length: 262144\r\n\r\n";
    const sockets: net.Socket[] = [];
    const answers: string[] = [];
    while (answers.length === 0 && sockets.length < 200) {
      const socket = net.connect(Number(port), hostname, () => socket.write(head + "x".repeat(262_143)));
      socket.on("data", (data) => void answers.push(data.toString()));
      socket.on("error", () => {});
      sockets.push(socket);
      await new Promise((resolve) => socket.once("connect", resolve));
    }
    await waitUntil(() => answers.length > 0, "the refusal");
    for (const socket of sockets) socket.destroy();
    expect(answers[0]).toMatch(/^HTTP\/1.1 503 /);
    expect(receiver.counts().refused.not_kept).toBeGreaterThan(0);
    await waitUntil(async () => (await deliver(receiver.url, numbered(1))) === 202, "room");
  });

  it("a verified delivery gets 429 if its sender exceeded the rate limit", async () => {
    const limits = new SenderLimits({ monotonic: () => 0 });
    while (limits.accept("127.0.0.1") === 0);
    const receiver = await receive({ limits, trusted: trustedProxies(["127.0.0.1"]) });
    const body = envelope();
    const answered = await send(receiver.url, signed(body), body);
    expect([answered.status, answered.headers["retry-after"], receiver.events]).toEqual([429, "1", []]);
    expect(receiver.counts()).toEqual({ accepted: 0, refused: { too_many: 1 } });
    // The rate limit applies to that sender alone.
    const other: [string, string] = ["X-Forwarded-For", "10.0.0.9"];
    expect((await send(receiver.url, [...signed(body), other], body)).status).toBe(202);
    expect(receiver.events).toHaveLength(1);
  });

  it("a delivery gets 503 until the collector can pass it on", async () => {
    let isReady = false;
    const accept = (): boolean => {
      if (!isReady) throw new Error("the journal is not open yet");
      return true;
    };
    const receiver = await receive({ accept });
    expect(await deliver(receiver.url, numbered(1))).toBe(503);
    isReady = true;
    expect(await deliver(receiver.url, numbered(1))).toBe(202);
    expect(receiver.counts()).toEqual({ accepted: 1, refused: { not_kept: 1 } });
  });
});
