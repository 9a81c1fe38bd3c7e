import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { systemClock } from "../../../electron/base/clock.ts";
import { Deliveries } from "../../../electron/features/webhooks/receiver/deliveries.ts";
import { trustedProxies, SenderLimits } from "../../../electron/features/webhooks/receiver/sender.ts";
import type { WebhookEvent } from "../../../shared/features/webhooks/webhook-events.ts";
import { makeReadOnly } from "../../helpers/read-only.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { envelope, SECRET, STANDARD } from "../../unit/electron/features/webhooks/support.ts";
import { addToken } from "../../helpers/relay-under-test.ts";
import { deliver, numbered, receive, send, signed, subscribe, withStore } from "./support.ts";

/** Sends bytes, and resolves with all that comes back until the connection ends. */
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

const keptIn = (file: string): readonly WebhookEvent[] =>
  withStore(file, (store) => store.after(0, 9).events.map(({ json }) => JSON.parse(json) as WebhookEvent));

describe("a delivery", () => {
  it("a valid delivery is stored, forwarded without its body and answered with 202", async () => {
    const { receiver, file } = await receive();
    const body = envelope({ data: { id: "itm_1", name: "CanaryOfTheBody" } });
    const answered = await send(`${receiver.url}/webhooks`, "POST", signed(body), body);
    expect([answered.status, answered.body]).toEqual([202, ""]);
    expect(keptIn(file)).toMatchObject([{ id: "evt_1", resource: "items", resourceId: "itm_1" }]);
    expect(receiver.counts()).toEqual({ accepted: 1, refused: {}, subscribers: 0 });
    await receiver.close();
    const folder = path.dirname(file);
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of fs.readdirSync(folder)) {
      expect(fs.statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
      const bytes = fs.readFileSync(path.join(folder, name)).toString("latin1");
      for (const secret of ["CanaryOfTheBody", SECRET, SECRET.slice(6), "CanaryOfTheWebhooks"])
        expect(bytes).not.toContain(secret);
    }
  });

  it("a delivery that cannot be verified is answered with 401 without details, and counted by its reason", async () => {
    const { receiver, file } = await receive();
    const body = envelope();
    const cases: readonly [string, readonly (readonly [string, string])[]][] = [
      ["nothing signed", []],
      ["another body", signed(numbered(2))],
      ["an old time", signed(body, "msg", Date.now() - 600_000)],
      ["an id twice", [...signed(body), ["Webhook-Id", "msg"]]],
    ];
    const answers = [];
    for (const [, headers] of cases)
      answers.push(await send(`${receiver.url}/webhooks`, "POST", headers, body));
    for (const { status, headers, body: text } of answers) {
      expect([status, text]).toEqual([401, ""]);
      expect(Object.keys(headers)).toEqual(Object.keys(answers[0]?.headers ?? {}));
    }
    expect(receiver.counts()).toMatchObject({
      accepted: 0,
      refused: { no_signature: 1, bad_signature: 2, old_timestamp: 1 },
    });
    await receiver.close();
    expect(withStore(file, (store) => store.after(0, 9).events)).toEqual([]);
  });

  it("a repeated delivery is answered with 202 and forwarded only once", async () => {
    const { receiver, file } = await receive();
    const statuses = [await deliver(receiver.url, numbered(1))];
    statuses.push(...(await Promise.all([1, 1, 2].map((number) => deliver(receiver.url, numbered(number))))));
    expect(statuses).toEqual([202, 202, 202, 202]);
    expect(keptIn(file).map(({ id }) => id)).toEqual(["evt_1", "evt_2"]);
    expect(receiver.counts()).toMatchObject({ accepted: 2, refused: { repeated: 2 } });
  });

  it("a delivery of another company is answered with 202 and not forwarded; a delivery without a company is forwarded", async () => {
    const { receiver } = await receive({ companyId: "com_1" });
    const bodies = [
      envelope({ companyId: "com_2" }),
      envelope({ eventId: "b", companyId: undefined }),
      numbered(1),
    ];
    for (const body of bodies) expect(await deliver(receiver.url, body)).toBe(202);
    expect(receiver.counts()).toMatchObject({ accepted: 2, refused: { other_company: 1 } });
  });

  it.each([
    ["not JSON", Buffer.from("{")],
    ["an event of an unknown type", envelope({ type: "billing.invoice.paid" })],
    ["nested too deeply", Buffer.from("[".repeat(100_000))],
    ["empty", Buffer.alloc(0)],
  ])("a delivery whose body is %s is stored", async (_what, body) => {
    const { receiver } = await receive();
    expect(await deliver(receiver.url, body)).toBe(202);
    expect(receiver.counts().accepted).toBe(1);
  });
});

describe("limits that apply before a delivery is read", () => {
  it("a receiver accepts a body of 256 kB and refuses a larger body with 413", async () => {
    const { receiver } = await receive();
    const largest = Buffer.alloc(256 * 1024, 32);
    expect(await deliver(receiver.url, largest)).toBe(202);
    const larger = Buffer.alloc(256 * 1024 + 1, 32);
    expect(await deliver(receiver.url, larger)).toBe(413);
    const piece = `10000\r\n${"x".repeat(65_536)}\r\n`;
    const chunked = `POST /webhooks HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${piece.repeat(5)}`;
    expect(await exchange(receiver.url, chunked)).toMatch(/^HTTP\/1.1 413 /);
    expect(receiver.counts()).toMatchObject({ accepted: 1, refused: { too_large: 2 } });
  });

  it("a receiver disconnects a sender that is slow with its headers or its body, with status 408", async () => {
    const { receiver } = await receive({ times: { headers: 300, body: 300 } });
    const slow = [
      "POST /webhooks HTTP/1.1\r\nHost: a\r\nX-",
      "POST /webhooks HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nab",
    ];
    for (const text of slow) expect(await exchange(receiver.url, text)).toMatch(/^HTTP\/1.1 408 /);
    expect(receiver.counts().refused).toEqual({ too_slow: 2 });
  });

  it.each([
    ["the service's delivery through the same untrusted proxy is accepted", [], "10.0.0.1"],
    ["another sender's delivery through a trusted proxy is accepted", ["127.0.0.1"], "10.0.0.2"],
    ["the same sender's genuine delivery through a trusted proxy is accepted", ["127.0.0.1"], "10.0.0.1"],
  ])("forged deliveries are soon answered with 429, and %s", async (_where, named, sender) => {
    const { receiver } = await receive({ trusted: trustedProxies(named) });
    const from = (address: string): [string, string] => ["X-Forwarded-For", `1.1.1.1, ${address}`];
    const statuses = new Set<number>();
    for (let turn = 0; turn < 4; turn += 1) {
      const guesses = Array.from({ length: 100 }, () =>
        send(`${receiver.url}/webhooks`, "POST", [["Webhook-Signature", "v1,x"], from("10.0.0.1")]),
      );
      for (const { status, headers } of await Promise.all(guesses)) {
        statuses.add(status);
        if (status === 429) expect(headers["retry-after"]).toBe("1");
      }
    }
    expect(statuses).toEqual(new Set([401, 429]));
    const body = numbered(1);
    const headers = [...signed(body), from(sender)];
    expect((await send(`${receiver.url}/webhooks`, "POST", headers, body)).status).toBe(202);
    expect(receiver.counts().refused.too_many).toBeGreaterThan(0);
  });

  it("a thousand idle connections from one address, and then from many addresses, do not block a delivery", async () => {
    for (const named of [[], ["127.0.0.0/8"]]) {
      const { receiver } = await receive({ trusted: trustedProxies(named) });
      const { hostname, port } = new URL(receiver.url);
      const sockets = Array.from({ length: 1_050 }, () =>
        net.connect(Number(port), hostname).on("error", () => {}),
      );
      onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
      await Promise.all(sockets.map((socket) => once(socket, "connect")));
      const body = numbered(1);
      // The service's own connections come from elsewhere: an idle one of a named proxy makes room.
      const localAddress = named.length === 0 ? "127.0.0.2" : "127.0.0.1";
      const agent = new http.Agent({ localAddress });
      expect((await send(`${receiver.url}/webhooks`, "POST", signed(body), body, agent)).status).toBe(202);
    }
  });

  it("unfinished bodies of many senders use at most the reserved memory, and the next body is answered with 503", async () => {
    const { receiver } = await receive();
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

  it("a verified delivery is answered with 429 and not stored if its sender has used up its rate", async () => {
    const limits = new SenderLimits({ monotonic: () => 0 });
    let used = 0;
    while (limits.accept("busy") === 0) used += 1;
    expect(used).toBeGreaterThan(0);
    const kept: unknown[] = [];
    const append = async (event: WebhookEvent): Promise<boolean> => kept.push(event) > 0;
    const options = { scheme: STANDARD, secrets: [SECRET] };
    const deliveries = new Deliveries(options, limits, systemClock, append, 5_000);
    const server = http.createServer(
      (request, response) => void deliveries.take(request, response, (request.url ?? "").slice(1)),
    );
    onTestFinished(() => void server.close());
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`;
    const body = envelope();
    const answered = await send(`${url}/busy`, "POST", signed(body), body);
    expect([answered.status, answered.headers["retry-after"], kept]).toEqual([429, "1", []]);
    expect(deliveries.counts()).toEqual({ accepted: 0, refused: { too_many: 1 } });
    // The rate is that of the sender alone.
    expect((await send(`${url}/other`, "POST", signed(body), body)).status).toBe(202);
    expect(kept).toHaveLength(1);
  });

  it("a receiver answers only its own paths and their methods", async () => {
    const { receiver } = await receive();
    const status = async (method: string, where: string): Promise<unknown> => {
      const { status, headers } = await send(receiver.url + where, method);
      return [status, headers.allow];
    };
    expect(await status("GET", "/")).toEqual([404, undefined]);
    expect(await status("GET", "/constructor")).toEqual([404, undefined]);
    expect(await status("GET", "/webhooks")).toEqual([405, "POST"]);
    expect(await status("POST", "/events")).toEqual([405, "GET"]);
    expect(await status("DELETE", "/health")).toEqual([405, "GET"]);
    expect(await send(`${receiver.url}/health`, "GET")).toMatchObject({ status: 200, body: "{}" });
  });
});

describe("the event log", () => {
  it("a delivery that cannot be stored is answered with 503; deliveries are accepted again when the log can be written", async () => {
    const { receiver, file } = await receive();
    expect(await deliver(receiver.url, numbered(1))).toBe(202);
    const undo = makeReadOnly(file);
    if (!undo) return;
    try {
      expect(await deliver(receiver.url, numbered(2))).toBe(503);
    } finally {
      undo();
    }
    expect(await deliver(receiver.url, numbered(2))).toBe(202);
    expect(receiver.counts()).toMatchObject({ accepted: 2, refused: { not_kept: 1 } });
  });

  it("the event log keeps a limited number of events for a limited number of days", async () => {
    const file = path.join(await temporaryFolder(), "events.sqlite");
    const now = Date.now();
    withStore(file, (store) => {
      const append = (from: number, until: number, receivedAt: number): void => {
        const numbers = Array.from({ length: until - from }, (_, at) => from + at);
        store.append(numbers.map((number) => ({ id: `evt_${number}`, receivedAt, json: "{}" })));
      };
      append(0, 6_000, now - 8 * 86_400_000);
      append(6_000, 6_020, now);
    });
    const numbersIn = (): number[] =>
      withStore(file, (store) => store.after(0, 9_999).events.map(({ number }) => number));
    const { receiver } = await receive({ file });
    await receiver.close();
    expect(numbersIn()).toEqual(Array.from({ length: 20 }, (_, at) => 6_001 + at));
    const again = await receive({ file, retention: { days: 7, events: 5 } });
    await again.receiver.close();
    expect(numbersIn()).toEqual([6_016, 6_017, 6_018, 6_019, 6_020]);
    expect(withStore(file, (store) => store.after(0, 1))).toMatchObject({ pruned: 6_015, newest: 6_020 });
  });

  it("the event log never assigns a number twice, even after all events were removed", async () => {
    const file = path.join(await temporaryFolder(), "events.sqlite");
    withStore(file, (store) => {
      const event = (id: string) => ({ id, receivedAt: 1, json: "{}" });
      // One that is known may use a number up.
      expect(store.append([event("a"), event("a"), event("b")])).toEqual([1, null, 3]);
      expect(store.prune(Number.MAX_SAFE_INTEGER, 9)).toBe(true);
      expect(store.prune(Number.MAX_SAFE_INTEGER, 9)).toBe(false);
      expect(store.append([event("a")])).toEqual([4]);
      expect(store.after(0, 9)).toMatchObject({ pruned: 3, newest: 4, events: [{ number: 4 }] });
    });
  });
});

describe("a receiver", () => {
  it.each([
    ["it has no secret", []],
    ["its secret is empty", [""]],
    ["its secret is not base64", ["CanaryThatIsNot!Base64"]],
    ["it has six secrets", Array.from({ length: 6 }, () => SECRET)],
  ])("a receiver does not start if %s", async (_what, secrets) => {
    const starting = receive({ secrets });
    await expect(starting).rejects.toMatchObject({ error: { kind: "invalid_input" } });
    await expect(starting).rejects.not.toThrow(/Canary/);
  });

  it("a closed receiver releases its address", async () => {
    const { receiver, file } = await receive();
    const reader = await subscribe(receiver.url, addToken(file));
    await receiver.close();
    await waitUntil(() => reader.isClosed(), "the stream's end");
    await expect(deliver(receiver.url, numbered(1))).rejects.toMatchObject({ code: "ECONNREFUSED" });
  });
});
