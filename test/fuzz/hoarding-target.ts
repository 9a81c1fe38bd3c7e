import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { waitUntil } from "../helpers/wait-until.ts";
import {
  envelope,
  SECRET,
  signedHeaders,
  STANDARD,
} from "../unit/electron/features/collector/serving/webhooks/support.ts";
import { withCollector, type FuzzedCollector } from "./fuzzed-collector.ts";
import { TEXTS } from "./hostile.ts";
import type { Run } from "./run-target.ts";

/** The most connections of attackers that stay open. */
const MOST_OPEN = 1_200;
/** The number of bodies that do not end, opened before all other requests. A server has this number of connections. */
const FIRST_OPEN = 1_000;
const SLOW = "POST /webhooks HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n\r\n";
/** Turns between two honest requests. */
const HONEST_EVERY = 10;
/** The answers that a hoarder may get. */
const ANSWERS: ReadonlySet<number> = new Set([200, 400, 404, 405, 408, 410, 413, 429, 503]);

/**
 * Opens slow bodies and expensive requests, and keeps them open. During that time, another token's requests and
 * the service's signed deliveries must be answered. No answer may be a defect.
 */
export async function hoarding(run: Run): Promise<void> {
  const { guard, count } = run;
  await withCollector(guard, [], async (collector) => {
    const [hoarder, honest] = [collector.addToken("hoarder"), collector.addToken("honest")];
    const items = (token: string): Promise<number> => statusOf(collector, token, "/inventory/items?limit=1");
    await waitUntil(async () => (await items(honest)) === 200, "the first pull");
    const open: net.Socket[] = [];
    try {
      for (let at = 0; at < FIRST_OPEN; at += 1)
        open.push(await attackFrom(collector, `127.0.0.${2 + (at % 4)}`, Buffer.from(SLOW)));
      for (let turn = 0; turn < count; turn += 1) {
        const attack = attackOf(run, hoarder);
        for (let copy = run.random.below(40); copy >= 0; copy -= 1) {
          const localAddress = `127.0.0.${2 + run.random.below(6)}`;
          await guard.watch(
            attack.toString("latin1"),
            async () => void open.push(await attackFrom(collector, localAddress, attack)),
          );
        }
        for (const socket of open.splice(0, Math.max(0, open.length - MOST_OPEN))) socket.destroy();
        const path = pathOf(run);
        const status = await guard.work(path, () => statusOf(collector, collector.addToken(`${turn}`), path));
        if (status !== undefined && !ANSWERS.has(status)) guard.fail(`answered ${status}`);
        if (turn % HONEST_EVERY !== 0) continue;
        const answers = await guard.work("honest", () =>
          Promise.all([items(honest), deliver(collector, turn)]),
        );
        if (answers && answers.join() !== "200,202")
          guard.fail(`answered an honest request with ${answers.join()}`);
      }
    } finally {
      for (const socket of open) socket.destroy();
    }
  });
}

/** A request that never ends, or whose answer is never read. */
function attackOf(run: Run, token: string): Buffer {
  const { random, hostile } = run;
  const authorization = `Authorization: Bearer ${random.pick([token, "wrong"])}`;
  const slow = `POST /webhooks HTTP/1.1\r\nHost: a\r\nContent-Length: ${1 + random.below(200_000)}\r\n\r\n`;
  const head = random.pick([
    slow,
    slow,
    slow,
    `POST /webhooks/ HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n`,
    `POST /stockdeck/v1/documents HTTP/1.1\r\nHost: a\r\n${authorization}\r\nContent-Length: 4000000\r\n\r\n{`,
    `GET ${pathOf(run)} HTTP/1.1\r\nHost: a\r\n${authorization}\r\n\r\n`.repeat(1 + random.below(20)),
    "GET /stockdeck/v1/health HTTP/1.1\r\nHost: a\r\nX-",
    "HEAD /stockdeck/v1 HTTP/1.1\r\nHost: a\r\n\r\n".repeat(50),
  ]);
  const request = Buffer.from(head, "latin1");
  return random.chance(0.2) ? hostile.mutateBytes(request) : request;
}

/** The path of an expensive answer, with parameters of any kind. */
function pathOf({ random, hostile }: Run): string {
  const text = (): string =>
    encodeURIComponent(
      random
        .pick([...TEXTS, hostile.text(), "0", "1", "99999999999999999"])
        .slice(0, 500)
        .toWellFormed(),
    );
  const place = (): string =>
    random.pick([
      `stock_2026-01-0${random.below(10)}_${random.below(9)}_${random.below(9)}`,
      `consumption_${random.pick(["", "2026-02-31", "2026-01-01"])}_${random.below(9)}`,
      `observed_${random.below(1e15)}`,
      text(),
    ]);
  const day = random.pick(["2026-01-01", "0000-01-01", "9999-12-31", "2026-13-01", "", text()]);
  return random.pick([
    `/stockdeck/v1/changes?after=${random.pick(["0", text()])}`,
    `/stockdeck/v1/days?from=${day}&after=${place()}`,
    `/stockdeck/v1/days/?from=${day}&limit=${random.pick(["1", "5000", text()])}`,
    `/stockdeck/v1/documents?after=${random.pick(["0", text()])}&all=${text()}`,
    `/inventory/items?updatedSince=${text()}&cursor=${text()}`,
    "/inventory/items?limit=250",
    "/stockdeck/v1/metrics",
  ]);
}

/** Opens a connection, and sends an attack on it. The answer is not read. */
async function attackFrom(
  { url }: FuzzedCollector,
  localAddress: string,
  attack: Buffer,
): Promise<net.Socket> {
  const { hostname, port } = new URL(url);
  const socket = net.connect({ host: hostname, port: Number(port), localAddress });
  socket.on("error", () => {}).pause();
  await Promise.race([once(socket, "connect"), once(socket, "close")]).catch(() => {});
  socket.write(attack);
  return socket;
}

/** @returns the status of a whole answer. */
const statusOf = (collector: FuzzedCollector, token: string, path: string): Promise<number> =>
  request(collector, path, { authorization: `Bearer ${token}` });

/** @returns the status of a signed delivery. */
function deliver(collector: FuzzedCollector, turn: number): Promise<number> {
  const body = envelope({ eventId: `evt_${turn}` });
  const timestamp = String(Math.floor(Date.now() / 1_000));
  const signed = signedHeaders({ scheme: STANDARD, secret: SECRET, body, id: `msg_${turn}`, timestamp });
  return request(collector, "/webhooks", Object.fromEntries(signed), body);
}

/** Sends a request on a new connection. A full server may end an idle connection. @returns the status. */
function request(
  { url }: FuzzedCollector,
  path: string,
  headers: http.OutgoingHttpHeaders,
  body?: Buffer,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = body ? "POST" : "GET";
    const length = body ? { "content-length": body.length } : {};
    const sent = http.request(
      url + path,
      { method, headers: { ...headers, ...length }, agent: false },
      (answer) => {
        answer
          .on("error", reject)
          .on("end", () => resolve(answer.statusCode ?? 0))
          .resume();
      },
    );
    sent.on("error", reject).end(body);
  });
}
