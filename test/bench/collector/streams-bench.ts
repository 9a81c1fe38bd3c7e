import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { collectorFile } from "../../../electron/features/collector/collector-options.ts";
import type { Work } from "../../../electron/features/collector/serving/queries.ts";
import {
  addToken,
  hashOf,
  newToken,
  withTokens,
} from "../../../electron/features/collector/serving/token-table.ts";
import { startCollectorProcess, type CollectorProcess } from "../../helpers/collector-process.ts";
import { startSampleProcess } from "../../helpers/sample-process.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { against, type Figure } from "../figure.ts";
import { removeFolder, temporaryFolder } from "../folder.ts";
import { readUse } from "../idle/process-use.ts";

export const [STREAMS, STREAMS_OF_TOKEN] = [500, 8];
const OPENED_AT_ONCE = 100;
const [REQUESTS_A_SECOND, SECONDS] = [8, 30];
/** Seconds after which a collector counts as idle. */
const REST_SECONDS = 10;
/** The limits of the issue: megabytes more than an idle collector, and shares of a core. */
const LIMITS = { megabytes: 300, cores: 0.3 };

/** Compares a collector with many workstations to a collector without workstations. Both have 100,000 items. */
export async function* streamsBench(): AsyncGenerator<Figure> {
  if (!fs.existsSync("/proc/self/smaps_rollup")) {
    console.error("collector: no figure of streams, since there is no /proc");
    return;
  }
  const service = await startSampleProcess(100_000);
  const folder = await temporaryFolder();
  const collector = await startCollectorProcess(service, folder, "--every", "3600");
  const tokens = addTokens(path.join(folder, "data"), Math.ceil(STREAMS / STREAMS_OF_TOKEN));
  await sleep(REST_SECONDS * 1_000);
  const idle = readUse(collector.pid);
  const streams = await openStreams(collector, tokens);
  const before = readUse(collector.pid);
  await askFor(collector);
  const busy = readUse(collector.pid);
  for (const stream of streams) stream.destroy();
  await collector.stop();
  await service.stop();
  await removeFolder(folder);
  const load = `collector: ${STREAMS} streams, ${REQUESTS_A_SECOND} requests/s`;
  const limit = (value: number) => ({ name: "limit", value });
  yield against(`${load}: memory`, busy.megabytes - idle.megabytes, "MB", limit(LIMITS.megabytes));
  yield against(`${load}: cores`, (busy.seconds - before.seconds) / SECONDS, "cores", limit(LIMITS.cores));
}

/** Adds read tokens to a collector's data folder. */
export function addTokens(folder: string, count: number): readonly string[] {
  const tokens = Array.from({ length: count }, () => newToken());
  const add = function* (): Work<void> {
    for (const [at, token] of tokens.entries())
      yield* addToken({ label: `bench ${at}`, hash: hashOf(token), access: "read", createdAt: Date.now() });
  };
  withTokens(collectorFile(folder), add());
  return tokens;
}

/** Opens streams. Resolves once each has its first message. @param onMessage called with a stream's token. */
export async function openStreams(
  { url }: CollectorProcess,
  tokens: readonly string[],
  count = STREAMS,
  onMessage: (token: string) => void = () => {},
): Promise<readonly http.ClientRequest[]> {
  let open = 0;
  const agent = new http.Agent({ keepAlive: true, maxSockets: count });
  const openOne = (at: number): http.ClientRequest => {
    const token = tokens[Math.floor(at / STREAMS_OF_TOKEN)] ?? "";
    const authorization = `Bearer ${token}`;
    const request = http.get(`${url}/stockdeck/v1/stream`, { agent, headers: { authorization } });
    request.on("error", () => {});
    request.on("response", (response) => {
      if (response.statusCode !== 200) throw new Error(`a stream got ${response.statusCode}`);
      let isOpen = false;
      response.on("data", () => {
        if (isOpen) onMessage(token);
        else open += 1;
        isOpen = true;
      });
      response.on("error", () => {});
    });
    return request;
  };
  const streams: http.ClientRequest[] = [];
  // One address may have a few hundred connections with unchecked tokens, so streams are opened in groups.
  while (streams.length < count) {
    const most = Math.min(count, streams.length + OPENED_AT_ONCE);
    while (streams.length < most) streams.push(openOne(streams.length));
    await waitUntil(() => open === streams.length, "the streams", 30_000);
  }
  return streams;
}

/** Requests pages of items at a steady rate. */
async function askFor({ url, key }: CollectorProcess): Promise<void> {
  const getPage = async (): Promise<void> => {
    const headers = { authorization: `Bearer ${key}` };
    const answer = await fetch(`${url}/inventory/items?limit=250`, { headers });
    if (!answer.ok) throw new Error(`the collector answered ${answer.status}`);
    await answer.arrayBuffer();
  };
  const answers: Promise<void>[] = [];
  for (let sent = 0; sent < REQUESTS_A_SECOND * SECONDS; sent += 1) {
    answers.push(getPage());
    await sleep(1_000 / REQUESTS_A_SECOND);
  }
  await Promise.all(answers);
}
