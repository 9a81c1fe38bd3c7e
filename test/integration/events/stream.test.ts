import http from "node:http";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { webhookEventSchema } from "../../../shared/features/webhooks/webhook-events.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { addToken } from "../../helpers/relay-under-test.ts";
import {
  deliver,
  deliverAll,
  idsOf,
  numbered,
  receive,
  send,
  subscribe,
  withStore,
  type Workstation,
} from "./support.ts";

/** The kinds of what a workstation got, with their ids. */
const kindsOf = ({ messages }: Workstation): (readonly [string | undefined, string | undefined])[] =>
  messages.map(({ event, id }) => [event, id?.replace(/^[0-9a-f]{16}-/, "")]);
/** Fills a log before its receiver starts. */
function fill(file: string, from: number, until: number, receivedAt = Date.now()): void {
  withStore(file, (store) => {
    const numbers = Array.from({ length: until - from }, (_, at) => from + at);
    const event = (id: string) => ({
      id,
      type: "inventory.item.updated",
      resource: "items",
      resourceId: id,
      occurredAt: null,
      receivedAt: new Date(receivedAt).toISOString(),
    });
    store.append(
      numbers.map((number) => ({
        id: `evt_${number}`,
        receivedAt,
        json: JSON.stringify(event(`evt_${number}`)),
      })),
    );
  });
}
const newFile = async (): Promise<string> => path.join(await temporaryFolder(), "events.sqlite");

describe("the stream", () => {
  it("the stream starts with a status that contains the place, and then sends new events", async () => {
    const { receiver, file } = await receive();
    await deliverAll(receiver.url, 0, 2);
    const reader = await subscribe(receiver.url, addToken(file));
    expect(reader.headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    await waitUntil(() => reader.messages.length > 0, "the first status");
    await deliverAll(receiver.url, 2, 4);
    await reader.waitFor(2);
    expect(kindsOf(reader)).toEqual([
      ["status", "2"],
      ["change", "3"],
      ["change", "4"],
    ]);
    expect(reader.messages[0]?.data).toBe('{"refused":{}}');
    for (const { data } of reader.messages.slice(1))
      expect(webhookEventSchema.safeParse(JSON.parse(data)).success).toBe(true);
  });

  it("the stream reports the number of refused deliveries at intervals", async () => {
    const { receiver, file } = await receive({ times: { status: 30 } });
    const reader = await subscribe(receiver.url, addToken(file));
    await send(`${receiver.url}/webhooks`, "POST");
    await waitUntil(() => reader.messages.at(-1)?.data === '{"refused":{"no_signature":1}}', "the refusal");
    expect(new Set(reader.messages.map(({ event }) => event))).toEqual(new Set(["status"]));
  });

  it("the stream continues after the event that a workstation gives, also after a restart of the receiver", async () => {
    const first = await receive();
    const token = addToken(first.file);
    const reader = await subscribe(first.receiver.url, token);
    await deliverAll(first.receiver.url, 0, 5);
    await reader.waitFor(5);
    reader.leave();
    await deliverAll(first.receiver.url, 5, 8);
    await first.receiver.close();
    const { receiver } = await receive({ file: first.file });
    const again = await subscribe(receiver.url, token, reader.lastEventId());
    await again.waitFor(3);
    await deliverAll(receiver.url, 8, 10);
    await again.waitFor(5);
    expect(again.eventIds()).toEqual(idsOf(5, 10));
    expect(kindsOf(again)[0]).toEqual(["status", undefined]);
  });

  it("readers that catch up while events arrive get every event once and in order, whatever their starting place", async () => {
    const file = await newFile();
    fill(file, 0, 3_000);
    const { receiver } = await receive({ file });
    const token = addToken(file);
    const log = withStore(file, (store) => store.describe().log);
    const delivering = deliverAll(receiver.url, 3_000, 3_300);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 3_000 }), async (place) => {
        const reader = await subscribe(receiver.url, token, `${log}-${place}`);
        await reader.waitFor(3_300 - place);
        expect(reader.eventIds()).toEqual(idsOf(place, 3_300));
        reader.leave();
      }),
      { numRuns: 20 },
    );
    await delivering;
  });

  it("the stream reports a gap if old events were deleted, and sends the events that are still stored", async () => {
    const file = await newFile();
    fill(file, 0, 10, Date.now() - 8 * 86_400_000);
    fill(file, 10, 13);
    const { receiver } = await receive({ file });
    const token = addToken(file);
    const log = withStore(file, (store) => store.describe().log);
    const late = await subscribe(receiver.url, token, `${log}-9`);
    const inTime = await subscribe(receiver.url, token, `${log}-10`);
    await Promise.all([late.waitFor(3), inTime.waitFor(3)]);
    expect(kindsOf(late)).toEqual([
      ["gap", "10"],
      ["status", undefined],
      ["change", "11"],
      ["change", "12"],
      ["change", "13"],
    ]);
    expect(kindsOf(inTime).map(([kind]) => kind)).toEqual(["status", "change", "change", "change"]);
  });

  it.each(["00112233445566-2", "nonsense", "0-0-0", "-", "1".repeat(60)])(
    "the stream reports a gap after %s, because this place belongs to another log",
    async (place) => {
      const { receiver, file } = await receive();
      const reader = await subscribe(receiver.url, addToken(file), place);
      await waitUntil(() => reader.messages.length === 2, "gap and status");
      expect(kindsOf(reader)).toEqual([
        ["gap", "0"],
        ["status", undefined],
      ]);
      await deliver(receiver.url, numbered(0));
      await reader.waitFor(1);
      expect(reader.eventIds()).toEqual(["evt_0"]);
    },
  );

  it("the stream reports a gap after a number that its log has not reached, as after a restored backup", async () => {
    const { receiver, file } = await receive();
    await deliverAll(receiver.url, 0, 2);
    const { log } = withStore(file, (store) => store.describe());
    const reader = await subscribe(receiver.url, addToken(file), `${log}-77`);
    await reader.waitFor(2);
    expect(kindsOf(reader).map(([kind]) => kind)).toEqual(["gap", "status", "change", "change"]);
  });

  it("the stream delivers events to a hundred workstations in order", async () => {
    const { receiver, file } = await receive();
    const tokens = Array.from({ length: 100 }, (_, at) => addToken(file, `desk ${at}`));
    const readers = await Promise.all(tokens.map((token) => subscribe(receiver.url, token)));
    expect(receiver.counts().subscribers).toBe(100);
    await Promise.all(Array.from({ length: 10 }, (_, at) => deliverAll(receiver.url, at * 30, at * 30 + 30)));
    await Promise.all(readers.map((reader) => reader.waitFor(300)));
    const [first, ...others] = readers.map((reader) => reader.eventIds());
    expect(first?.toSorted()).toEqual(idsOf(0, 300).toSorted());
    for (const other of others) expect(other).toEqual(first);
  });
});

it("a receiver serves 500 workstations and asks any further workstation to try again later", async () => {
  const { receiver, file } = await receive();
  const tokens = Array.from({ length: 501 }, (_, at) => addToken(file, `desk ${at}`));
  const token = tokens.pop() ?? "";
  const readers = [];
  // All have the address of this machine, as an office behind one router has: each counts until it shows its token.
  for (let at = 0; at < 500; at += 100)
    readers.push(
      ...(await Promise.all(tokens.slice(at, at + 100).map((each) => subscribe(receiver.url, each)))),
    );
  const headers = [["Authorization", `Bearer ${token}`] as const];
  const late = await send(`${receiver.url}/events`, "GET", headers);
  expect([late.status, late.headers["retry-after"]]).toEqual([503, "30"]);
  readers[0]?.leave();
  await waitUntil(() => receiver.counts().subscribers === 499, "room");
  expect((await subscribe(receiver.url, token)).status).toBe(200);
});

it("a token has at most eight streams, and other tokens can still open streams", async () => {
  const { receiver, file } = await receive();
  const token = addToken(file);
  for (let stream = 0; stream < 8; stream += 1) await subscribe(receiver.url, token);
  const ninth = await send(`${receiver.url}/events`, "GET", [["Authorization", `Bearer ${token}`]]);
  expect([ninth.status, ninth.headers["retry-after"]]).toEqual([429, "30"]);
  expect((await subscribe(receiver.url, addToken(file, "other desk"))).status).toBe(200);
});

describe("a workstation that reads slowly", () => {
  it("a workstation that pauses gets all events in order when it reads again", async () => {
    const file = await newFile();
    const { receiver } = await receive({ file });
    const slow = await subscribe(receiver.url, addToken(file));
    slow.response.pause();
    // More than the system and the receiver buffer for it.
    const big = (number: number): Buffer => Buffer.from(JSON.stringify(bigEvent(number)));
    await deliverMany(receiver.url, 4_000, big);
    slow.response.resume();
    // More comes while it catches up.
    await deliverMany(receiver.url, 400, (number) => big(4_000 + number));
    await slow.waitFor(4_400);
    const places = slow.messages.flatMap(({ event, id }) =>
      event === "change" ? [Number(id?.split("-")[1])] : [],
    );
    expect(places).toEqual(Array.from({ length: 4_400 }, (_, at) => at + 1));
    expect(slow.isClosed()).toBe(false);
  });

  it("a workstation that stops reading is disconnected, does not disturb other workstations, and catches up when it connects again", async () => {
    const { receiver, file } = await receive({ times: { stall: 200 } });
    const token = addToken(file);
    const [slow, other] = [await subscribe(receiver.url, token), await subscribe(receiver.url, token)];
    await deliver(receiver.url, numbered(0));
    await slow.waitFor(1);
    slow.response.pause();
    const big = (number: number): Buffer => Buffer.from(JSON.stringify(bigEvent(number + 1)));
    let sent = 0;
    while (receiver.counts().subscribers === 2) {
      if (sent > 40_000) throw new Error("was never dropped");
      await deliverMany(receiver.url, 1_000, (number) => big(sent + number));
      sent += 1_000;
    }
    await other.waitFor(1 + sent);
    const again = await subscribe(receiver.url, token, slow.lastEventId());
    await again.waitFor(sent);
    expect(again.eventIds()).toEqual(other.eventIds().slice(1));
  });
});

/** An event that is as large in the stream as one can be: each of these characters is six there. */
const bigEvent = (number: number) => ({
  eventId: `evt_${number}`,
  type: "\u0001".repeat(200),
  occurredAt: "\u0001".repeat(200),
});

async function deliverMany(url: string, count: number, body: (number: number) => Buffer): Promise<void> {
  const agent = new http.Agent({ keepAlive: true });
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      expect(await deliver(url, body(next - 1), agent)).toBe(202);
    }
  };
  await Promise.all(Array.from({ length: 20 }, run));
  agent.destroy();
}

describe("a token", () => {
  it("a stream requires a token, and every refusal is the same 401", async () => {
    const { receiver, file } = await receive();
    const token = addToken(file);
    const refused = [
      undefined,
      "",
      "Bearer ",
      `Bearer ${token.slice(1)}`,
      `Bearer ${token}x`,
      token,
      `Basic ${token}`,
      `Bearer ${withStore(file, (store) => store.tokens()[0]?.hash)}`,
    ];
    for (const authorization of refused) {
      const headers = authorization === undefined ? [] : [["Authorization", authorization] as const];
      const answered = await send(`${receiver.url}/events`, "GET", headers);
      expect([answered.status, answered.body, answered.headers["www-authenticate"]]).toEqual([
        401,
        "",
        "Bearer",
      ]);
    }
    expect((await subscribe(receiver.url, token)).status).toBe(200);
  });

  it("the removal of a token ends the stream of that token and no other stream", async () => {
    const { receiver, file } = await receive({ times: { tokens: 30 } });
    const [lost, kept] = [
      await subscribe(receiver.url, addToken(file, "lost")),
      await subscribe(receiver.url, addToken(file, "kept")),
    ];
    expect(withStore(file, (store) => store.removeToken("lost"))).toBe(true);
    await waitUntil(() => lost.isClosed(), "the end of its stream");
    await deliver(receiver.url, numbered(0));
    await kept.waitFor(1);
    expect(kept.isClosed()).toBe(false);
  });

  it("the event log stores the time of a token's last use, but not the token", async () => {
    const { receiver, file } = await receive();
    const token = addToken(file);
    expect(withStore(file, (store) => store.tokens())).toMatchObject([{ label: "desk", lastUsedAt: null }]);
    await subscribe(receiver.url, token);
    await receiver.close();
    const [kept] = withStore(file, (store) => store.tokens());
    expect(kept?.lastUsedAt).toBeGreaterThan(Date.now() - 60_000);
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  it("a new token cannot have the label of an existing token", async () => {
    const { file } = await receive();
    addToken(file);
    expect(withStore(file, (store) => store.addToken("desk", "00", 1))).toBe(false);
  });

  it("the receiver limits the speed at which tokens can be guessed", async () => {
    const { receiver, file } = await receive();
    const statuses = new Set<number>();
    for (let turn = 0; turn < 6; turn += 1) {
      const guesses = Array.from({ length: 50 }, () =>
        send(`${receiver.url}/events`, "GET", [["Authorization", "Bearer guess"]]),
      );
      for (const { status } of await Promise.all(guesses)) statuses.add(status);
    }
    expect(statuses).toEqual(new Set([401, 429]));
    // Guesses by others do not keep the owner of a token out, even from the same address.
    expect((await subscribe(receiver.url, addToken(file))).status).toBe(200);
    // Deliveries have limits of their own.
    expect(await deliver(receiver.url, numbered(0))).toBe(202);
  });
});
