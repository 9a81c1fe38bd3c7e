import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { ApiClient, type Page } from "../../electron/client/api-client.ts";
import { nodeFetch } from "../../electron/client/node-fetch.ts";
import { AppFailure, type AppError } from "../../shared/base/errors.ts";
import { MAX_RECORD_DEPTH } from "../../shared/inventory/record-limits.ts";
import { RESOURCES } from "../../shared/inventory/resource-names.ts";
import { fakeClock } from "../helpers/virtual-clock.ts";
import { jsonOf, TEXTS } from "./hostile.ts";
import type { Run } from "./run-target.ts";

const KEY = "sample_live_CanaryOfTheAnswers_0123456789";
/** Short times, so that an answer that never ends costs little. */
const [TIMEOUT, PACE] = [300, { windowMs: 100, leastBytesPerSecond: 2_000, totalMs: 400 }];
/** Most characters of a stored record, by the limits of its known and unknown fields. */
const MAX_KEPT = 110_000;
const META = { requestId: "r", hasMore: false, nextCursor: null };
const page = (records: string): string => `{"data":[${records}],"meta":${JSON.stringify(META)}}`;

/** Ids that no URL can contain, and ids that must be encoded for a URL. */
const [UNADDRESSABLE, ADDRESSABLE] = [
  [".", "..", "\ud800", "a\udfff", "\udc00\ud800"],
  [
    "a/b",
    "a%2Fb",
    "../items",
    "?",
    "#x",
    "a b",
    "%",
    "\\",
    "ä",
    "\u{1f4e6}",
    "\0",
    "...",
    "a\nb",
    ";",
    "//evil.example",
  ],
] as const;
const RETRY_AFTER = [
  "0",
  "-1",
  "1",
  "7200",
  "9".repeat(300),
  "1.5",
  "NaN",
  "",
  "soon",
  "Wed, 21 Oct 2026 07:28:00 GMT",
  "Sat, 13 Sep 275760 00:00:00 GMT",
];
const FOREIGN_BODIES = [
  "",
  "<p>Sign in</p>",
  "{}",
  "[]",
  "null",
  "{",
  '{"error":"e"}',
  '{"error":"e","message":"m"}',
  '{"error":1,"message":2,"requestId":3}',
];

/** A service's answer to one request. */
type Answer = (response: http.ServerResponse) => void;

interface Scene {
  readonly api: ApiClient;
  /** The requested paths. */
  readonly paths: readonly string[];
  answer(next: Answer): void;
}

/** One kind of hostile answer, and the required outcome. */
type Kind = (run: Run, scene: Scene) => Promise<void>;

const request = { priority: "user", retries: 0 } as const;
const listItems = ({ api }: Scene): Promise<Page> => api.listPage("items", { limit: 250 }, null, request);

async function failureOf(work: Promise<unknown>): Promise<AppError | null> {
  try {
    await work;
    return null;
  } catch (thrown) {
    if (thrown instanceof AppFailure) return thrown.error;
    throw thrown;
  }
}

/** A dripping answer ends as a time-out. It sends a few bytes at a time, beginning with its headers or its body. */
const dripping: Kind = async ({ random, guard }, scene) => {
  const every = 5 + random.below(40);
  const begun = random.chance(0.5) ? '{"data":[' : "";
  scene.answer((response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.write(begun);
    const timer = setInterval(() => response.write(" ".repeat(1 + random.below(3))), every);
    response.on("close", () => clearInterval(timer));
  });
  const error = await failureOf(listItems(scene));
  if (error?.reason !== "timeout") guard.fail(`a dripping answer ended as ${error?.kind} ${error?.reason}`);
};

/** A page keeps its number of records, even if each is malformed. */
const malformed: Kind = async ({ random, hostile, guard }, scene) => {
  const count = random.below(400);
  const records = Array.from({ length: count }, () =>
    jsonOf(
      random.pick<unknown>([
        {},
        null,
        [],
        1,
        "x",
        { id: 1 },
        { id: "" },
        { name: "x" },
        { id: hostile.text(), name: 1 },
        { __proto__: null, id: "a" },
      ]),
    ),
  );
  scene.answer((response) => void response.end(page(records.join(","))));
  const listed = await listItems(scene);
  if (listed.records.length !== count) guard.fail("a page lost records");
};

/** A record with unknown fields of any size and depth stays within a bounded size. Its known fields stay unchanged. */
const unknownFields: Kind = async ({ random, guard }, scene) => {
  const size = 10 ** random.below(7);
  const depth = random.pick([1, 50, MAX_RECORD_DEPTH + 1, 20_000]);
  const fields = [
    `"deep":${"[".repeat(depth)}${"]".repeat(depth)}`,
    `"long":"${"é".repeat(size)}"`,
    Array.from(
      { length: Math.min(size, 3_000) },
      (_, at) => `"field ${at}":"${"v".repeat(random.below(30))}"`,
    ).join(","),
    `"__proto__":{"polluted":true}`,
    `"${"n".repeat(size)}":1`,
  ].filter(() => random.chance(0.5));
  scene.answer((response) => void response.end(page(`{${['"id":"a"', '"name":"A"', ...fields].join(",")}}`)));
  const [record] = (await listItems(scene)).records as readonly Record<string, unknown>[];
  if (record?.["id"] !== "a" || record["name"] !== "A") guard.fail("a known field was lost");
  if (JSON.stringify(record).length > MAX_KEPT) guard.fail("a record is larger than its limit");
};

/** An id stays unchanged in a page and in the path that requests its record. An id that no URL can hold is not requested. */
const oddIds: Kind = async ({ random, guard }, scene) => {
  const id = random.pick(
    random.chance(0.4)
      ? UNADDRESSABLE
      : [...ADDRESSABLE, ...TEXTS.filter((text) => text !== "" && text.isWellFormed())],
  );
  scene.answer((response) => void response.end(page(`{"id":${JSON.stringify(id)},"name":"A"}`)));
  const [listed] = (await listItems(scene)).records as readonly Record<string, unknown>[];
  if (listed?.["id"] !== id) guard.fail("an id changed on its way");
  const before = scene.paths.length;
  scene.answer((response) => void response.end(JSON.stringify({ data: { id, name: "A" }, meta: META })));
  const resource = random.pick(RESOURCES);
  const error = await failureOf(scene.api.getRecord(resource, id, request));
  const asked = scene.paths.slice(before);
  if ((UNADDRESSABLE as readonly string[]).includes(id)) {
    if (error?.kind !== "not_addressable" || asked.length > 0)
      guard.fail("an id was asked for that no URL can hold");
    return;
  }
  if (error) guard.fail(`a record of an odd id failed as ${error.kind}`);
  const [sent = ""] = asked;
  const begin = `/inventory/${resource}/`;
  if (asked.length !== 1 || !sent.startsWith(begin) || decodeURIComponent(sent.slice(begin.length)) !== id)
    guard.fail("an odd id was asked for at another address");
};

/** A refusal without the error body of the specification is never "revoked", "forbidden" or "gone"; no wait is endless. */
const foreignRefusals: Kind = async ({ random, guard }, scene) => {
  const status = random.pick([401, 403, 404, 503]);
  const after = random.chance(0.6) ? random.pick(RETRY_AFTER) : null;
  scene.answer((response) => {
    response.writeHead(status, {
      "content-type": random.pick(["text/html", "application/json", ""]),
      ...(after !== null && { "retry-after": after }),
    });
    response.end(random.pick(FOREIGN_BODIES));
  });
  const work = random.chance(0.5) ? listItems(scene) : scene.api.getRecord("items", "a", request);
  const error = await failureOf(work);
  const wanted = status === 503 ? ["server"] : ["network"];
  if (!error || !wanted.includes(error.kind)) guard.fail(`a foreign ${status} ended as ${error?.kind}`);
  if (status !== 503 && error?.reason !== "intermediary")
    guard.fail(`a foreign ${status} has the reason ${error?.reason}`);
  if (error?.retryAt !== undefined && Number.isNaN(Date.parse(error.retryAt)))
    guard.fail("a refusal names no time");
};

const KINDS: Readonly<Record<string, Kind>> = { dripping, malformed, unknownFields, oddIds, foreignRefusals };
/** Dripping answers take a while; other answers take no time. */
const DRIPS = 1 / 20;

/** Runs the API client against kinds of answers. Each kind must have its required outcome. */
export async function answers(run: Run): Promise<void> {
  const { random, guard, count } = run;
  let next: Answer = (response) => void response.end();
  const paths: string[] = [];
  const server = http.createServer((incoming, response) => {
    paths.push(incoming.url ?? "");
    next(response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { dripping: slow, ...quick } = KINDS;
  try {
    for (let turn = 0; turn < count; turn += 1) {
      // A requested wait applies to one client only.
      const api = new ApiClient({
        baseUrl,
        key: KEY,
        fetch: nodeFetch,
        clock: fakeClock(),
        timeout: TIMEOUT,
        pace: PACE,
      });
      const scene: Scene = { api, paths, answer: (answer) => void (next = answer) };
      const name = slow && random.chance(DRIPS) ? "dripping" : random.pick(Object.keys(quick));
      await guard.watch({ [name]: turn }, () => KINDS[name]?.(run, scene));
    }
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}
