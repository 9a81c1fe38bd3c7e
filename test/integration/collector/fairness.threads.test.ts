import { once } from "node:events";
import net from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { calendarClock, type VirtualClock } from "../../helpers/virtual-clock.ts";
import { startPostgres } from "../../helpers/postgres.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { serve } from "../sample-service/support.ts";
import {
  addTokenOf,
  ask,
  collect,
  removeToken,
  storesOf,
  type CollectorTestOptions,
  type CollectorUnderTest,
} from "./support.ts";

/** The most expensive answers: many changes with long records. */
const CHANGES = "/stockdeck/v1/changes?after=0";

/** A collector that has many changes. */
async function changed(
  makeStore: () => Promise<string | undefined>,
  options: CollectorTestOptions = {},
): Promise<CollectorUnderTest> {
  const service = await serve({ items: 5 });
  const collector = await collect(service, { store: await makeStore(), ...options });
  for (let number = 0; number < 1_000; number += 1)
    service.company.upsertItem({ id: `n-${number}`, name: `${number} ${"New roll ".repeat(60)}` });
  await collector.refresh("incremental");
  return collector;
}

/**
 * Sends requests and reads no answer, until the collector waits for the client.
 * @returns a function that reads the remaining answers to the end of the connection.
 */
async function readNothing(
  { url, token }: Pick<CollectorUnderTest, "url" | "token">,
  clock: VirtualClock,
): Promise<() => Promise<unknown>> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname).on("error", () => {});
  onTestFinished(() => void socket.destroy());
  const ended = once(socket, "close");
  socket.pause();
  await once(socket, "connect");
  // One answer fits into the buffers of a connection; forty do not.
  const request = `GET ${CHANGES} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  const sleeping = clock.sleeping;
  socket.write(request.repeat(40));
  await waitUntil(() => clock.sleeping > sleeping, "an answer that is not read");
  return () => {
    socket.resume();
    return ended;
  };
}

const postgres = startPostgres();

describe.each(storesOf(postgres))("requests to a collector on %s", (_name, makeStore) => {
  it("forty expensive requests of one token hardly delay another token's small request", async () => {
    const collector = await changed(makeStore);
    const other = { ...collector, token: await addTokenOf(collector, "Desk 2", "read") };
    let answered = 0;
    const hoard = Array.from({ length: 40 }, async () => {
      const { status } = await ask(collector, CHANGES);
      answered += 1;
      return status;
    });
    await Promise.race(hoard);
    const before = answered;
    expect((await ask(other, "/inventory/items?limit=1")).status).toBe(200);
    expect(answered - before).toBeLessThan(12);
    expect(new Set(await Promise.all(hoard))).toEqual(new Set([200]));
  });

  it("a token with too many open requests gets 429 for the next request", async () => {
    const clock = calendarClock(Date.now());
    const collector = await changed(makeStore, { clock });
    await readNothing(collector, clock);
    const outcomes = Array.from({ length: 120 }, () =>
      ask(collector, CHANGES).then(
        ({ status }) => status,
        () => "ended",
      ),
    );
    expect(await Promise.race(outcomes)).toBe(429);
    await removeToken(collector, "Desk 1");
    expect((await ask(collector, "/inventory/types")).status).toBe(401);
    const all = await Promise.all(outcomes);
    expect(all.filter((outcome) => outcome === "ended").length).toBeGreaterThan(20);
    expect(all).not.toContain(200);
  });

  it("large responses use up a token's limit faster than small responses", async () => {
    const collector = await changed(makeStore, { perMinute: 12 });
    const accepted = async (token: string, path: string): Promise<number> => {
      for (let requests = 0; ; requests += 1)
        if ((await ask({ ...collector, token }, path)).status === 429) return requests;
    };
    expect(await accepted(await addTokenOf(collector, "Small", "read"), "/inventory/items?limit=1")).toBe(12);
    expect(await accepted(await addTokenOf(collector, "Large", "read"), CHANGES)).toBeLessThan(6);
  });
});

it("a connection ends if the client does not read a response within 30 s", async () => {
  const clock = calendarClock(Date.now());
  const collector = await changed(() => Promise.resolve(undefined), { clock });
  const ended = await readNothing(collector, clock);
  const next = ask(collector, "/inventory/items?limit=1");
  await clock.advance(30_000);
  expect((await next).status).toBe(200);
  await ended();
});
