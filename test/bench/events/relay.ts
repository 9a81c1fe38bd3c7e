import fs from "node:fs";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { buildApp } from "../../../scripts/root.ts";
import type { RunningProgram } from "../../helpers/child.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { envelope, SECRET, signedHeaders, STANDARD } from "../../unit/electron/features/webhooks/support.ts";
import { against, type Figure } from "../figure.ts";
import { removeFolder, temporaryFolder } from "../folder.ts";
import { addToken, ANY_PORT, startRelay } from "./relay-process.ts";

const SUBSCRIBERS = 100;
/** Events a second, and seconds. */
const [RATE, SECONDS] = [500, 60];
/** Ms between two groups of deliveries. */
const TICK = 10;
const LIMITS = { milliseconds: 100, megabytes: 150 };
/** The relay's limits, in ms: for an answer to a request, and for accepting an event. */
const [ANSWERED_WITHIN, ACCEPTED_WITHIN] = [10_000, 60_000];
/** Ms after which a workstation, or the service, tries again. */
const RETRY = 50;

/**
 * A relay as it is shipped, in a process of its own: a minute of events for a hundred workstations, with a kill in the middle.
 * Service and workstations are in this process, and share the machine with it.
 */
export async function* relayBench(): AsyncGenerator<Figure> {
  if (!fs.existsSync("/proc/self/status")) {
    console.error("relay: no figure, since there is no /proc");
    return;
  }
  buildApp("all");
  const folder = await temporaryFolder();
  const tokens: string[] = [];
  for (let at = 0; at < SUBSCRIBERS; at += 1) tokens.push(await addToken(folder, `bench ${at}`));
  let relay = await startRelay(folder, ANY_PORT);
  const readers = tokens.map((token) => new Reader(relay.url, token));
  await waitUntil(() => readers.every(({ isOpen }) => isOpen), "all workstations");
  const service = new Service(relay.url);
  const delivering = service.run();
  await sleep((SECONDS * 1_000) / 2);
  const first = await peakMemory(relay.program);
  relay.program.process.kill("SIGKILL");
  await relay.program.stop();
  relay = await startRelay(folder, new URL(relay.url).host);
  await delivering;
  const { total } = service;
  await waitUntil(() => readers.every(({ seen }) => seen.size >= total), "the last events", 10_000).catch(
    (thrown: unknown) => console.error(String(thrown)),
  );
  const megabytes = Math.max(first, await peakMemory(relay.program));
  for (const reader of readers) reader.leave();
  await relay.program.stop();
  await removeFolder(folder);
  const load = `relay: ${SUBSCRIBERS} workstations, ${RATE} events/s for ${SECONDS} s, killed once`;
  const taken = readers.flatMap(({ took }) => took);
  const lost = readers.reduce((sum, { seen }) => sum + total - seen.size, 0);
  const doubled = readers.reduce((sum, { doubled }) => sum + doubled, 0);
  const all = { name: "all", value: total * SUBSCRIBERS };
  yield against(`${load}: POST to received, p95`, percentileOf(taken, 95), "ms", limit(LIMITS.milliseconds));
  yield against(`${load}: most memory of the relay`, megabytes, "MB", limit(LIMITS.megabytes));
  yield against(`${load}: lost`, lost, "events", all);
  yield against(`${load}: received twice`, doubled, "events", all);
}

const limit = (value: number): { name: string; value: number } => ({ name: "limit", value });

/** Megabytes that a process has had at most. */
async function peakMemory({ process: { pid } }: RunningProgram): Promise<number> {
  const status = await fs.promises.readFile(`/proc/${pid}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1]) / 1_024;
}

/** When each event was delivered first, by its number. */
const deliveredAt: number[] = [];

/** Delivers events at a steady rate, each until it is accepted. */
class Service {
  total = 0;
  readonly #url: string;
  readonly #agent = new http.Agent({ keepAlive: true, maxSockets: 50 });
  readonly #open = new Set<Promise<void>>();

  constructor(url: string) {
    this.#url = `${url}/webhooks`;
  }

  async run(): Promise<void> {
    const begin = performance.now();
    while (this.total < RATE * SECONDS) {
      const due = Math.min(RATE * SECONDS, Math.floor(((performance.now() - begin) * RATE) / 1_000));
      while (this.total < due) this.#begin(this.total++);
      await sleep(TICK);
    }
    await Promise.all(this.#open);
    this.#agent.destroy();
  }

  #begin(number: number): void {
    deliveredAt[number] = performance.now();
    const open = this.#deliver(number).then(() => void this.#open.delete(open));
    this.#open.add(open);
  }

  async #deliver(number: number): Promise<void> {
    const body = envelope({ eventId: `evt_${number}`, data: { id: `itm_${number}` } });
    const id = `msg_${number}`;
    const deadline = performance.now() + ACCEPTED_WITHIN;
    for (;;) {
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const headers = Object.fromEntries(
        signedHeaders({ scheme: STANDARD, secret: SECRET, body, id, timestamp }),
      );
      const status = await this.#post(headers, body);
      if (status === 202) return;
      if (status !== 0) throw new Error(`relay: answered ${status}`);
      if (performance.now() > deadline) throw new Error(`relay: ${id} was not accepted`);
      await sleep(RETRY);
    }
  }

  /** @returns the status; 0 if there is no answer. */
  #post(headers: Readonly<Record<string, string>>, body: Buffer): Promise<number> {
    return new Promise((resolve) => {
      const request = http.request(this.#url, { method: "POST", headers, agent: this.#agent }, (response) => {
        response.resume().once("end", () => resolve(response.statusCode ?? 0));
        response.once("error", () => resolve(0));
      });
      request.setTimeout(ANSWERED_WITHIN, () => request.destroy());
      request.once("error", () => resolve(0));
      request.end(body);
    });
  }
}

/** A workstation: reads the stream, and resumes it after its last event if the connection ends. */
class Reader {
  readonly seen = new Set<number>();
  /** Counts of ms from delivered to received. */
  readonly took: number[] = [];
  doubled = 0;
  isOpen = false;
  readonly #url: string;
  readonly #token: string;
  #place: string | undefined;
  #request: http.ClientRequest | null = null;
  #hasLeft = false;

  constructor(url: string, token: string) {
    [this.#url, this.#token] = [`${url}/events`, token];
    this.#connect();
  }

  leave(): void {
    this.#hasLeft = true;
    this.#request?.destroy();
  }

  #connect(): void {
    if (this.#hasLeft) return;
    const headers = {
      authorization: `Bearer ${this.#token}`,
      ...(this.#place === undefined ? {} : { "last-event-id": this.#place }),
    };
    let ended = false;
    const again = (): void => {
      if (!ended) setTimeout(() => this.#connect(), RETRY);
      ended = true;
    };
    this.#request = http.get(this.#url, { headers, agent: false }, (response) => {
      let rest = "";
      response.setEncoding("utf8").on("data", (piece: string) => {
        const blocks = (rest + piece).split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) this.#take(block);
      });
      response.on("error", again).on("close", again);
    });
    this.#request.on("error", again);
  }

  #take(block: string): void {
    this.isOpen = true;
    const place = /^id: (.*)$/m.exec(block)?.[1];
    if (place !== undefined) this.#place = place;
    const number = /"id":"evt_(\d+)"/.exec(block)?.[1];
    if (number === undefined) return;
    if (this.seen.has(Number(number))) this.doubled += 1;
    this.seen.add(Number(number));
    const took = Math.ceil(performance.now() - (deliveredAt[Number(number)] ?? 0));
    this.took.push(took);
  }
}

/** The ms that the given per cent of all events did not exceed. */
function percentileOf(taken: readonly number[], percent: number): number {
  const counts = new Map<number, number>();
  for (const took of taken) counts.set(took, (counts.get(took) ?? 0) + 1);
  let sum = 0;
  for (const [took, count] of [...counts].toSorted(([a], [b]) => a - b)) {
    sum += count;
    if (sum >= (taken.length * percent) / 100) return took;
  }
  return Number.NaN;
}
