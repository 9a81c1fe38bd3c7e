import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { systemClock, type Clock } from "../../../electron/base/clock.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import {
  RelaySubscriber,
  type SubscriberOptions,
} from "../../../electron/features/webhooks/relay-subscriber.ts";
import type { WebhookEvent, RefusalCounts } from "../../../shared/features/webhooks/webhook-events.ts";
import { manualClock } from "../../helpers/manual-clock.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { addToken } from "../../helpers/relay-under-test.ts";
import { deliverAll, idsOf, numbered, receive, send, withStore } from "./support.ts";

/** A subscriber of the running test, and its reports so far. */
interface Followed {
  readonly subscriber: RelaySubscriber;
  /** The headers of its requests. */
  readonly requests: Readonly<Record<string, string>>[];
  /** The ids of events, and "gap". */
  readonly heard: string[];
  readonly places: string[];
  readonly refused: RefusalCounts[];
  readonly states: string[];
  readonly problem: string | null;
  isLive(): boolean;
  hears(count: number): Promise<void>;
}

function follow(url: string, options: Partial<SubscriberOptions> = {}): Followed {
  const requests: Followed["requests"] = [];
  const [heard, places, states]: [string[], string[], string[]] = [[], [], []];
  const refused: RefusalCounts[] = [];
  let problem: string | null = null;
  const subscriber = new RelaySubscriber({
    url,
    token: "token",
    fetch: (asked, init) => {
      requests.push(init.headers);
      return nodeFetch(asked, init);
    },
    clock: systemClock,
    place: null,
    onEvent: ({ id }, place) => {
      heard.push(id);
      places.push(place);
    },
    onGap: () => void heard.push("gap"),
    onRefused: (counts) => void refused.push(counts),
    onState: (state, said) => {
      if (states.at(-1) !== state) states.push(state);
      problem = said;
    },
    ...options,
  });
  onTestFinished(() => subscriber.close());
  return {
    subscriber,
    requests,
    heard,
    places,
    refused,
    states,
    get problem() {
      return problem;
    },
    isLive: () => states.at(-1) === "live",
    hears: (count) => waitUntil(() => heard.length >= count, `${count} events`),
  };
}

/** A server of the running test that is no relay. @returns its address, and what it was asked. */
async function pretend(
  answer: http.RequestListener,
): Promise<{ readonly url: string; readonly requests: http.IncomingMessage[] }> {
  const requests: http.IncomingMessage[] = [];
  const server = http.createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const STREAM = { "content-type": "text/event-stream" };
const change = (id: string, more: Partial<Record<keyof WebhookEvent, unknown>> = {}): string =>
  JSON.stringify({
    id,
    type: "inventory.item.updated",
    resource: "items",
    resourceId: "itm_1",
    occurredAt: null,
    receivedAt: "2026-03-01T12:00:00.000Z",
    ...more,
  });

describe("a subscriber", () => {
  it("a subscriber continues from its place and loses no event while a relay is unreachable", async () => {
    const first = await receive();
    const token = addToken(first.file);
    const clock = manualClock(undefined, 1);
    const followed = follow(first.receiver.url, { token, clock });
    await waitUntil(() => followed.isLive(), "the stream");
    await deliverAll(first.receiver.url, 0, 3);
    await followed.hears(3);
    const port = Number(new URL(first.receiver.url).port);
    await first.receiver.close();
    await waitUntil(() => clock.sleeping === 1, "the wait before it connects again");
    expect(followed.states).toEqual(["connecting", "live", "failed"]);
    const between = await receive({ file: first.file });
    await deliverAll(between.receiver.url, 3, 6);
    await between.receiver.close();
    const { receiver } = await receive({ file: first.file, port });
    await clock.advance(1_000);
    await followed.hears(6);
    await deliverAll(receiver.url, 6, 8);
    await followed.hears(8);
    expect(followed.heard).toEqual(idsOf(0, 8));
    expect(followed.requests.map((headers) => headers["Last-Event-ID"])).toEqual([
      undefined,
      followed.places[2],
    ]);
    expect([followed.states.at(-1), followed.problem]).toEqual(["live", null]);
  });

  it("a subscriber starts after a given place, as after a restart of the app", async () => {
    const { receiver, file } = await receive();
    const token = addToken(file);
    await deliverAll(receiver.url, 0, 4);
    const { log } = withStore(file, (store) => store.describe());
    const followed = follow(receiver.url, { token, place: `${log}-2` });
    await followed.hears(2);
    expect(followed.heard).toEqual(idsOf(2, 4));
    expect(followed.places).toEqual([`${log}-3`, `${log}-4`]);
  });

  it("a subscriber doubles its wait after each failure, up to a minute, and resets it when events arrive", async () => {
    const { receiver, file } = await receive();
    const port = Number(new URL(receiver.url).port);
    const token = addToken(file);
    await receiver.close();
    const manual = manualClock();
    const waits: number[] = [];
    // Of the chance, 0 is the least wait: half of the longest.
    const clock: Clock = {
      ...manual,
      sleep: (milliseconds, signal) => {
        waits.push(milliseconds);
        return manual.sleep(milliseconds, signal);
      },
    };
    const isAsleep = (): Promise<void> =>
      waitUntil(() => manual.sleeping === 1, "the wait before it connects again");
    const followed = follow(receiver.url, { token, clock });
    for (let failure = 0; failure < 8; failure += 1) {
      await isAsleep();
      expect(followed.requests).toHaveLength(failure + 1);
      await manual.advance(waits.at(-1) ?? 0);
    }
    expect(waits.slice(0, 8)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
    expect(followed.problem).toContain("refused the connection");
    await isAsleep();
    const again = await receive({ file, port });
    await manual.advance(60_000);
    await waitUntil(() => followed.isLive(), "the stream");
    await again.receiver.close();
    await isAsleep();
    expect(waits.slice(8)).toEqual([30_000, 500]);
  });

  it("a subscriber tries once an hour if the relay refuses its token", async () => {
    const { receiver } = await receive();
    const clock = manualClock();
    const followed = follow(receiver.url, { token: "wrong", clock });
    await waitUntil(() => followed.states.at(-1) === "refused", "the refusal");
    await clock.advance(59 * 60_000);
    expect(followed.requests.length).toBe(1);
    await clock.advance(60_000);
    await waitUntil(() => followed.requests.length === 2, "another request");
    expect(followed.problem).toContain("does not accept this token");
    expect(followed.problem).not.toContain("wrong");
  });

  it("a subscriber ends if its token is removed while it reads", async () => {
    const { receiver, file } = await receive({ times: { tokens: 10 } });
    const clock = manualClock();
    const followed = follow(receiver.url, { token: addToken(file), clock });
    await waitUntil(() => followed.isLive(), "the stream");
    withStore(file, (store) => store.removeToken("desk"));
    await waitUntil(() => clock.sleeping === 1, "the end of the stream");
    await clock.advance(1_000);
    await waitUntil(() => followed.states.at(-1) === "refused", "the refusal");
    expect(followed.requests).toHaveLength(2);
  });

  it("a subscriber reports a gap, and receives the events that are still stored", async () => {
    const { receiver, file } = await receive();
    await deliverAll(receiver.url, 0, 2);
    const followed = follow(receiver.url, { token: addToken(file), place: "00112233445566-7" });
    await followed.hears(3);
    expect(followed.heard).toEqual(["gap", "evt_0", "evt_1"]);
  });

  it("a subscriber reports refused deliveries", async () => {
    const { receiver, file } = await receive({ times: { status: 30 } });
    const followed = follow(receiver.url, { token: addToken(file) });
    await send(`${receiver.url}/webhooks`, "POST", [], numbered(0));
    await waitUntil(() => followed.refused.at(-1)?.no_signature === 1, "the refusal");
    expect(followed.heard).toEqual([]);
  });

  it("a subscriber closes at once while it connects, reads or waits", async () => {
    const silent = await pretend((_request, response) => response.writeHead(200, STREAM).flushHeaders());
    const reading = follow(silent.url);
    await waitUntil(() => silent.requests.length === 1, "the request");
    await reading.subscriber.close();
    const clock = manualClock();
    const waiting = follow("http://127.0.0.1:1", { clock });
    await waitUntil(() => clock.sleeping === 1, "the wait");
    await waiting.subscriber.close();
    await follow(silent.url).subscriber.close();
    expect([reading.states, waiting.states]).toEqual([["connecting"], ["connecting", "failed"]]);
  });
});

describe("a relay that is silent", () => {
  it("a subscriber treats a silent relay as lost, whether the stream has started or not", async () => {
    let closed = 0;
    const begun = await pretend((request, response) => {
      request.socket.on("close", () => (closed += 1));
      response.writeHead(200, STREAM).flushHeaders();
    });
    const server = net.createServer((socket) => {
      socket.on("error", () => {}).on("close", () => (closed += 1));
      socket.resume();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    for (const [at, url] of [begun.url, `http://127.0.0.1:${port}`].entries()) {
      const clock = manualClock();
      const followed = follow(url, { clock, silence: 50 });
      await waitUntil(() => clock.sleeping === 1, "the end of patience");
      expect(followed.states).toEqual(["connecting", "failed"]);
      expect(followed.problem).toBe("The server did not answer in time.");
      await waitUntil(() => closed === at + 1, "the end of the connection");
      await clock.advance(1_000);
      await waitUntil(() => followed.requests.length === 2, "another request");
      await followed.subscriber.close();
      await waitUntil(() => closed === at + 2, "the end of the second connection");
      closed = at + 1;
    }
  });

  it("a subscriber waits 45 seconds before it treats a silent relay as lost", async () => {
    const { url, requests } = await pretend((_request, response) =>
      response.writeHead(200, STREAM).flushHeaders(),
    );
    // The timers of sockets are others.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const clock = manualClock();
    const followed = follow(url, { clock });
    const soon = (holds: () => boolean): Promise<void> => vi.waitFor(() => expect(holds()).toBe(true));
    await soon(() => requests.length === 1);
    vi.advanceTimersByTime(44_000);
    expect(clock.sleeping).toBe(0);
    vi.advanceTimersByTime(1_000);
    await soon(() => clock.sleeping === 1);
    expect(followed.states).toEqual(["connecting", "failed"]);
  });

  it("a subscriber keeps the connection to a relay that sends heartbeats", async () => {
    let beats = 0;
    const { url, requests } = await pretend((request, response) => {
      response.writeHead(200, STREAM);
      const timer = setInterval(() => {
        beats += 1;
        response.write('event: status\ndata: {"refused":{}}\n\n');
      }, 50);
      request.socket.on("close", () => clearInterval(timer));
    });
    const followed = follow(url, { silence: 1_000 });
    await waitUntil(() => beats === 30, "the beats");
    expect([requests.length, followed.states]).toEqual([1, ["connecting", "live"]]);
  });
});

describe("an answer that is not a relay's stream", () => {
  it("a subscriber does not follow a redirect, and the target never receives the token", async () => {
    const target = await pretend((_request, response) => response.writeHead(200, STREAM).flushHeaders());
    const { url, requests } = await pretend((_request, response) =>
      response.writeHead(307, { location: `${target.url}/events` }).end(),
    );
    const clock = manualClock();
    const followed = follow(url, { clock });
    await waitUntil(() => clock.sleeping === 1, "the failure");
    expect([requests.length, target.requests.length]).toEqual([1, 0]);
    expect(followed.problem).toContain("redirect");
  });

  it.each([
    [200, { "content-type": "text/html" }, "<p>Sign in</p>"],
    [404, STREAM, "event: change\ndata: {}\n\n"],
    [204, {}, ""],
  ] as const)(
    "a subscriber treats an answer with status %i and %j as a failure",
    async (status, headers, body) => {
      const { url } = await pretend((_request, response) => response.writeHead(status, headers).end(body));
      const clock = manualClock();
      const followed = follow(url, { clock });
      await waitUntil(() => clock.sleeping === 1, "the failure");
      expect(followed.states).toEqual(["connecting", "failed"]);
      expect(followed.problem).toBe(
        `The relay answered with status ${status} instead of a stream of events. Check its URL.`,
      );
    },
  );

  it("a subscriber ends the connection if a line has no end, before the line takes much memory", async () => {
    let [written, isClosed] = [0, false];
    const { url } = await pretend((request, response) => {
      request.socket.on("close", () => (isClosed = true));
      response.writeHead(200, STREAM).write("data: ");
      const piece = Buffer.alloc(64 * 1024, "x");
      const go = (): void => {
        if (isClosed) return;
        // Until the socket takes no more.
        while (response.write(piece)) written += piece.length;
        response.once("drain", go);
      };
      go();
    });
    const clock = manualClock();
    const followed = follow(url, { clock });
    await waitUntil(() => clock.sleeping === 1 && isClosed, "the end of the connection");
    // What the system buffers between the two is in it.
    expect(written).toBeLessThan(32 * 1024 * 1024);
    expect([followed.heard, followed.states.at(-1)]).toEqual([[], "failed"]);
  });
});

describe("malformed events", () => {
  it("malformed events are ignored, and valid events next to them still take effect", async () => {
    const pieces = [
      `event: change\ndata: ${change("without a place")}\n\n`,
      "id: log-1\nevent: change\ndata: {half\n\n",
      "id: log-2\nevent: change\ndata: null\n\n",
      `id: log-4\nevent: change\ndata: ${change("x".repeat(201))}\n\n`,
      `id: log-5\nevent: change\ndata: ${change("e", { resource: "users" })}\n\n`,
      `id: log-6\nevent: change\ndata: ${change("f", { receivedAt: "yesterday" })}\n\n`,
      `id: log-7\nevent: other\ndata: ${change("g")}\n\n`,
      `id: log-8\ndata: ${change("h")}\n\n`,
      'id: log-9\nevent: status\ndata: {"refused":{"bad_signature":"many"}}\n\n',
      "event: status\ndata: []\n\n",
      "\u0000nonsense\n:comment\nretry: 1\n\n\n",
      `id: log-10\nevent: change\ndata: ${change("good")}\n\n`,
    ];
    const { url } = await pretend((_request, response) =>
      response.writeHead(200, STREAM).write(pieces.join("")),
    );
    const followed = follow(url);
    await followed.hears(1);
    expect([followed.heard, followed.places, followed.refused]).toEqual([["good"], ["log-10"], []]);
    expect(followed.isLive()).toBe(true);
  });

  it("events of a later version take effect without their unknown parts", async () => {
    const refused =
      '{"refused":{"bad_signature":2,"another_reason":3,"counts":{"a":1},"constructor":1},"more":1}';
    const { url } = await pretend((_request, response) =>
      response
        .writeHead(200, STREAM)
        .write(
          `event: status\ndata: ${refused}\n\nid: log-1\nevent: change\ndata: ${change("a", { name: "A name" } as never)}\n\n`,
        ),
    );
    const events: WebhookEvent[] = [];
    const followed = follow(url, { onEvent: (event) => void events.push(event) });
    await waitUntil(() => events.length === 1, "the event");
    expect(events[0]).toEqual(JSON.parse(change("a")));
    expect(followed.refused).toEqual([{ bad_signature: 2 }]);
  });

  it.each([
    ["too long", "x".repeat(50_000)],
    ["of other letters", "täglich-1"],
    ["with a control character", "a\u0001b"],
  ])(
    "an event whose place is not valid in a header (%s) does not prevent the next connection",
    async (_what, place) => {
      const { url, requests } = await pretend((_request, response) =>
        response
          .writeHead(200, STREAM)
          .end(
            `id: log-1\nevent: status\ndata: {"refused":{}}\n\nid: ${place}\nevent: change\ndata: ${change("a")}\n\n`,
          ),
      );
      const clock = manualClock();
      follow(url, { clock });
      await waitUntil(() => clock.sleeping === 1, "the end of the stream");
      await clock.advance(1_000);
      await waitUntil(() => requests.length === 2, "another request");
      expect(requests[1]?.headers["last-event-id"]).toBe("log-1");
    },
  );
});
