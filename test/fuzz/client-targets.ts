import { once } from "node:events";
import fs from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { inspect } from "node:util";
import zlib from "node:zlib";
import { ApiClient } from "../../electron/client/api-client.ts";
import { nodeFetch } from "../../electron/client/node-fetch.ts";
import { WaitedTooLong } from "../../electron/client/request-queue.ts";
import { startSampleService } from "../service/index.ts";
import { FetchSequence, ServiceClock } from "../../electron/sync/fetch-sequence.ts";
import { runLoggedPass } from "../../electron/sync/pass.ts";
import { RESOURCES } from "../../shared/inventory/resource-names.ts";
import { DEFAULT_SETTINGS } from "../../shared/inventory/settings.ts";
import { parseJson } from "../../shared/base/text/json.ts";
import { fakeClock } from "../helpers/virtual-clock.ts";
import { openInProcess } from "../helpers/in-process-store.ts";
import { jsonOf, TEXTS } from "./hostile.ts";
import type { Run } from "./run-target.ts";

const KEY = "sample_live_CanaryOfTheFuzz_0123456789";
/** Ms without progress; short, so that an answer that never ends costs little. */
const TIMEOUT = 300;
/** The least speed of a body. A body that pauses times out as early as a body that never begins. */
const paceWith = (windowMs: number) => ({ windowMs, leastBytesPerSecond: 1, totalMs: 60_000 });
/** The number of passes into one copy. After them, the copy is opened again and a new copy begins. */
const PASSES = 50;
const { historyDays, historyChanges } = DEFAULT_SETTINGS;

const DATES = `Wed, 21 Oct 2026 07:28:00 GMT|Sat, 13 Sep 275760 00:00:00 GMT|Thu, 01 Jan 1970 00:00:00 GMT
|Tue, 20 Apr -271821 00:00:00 GMT|Wed, 12 Sep 275760 23:59:59 GMT|+275760-09-13T00:00:00Z|soon|-1`
  .replace("\n", "")
  .split("|");
const HEADERS: Readonly<Record<string, readonly string[]>> = {
  date: DATES,
  "retry-after": ["0", "-1", "9".repeat(400), "1e9", "NaN", ...DATES],
  "content-type": ["application/json", "text/html", "", "application/json; charset=utf-16"],
  "content-encoding": ["gzip", "br", "deflate", "zstd", "gzip, gzip", "identity"],
  "content-length": ["0", "5", "99999999999999999999"],
  "x-long": ["x".repeat(12_000), "x".repeat(20_000)],
  location: ["http://127.0.0.1:1/", "//evil.example"],
};
const STATUSES = [
  200, 204, 206, 299, 301, 304, 307, 400, 401, 403, 404, 407, 418, 429, 429, 500, 503, 599, 999,
];

/** Pages as the sample company sends them, to be mutated. */
async function validPages(): Promise<readonly string[]> {
  const service = await startSampleService({ items: 60, key: KEY });
  try {
    const headers = { Authorization: `Bearer ${KEY}`, Accept: "application/json" };
    const paths = RESOURCES.flatMap((resource) => [
      `/inventory/${resource}?limit=3`,
      `/inventory/${resource}?limit=250`,
    ]);
    return await Promise.all(paths.map(async (one) => (await fetch(service.url + one, { headers })).text()));
  } finally {
    await service.close();
  }
}

/** Starts a service with answers that no real service sends. */
async function startHostileService({
  random,
  hostile,
}: Run): Promise<{ readonly url: string; close(): Promise<void> }> {
  const pages = await validPages();
  const body = (): Buffer => {
    const page = random.pick(pages);
    if (random.chance(0.45)) return Buffer.from(jsonOf(hostile.mutate(parseJson(page))));
    if (random.chance(0.2)) return hostile.mutateBytes(Buffer.from(page));
    if (random.chance(0.2)) return random.bytes(3_000);
    const error = {
      error: hostile.text(),
      message: KEY,
      retryAfter: hostile.value(),
      requestId: hostile.text(),
    };
    return Buffer.from(
      random.pick([jsonOf(error), jsonOf(hostile.value()), page, page, page.slice(0, random.below(99))]),
    );
  };
  const answer = (response: http.ServerResponse): unknown => {
    if (random.chance(0.02))
      return response.socket?.end(random.pick(["HTTP/1.1 abc\r\n\r\n", "\0\0", "HTTP/9.9 200 OK\r\nA"]));
    if (random.chance(0.02)) return response.destroy();
    let content = body();
    for (const [name, values] of Object.entries(HEADERS))
      if (random.chance(0.08)) response.setHeader(name, random.pick(values));
    if (random.chance(0.15)) {
      const packed = zlib.gzipSync(random.chance(0.05) ? Buffer.alloc(40_000_000, "[") : content);
      content = random.chance(0.5) ? packed : hostile.mutateBytes(packed);
      response.setHeader("content-encoding", "gzip");
    }
    response.writeHead(random.chance(0.7) ? 200 : random.pick(STATUSES));
    // An answer that never ends.
    if (random.chance(0.003)) return response.write(content.subarray(0, 50));
    return response.end(content);
  };
  const server = http.createServer((_request, response) => void answer(response));
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

const isTyped = (thrown: unknown): boolean => thrown instanceof WaitedTooLong;

/** Runs the API client against a service with arbitrary answers. */
export async function client(run: Run): Promise<void> {
  const { random, guard, count } = run;
  const service = await startHostileService(run);
  const clock = fakeClock();
  const api = new ApiClient({
    baseUrl: service.url,
    key: KEY,
    fetch: nodeFetch,
    clock,
    timeout: TIMEOUT,
    pace: paceWith(TIMEOUT),
  });
  try {
    for (let turn = 0; turn < count; turn += 1) {
      const resource = random.pick(RESOURCES);
      const options = { priority: random.pick(["user", "background"] as const), retries: random.below(2) };
      const cursor = random.chance(0.5) ? null : { value: random.pick(TEXTS), receivedAt: clock.monotonic() };
      const request = async (): Promise<unknown> => {
        try {
          return random.chance(0.5)
            ? await api.listPage(resource, { limit: 3, updatedSince: random.pick(TEXTS) }, cursor, options)
            : await api.getRecord(resource, random.pick(TEXTS), options);
        } catch (thrown) {
          if (inspect(thrown, { depth: 9, showHidden: true }).includes(KEY))
            guard.fail("the key is in a failure");
          throw thrown;
        }
      };
      await guard.watch({ resource, cursor, turn }, request, isTyped);
      // A requested wait is over at the next turn.
      clock.step(0);
      await clock.wait(20 * 60_000);
    }
    if (inspect(api.calls).includes(KEY)) guard.fail("the key is in the log of calls");
  } finally {
    await service.close();
  }
}

/** Runs whole passes over arbitrary answers, into a copy that must stay readable. */
export async function passes(run: Run): Promise<void> {
  const { guard, count } = run;
  const service = await startHostileService(run);
  const honest = await startSampleService({ items: 60, key: KEY });
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), "stockdeck-fuzz-"));
  try {
    for (let turn = 0; turn < count; turn += PASSES) {
      const file = path.join(folder, `${turn}.sqlite`);
      const store = openInProcess(file);
      for (let pass = 0; pass < PASSES && turn + pass < count; pass += 1)
        await guard.watch({ pass, turn }, () => onePass(store, service.url, run), isTyped);
      await store.close();
      const again = openInProcess(file);
      await guard.work("an honest pass afterwards", async () => {
        await onePass(again, honest.url, run, true);
        const { totals } = await again.reader.describeCopy();
        if (totals.items < 60) guard.fail(`after an honest pass there are ${totals.items} items of 60`);
      });
      await again.close();
      await fs.rm(file);
    }
  } finally {
    await honest.close();
    await service.close();
    await fs.rm(folder, { recursive: true, force: true });
  }
}

async function onePass(
  store: ReturnType<typeof openInProcess>,
  baseUrl: string,
  { random }: Run,
  whole = false,
): Promise<unknown> {
  const { facts } = await store.writer.describe();
  const clock = fakeClock(Date.now());
  return runLoggedPass(
    {
      client: new ApiClient({
        baseUrl,
        key: KEY,
        fetch: nodeFetch,
        clock,
        timeout: whole ? 5_000 : TIMEOUT,
        pace: paceWith(whole ? 5_000 : TIMEOUT),
      }),
      writer: store.writer,
      clock,
      serviceClock: new ServiceClock(clock),
      sequence: new FetchSequence(facts.fetchSequence),
      mode: whole || random.chance(0.3) ? "full" : "incremental",
      facts,
      withReferences: whole || random.chance(0.5),
      pageSize: 3,
      overlap: 300,
      acceptRemovals: whole || random.chance(0.5),
    },
    { days: historyDays, changes: historyChanges },
  );
}
