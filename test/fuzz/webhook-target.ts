import net from "node:net";
import type { Collector } from "../../electron/features/collector/collector-options.ts";
import { waitUntil } from "../helpers/wait-until.ts";
import {
  envelope,
  SECRET,
  signedHeaders,
  STANDARD,
} from "../unit/electron/features/collector/serving/webhooks/support.ts";
import { KEY, withCollector } from "./fuzzed-collector.ts";
import { jsonOf, TEXTS } from "./hostile.ts";
import type { Run } from "./run-target.ts";

/** The answers that a collector may give, besides closing the connection. */
const ANSWERS = /^HTTP\/1\.1 (202|400|401|404|405|408|413|417|429|431|503) /;
/** The start of the id of each record without a valid signature. */
const FORGED = "forged";

/**
 * Sends signed and forged requests to a collector's port. No unsigned request may be accepted or cause a
 * request to the service, and no answer may contain a secret. Every accepted delivery must be counted.
 */
export async function webhooks(run: Run): Promise<void> {
  const { guard, count, random } = run;
  // This computer counts as a proxy, so that each turn can have its own sender.
  await withCollector(guard, ["127.0.0.1"], async (collector) => {
    const token = collector.addToken("fuzz");
    let accepted = 0;
    for (let turn = 0; turn < count; turn += 1) {
      const isSigned = random.chance(0.2);
      const request = isSigned ? signedRequest(run, turn) : forgedRequest(run, turn);
      const answer = await guard.watch(request.toString("latin1"), () =>
        exchange(collector, request, isSigned ? PATIENCE.signed : PATIENCE.forged),
      );
      if (answer === undefined) continue;
      if (isSigned && answer.startsWith("HTTP/1.1 202 ")) accepted += 1;
      if (isSigned && !/^HTTP\/1\.1 (202|413) /.test(answer))
        guard.fail(`answered what was signed with "${answer.split("\r\n")[0]}"`);
      if (!isSigned && answer.startsWith("HTTP/1.1 2")) guard.fail("accepted what was not signed");
      if (answer !== "" && !ANSWERS.test(answer)) guard.fail(`answered ${answer.split("\r\n")[0]}`);
      for (const secret of ["CanaryOfTheWebhooks", SECRET.slice(6), KEY])
        if (answer.includes(secret)) guard.fail("answered with a secret");
    }
    if (accepted === 0) guard.fail("accepted nothing at all");
    const counted = await countedDeliveries(collector, token);
    if (counted !== accepted) guard.fail(`counted ${counted} deliveries, and accepted ${accepted}`);
    if (collector.service.requests.entries.some(({ path: asked }) => asked.includes(FORGED)))
      guard.fail("asked for a record without a valid signature");
  });
}

/** The number of deliveries that a collector accepted, including repeated events. */
async function countedDeliveries({ url }: Collector, token: string): Promise<number> {
  let text = "";
  await waitUntil(async () => {
    const answer = await fetch(`${url}/stockdeck/v1/metrics`, {
      headers: { authorization: `Bearer ${token}` },
    });
    text = await answer.text();
    return answer.status === 200;
  }, "the metrics");
  const figure = (name: RegExp): number => Number(name.exec(text)?.[1] ?? 0);
  return (
    figure(/^stockdeck_deliveries_accepted_total (\d+)$/m)
    + figure(/^stockdeck_deliveries_refused_total\{reason="repeated"\} (\d+)$/m)
  );
}

const timestamp = (): string => String(Math.floor(Date.now() / 1_000));

/** A signed request with a body that no service sends. */
function signedRequest({ hostile, random }: Run, turn: number): Buffer {
  const value = random.chance(0.5) ? hostile.mutate(JSON.parse(envelope().toString())) : hostile.value();
  const body = random.chance(0.2) ? random.bytes(500) : Buffer.from(jsonOf(value));
  const id = `msg_${turn}`;
  const headers = signedHeaders({ scheme: STANDARD, secret: SECRET, body, id, timestamp: timestamp() });
  return requestOf("POST /webhooks", [...headers, sender(turn)], body);
}

/** A request whose signature is missing or belongs to another body; its other parts are random. */
function forgedRequest({ hostile, random }: Run, turn: number): Buffer {
  const body = envelope({ eventId: `evt_${turn}`, data: { id: `${FORGED}_${turn}` } });
  const other = envelope({ eventId: `evt_${turn}`, data: { id: "other" } });
  const id = `msg_${turn}`;
  const honest = signedHeaders({ scheme: STANDARD, secret: SECRET, body: other, id, timestamp: timestamp() });
  const word = (): string => random.pick([...TEXTS, hostile.text(), "x".repeat(9_000)]);
  const headers = honest.flatMap(([name, value]): [string, string][] => {
    const changed = random.pick([value, value, word(), hostile.mutateText(value), `${value} ${value}`]);
    return random.pick([
      [[name, changed]],
      [[name, changed]],
      [
        [name, changed],
        [name, value],
      ],
      [],
    ]);
  });
  const start = random.pick([
    "POST /webhooks",
    "POST /webhooks",
    "POST /webhooks?x",
    "GET /stockdeck/v1/stream",
    "GET /inventory/items",
    "POST /stockdeck/v1/documents",
    "PUT /webhooks",
    `POST /${word()}`,
    `${word()} /webhooks`,
  ]);
  const more: [string, string][] = [
    sender(turn),
    ["Authorization", random.pick([`Bearer ${word()}`, word(), "Bearer "])],
    ["Last-Event-ID", word()],
    [word(), word()],
    random.pick([
      ["Expect", "100-continue"],
      ["Transfer-Encoding", "chunked"],
      ["Content-Encoding", "gzip"],
      ["X-Forwarded-For", word()],
    ]),
  ];
  const sent = random.pick([body, body, Buffer.alloc(300_000, 0x20), Buffer.alloc(0)]);
  const request = requestOf(start, [...headers, ...more.filter(() => random.chance(0.4))], sent);
  return random.chance(0.4) ? hostile.mutateBytes(request) : request;
}

/** The sender differs each turn, so that no limit hides whether a request is accepted. */
const sender = (turn: number): [string, string] => [
  "X-Forwarded-For",
  `10.${turn >> 16}.${(turn >> 8) & 255}.${turn & 255}`,
];

function requestOf(start: string, headers: readonly (readonly [string, string])[], body: Buffer): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const head = [
    `${start} HTTP/1.1`,
    "Host: collector",
    ...lines,
    `Content-Length: ${body.length}`,
    "Connection: close",
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}

/**
 * Ms without an answer after which a request is ended. The collector waits for the rest of some forged
 * requests.
 */
const PATIENCE = { forged: 50, signed: 10_000 };

/**
 * Sends bytes, and ends the connection if no answer arrives.
 * @returns the whole answer, without "100 Continue".
 */
function exchange({ url }: Collector, request: Buffer, patience: number): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = "";
    const socket = net.connect(Number(port), hostname, () => socket.write(request));
    socket.setTimeout(patience, () => socket.end());
    socket.on("data", (data) => (answer += data.toString("latin1")));
    // A collector may end the connection before it has read a bad request completely.
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "")));
  });
}
