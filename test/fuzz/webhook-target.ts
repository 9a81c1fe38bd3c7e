import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { startReceiver, type Receiver } from "../../electron/features/webhooks/receiver/receiver.ts";
import { webhookEventSchema } from "../../shared/features/webhooks/webhook-events.ts";
import { withStore } from "../integration/events/support.ts";
import { envelope, SECRET, signedHeaders, STANDARD } from "../unit/electron/features/webhooks/support.ts";
import { jsonOf, TEXTS } from "./hostile.ts";
import type { Run } from "./run-target.ts";

/** The answers that a receiver may give, besides closing the connection. */
const ANSWERS = /^HTTP\/1\.1 (202|400|401|404|405|408|413|417|429|431|503) /;
/** The start of the id of each event that nobody has signed. */
const FORGED = "forged";

/**
 * Sends signed and forged requests to a receiver's port. Nothing unsigned is accepted, and no stream begins without a
 * token. Whatever was signed is kept as an event of the contract.
 */
export async function webhooks(run: Run): Promise<void> {
  const { guard, count, random } = run;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-fuzz-"));
  const file = path.join(folder, "events.sqlite");
  const receiver = await startReceiver({
    file,
    host: "127.0.0.1",
    port: 0,
    scheme: STANDARD,
    secrets: [SECRET],
  });
  try {
    for (let turn = 0; turn < count; turn += 1) {
      const isSigned = random.chance(0.2);
      const request = isSigned ? signedRequest(run, turn) : forgedRequest(run, turn);
      const answer = await guard.watch(request.toString("latin1"), () =>
        exchange(receiver, request, isSigned ? PATIENCE.signed : PATIENCE.forged),
      );
      if (answer === undefined) continue;
      if (isSigned && !/^HTTP\/1\.1 (202|413) /.test(answer))
        guard.fail(`answered what was signed with "${answer.split("\r\n")[0]}"`);
      if (!isSigned && answer.startsWith("HTTP/1.1 2")) guard.fail("accepted what was not signed");
      if (answer !== "" && !ANSWERS.test(answer)) guard.fail(`answered ${answer.split("\r\n")[0]}`);
      if (answer.includes("CanaryOfTheWebhooks") || answer.includes(SECRET.slice(6)))
        guard.fail("answered with the secret");
    }
    const kept = withStore(file, (store) => store.after(0, count).events);
    for (const { json } of kept) {
      const event = webhookEventSchema.safeParse(JSON.parse(json));
      if (!event.success) guard.fail("kept what the contract refuses");
      else if (event.data.id.startsWith(FORGED)) guard.fail("kept what nobody has signed");
    }
    if (kept.length === 0) guard.fail("kept nothing at all");
  } finally {
    await receiver.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const timestamp = (): string => String(Math.floor(Date.now() / 1_000));

/** A body that no service sends, signed all the same. */
function signedRequest({ hostile, random }: Run, turn: number): Buffer {
  const value = random.chance(0.5) ? hostile.mutate(JSON.parse(envelope().toString())) : hostile.value();
  const body = random.chance(0.2) ? random.bytes(500) : Buffer.from(jsonOf(value));
  const id = `msg_${turn}`;
  const headers = signedHeaders({ scheme: STANDARD, secret: SECRET, body, id, timestamp: timestamp() });
  return requestOf("POST /webhooks", [...headers, sender(turn)], body);
}

/** A request whose signature belongs to another body or is missing. The rest is whatever a stranger may send. */
function forgedRequest({ hostile, random }: Run, turn: number): Buffer {
  const body = envelope({ eventId: `${FORGED}_${turn}` });
  const other = envelope({ eventId: `evt_${turn}` });
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
    "GET /events",
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

/** A different sender each turn, so that no limit hides how a request is judged. */
const sender = (turn: number): [string, string] => [
  "X-Forwarded-For",
  `10.${turn >> 16}.${(turn >> 8) & 255}.${turn & 255}`,
];

function requestOf(start: string, headers: readonly (readonly [string, string])[], body: Buffer): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  const head = [
    `${start} HTTP/1.1`,
    "Host: receiver",
    ...lines,
    `Content-Length: ${body.length}`,
    "Connection: close",
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}

/** Ms without an answer after which a request is ended: the receiver waits for more of many a forged one, else for the disk. */
const PATIENCE = { forged: 50, signed: 10_000 };

/** Sends bytes, and ends if nothing comes back. @returns all that comes back, without the word to go on. */
function exchange({ url }: Receiver, request: Buffer, patience: number): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = "";
    const socket = net.connect(Number(port), hostname, () => socket.write(request));
    socket.setTimeout(patience, () => socket.end());
    socket.on("data", (data) => (answer += data.toString("latin1")));
    // A receiver may end the connection before it has read all of a bad request.
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "")));
  });
}
