import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import type { IpcMain, IpcMainInvokeEvent } from "electron";
import { WebSocket } from "ws";
import { startBrowserHost, type BrowserHost } from "../../electron/hosts/browser/browser-host.ts";
import { serveCalls } from "../../electron/hosts/desktop/ipc/serve-calls.ts";
import { callChannel } from "../../shared/contract/channels.ts";
import { PUSHES, type CallName, type PushName } from "../../shared/contract/contract.ts";
import { PushBus } from "../../electron/base/push-bus.ts";
import type { Result } from "../../shared/base/errors.ts";
import { unsafePart } from "../../shared/base/text/json.ts";
import { startCoreUnderTest } from "../integration/contract/core-under-test.ts";
import { fuzzCalls, type Link } from "./contract-targets.ts";
import { FromSchema } from "./from-schema.ts";
import { jsonOf, TEXTS } from "./hostile.ts";
import type { Run } from "./run-target.ts";

type Handler = Parameters<IpcMain["handle"]>[1];

/** Fuzzes the contract over a simulated IPC, by structured clone. Each input is also sent by a foreign sender. */
export const ipc = (run: Run): Promise<void> =>
  fuzzCalls(run, "electron", async ({ core }) => {
    const handlers = new Map<string, Handler>();
    const stop = serveCalls({
      ipc: {
        handle: (channel, handler) => void handlers.set(channel, handler),
        removeHandler: (channel) => void handlers.delete(channel),
      },
      dispatch: core.dispatch,
      senders: { windowOf: ({ sender }) => (sender.id === 1 ? 1 : null) },
      log: core.log,
    });
    const invoke = (id: number, name: string, input: unknown): unknown =>
      handlers.get(callChannel(name as CallName))?.(
        { sender: { id } } as unknown as IpcMainInvokeEvent,
        input,
      );
    const send: Link["send"] = async (name, input) => {
      const stranger = (await invoke(2, name, input)) as Result<unknown>;
      if (stranger.ok || !stranger.error.message.includes("may not"))
        run.guard.fail(`${name}: served a stranger`);
      return structuredClone(await invoke(1, name, input));
    };
    return { send, arrives: clone, close: async () => stop() };
  });

/** The form in which a value arrives; a value that Electron cannot clone never arrives. */
function clone(input: unknown): unknown {
  try {
    return structuredClone(input);
  } catch {
    return "cannot be cloned";
  }
}

/** Fuzzes the contract over the WebSocket of the browser host, as JSON. Some messages are damaged as texts. */
export const browser = (run: Run): Promise<void> =>
  fuzzCalls(run, "browser", async ({ core, folder }) => {
    const host = await startBrowserHost({ core, pages: pagesIn(folder) });
    const socket = await openSocket(host, "/host");
    const waiting = new Map<number, (result: unknown) => void>();
    let lastId = 0;
    socket.on("message", (data: Buffer) => {
      const { id, result } = JSON.parse(data.toString()) as { id?: number; result?: unknown };
      waiting.get(id ?? -1)?.(result);
      waiting.delete(id ?? -1);
    });
    const send: Link["send"] = (call, input) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        const text = `{"id":${lastId},"call":${JSON.stringify(call)},"input":${jsonOf(input)}}`;
        // An unknown call with a foreign id. Its answer must not be mistaken for the answer to the next call.
        const damaged = `{"id":-1,"call":"none","input":${jsonOf(input)}}`.slice(0, 2_000);
        if (run.random.chance(0.1)) socket.send(run.hostile.mutateText(damaged));
        waiting.set(lastId, resolve);
        if (socket.readyState !== socket.OPEN) reject(new Error("the host closed the socket"));
        socket.send(text);
      });
    const arrives = (input: unknown): unknown => JSON.parse(jsonOf(input)) as unknown;
    return { send, arrives, close: async () => (socket.terminate(), host.close()) };
  });

function pagesIn(folder: string): string {
  const pages = path.join(folder, "pages");
  fs.mkdirSync(pages);
  fs.writeFileSync(path.join(pages, "index.html"), "a page of Stockdeck");
  return pages;
}

function openSocket(host: BrowserHost, where: string): Promise<WebSocket> {
  const url = new URL(host.url);
  const address = `ws://${url.host}${where}?token=${url.searchParams.get("token")}`;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address, { headers: { origin: url.origin } });
    socket.once("open", () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Sends requests and upgrades to the browser host that no page sends. */
export async function httpRequests(run: Run): Promise<void> {
  const under = startCoreUnderTest("browser");
  const host = await startBrowserHost({ core: under.core, pages: pagesIn(under.folder) });
  const { guard, count } = run;
  const slow = Array.from({ length: 30 }, () => dribble(host));
  try {
    for (let turn = 0; turn < count; turn += 1) {
      const request = rawRequest(run, host);
      const answer = await guard.watch(request, () => exchangeRaw(host, request));
      // No request has the token, so no request may get more than the page itself.
      if (answer?.startsWith("HTTP/1.1 200") && !answer.endsWith("a page of Stockdeck"))
        guard.fail("gave out more");
      if (answer && /^HTTP\/1\.1 (101|5)/.test(answer)) guard.fail(`answered ${answer.split("\r\n")[0]}`);
    }
    await guard.watch("a message of 34 MB", () => sendTooMuch(host));
    const answer = await guard.watch("a page's request", () => get(host));
    if (answer !== 200) guard.fail("no longer serves the page");
  } finally {
    for (const socket of slow) socket.destroy();
    await host.close();
    await under.close();
  }
}

function rawRequest({ random, hostile }: Run, host: BrowserHost): string {
  const { host: authority, origin } = new URL(host.url);
  const word = (): string => random.pick([...TEXTS, "x".repeat(20_000)]);
  const target = random.pick(["/", "/host?token=x", "/exported?connection=p&id=q&manifest", "//", word()]);
  const method = random.pick(["GET", "POST", "HEAD", "OPTIONS", "CONNECT", "TRACE", word()]);
  const headers = [
    `Host: ${random.pick([authority, "evil.example", word()])}`,
    `Origin: ${random.pick([origin, "null", word()])}`,
    random.pick(["Connection: Upgrade\r\nUpgrade: websocket", "Connection: close", `Upgrade: ${word()}`]),
    random.pick([
      "Content-Length: 9",
      "Content-Length: -1",
      "Transfer-Encoding: chunked",
      "Expect: 100-continue",
    ]),
    `Sec-WebSocket-Key: ${word()}`,
    `X-${random.below(9)}: ${word()}`,
  ];
  const body = random.pick(["", word(), random.bytes(500).toString("latin1"), "5\r\nab"]);
  const request = `${method} ${target} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${body}`;
  return random.chance(0.5) ? request : hostile.mutateText(request);
}

/** Sends bytes and ends the connection. @returns the whole answer. */
function exchangeRaw(host: BrowserHost, request: string): Promise<string> {
  const { hostname, port } = new URL(host.url);
  return new Promise((resolve) => {
    let answer = "";
    const socket = net.connect(Number(port), hostname, () => socket.end(request, "latin1"));
    socket.on("data", (data) => (answer += data.toString("latin1")));
    // A host may end the connection before it has read a bad request completely.
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
  });
}

/** Sends a message larger than any from a page. It must end its client's connection. */
async function sendTooMuch(host: BrowserHost): Promise<void> {
  const socket = await openSocket(host, "/host");
  socket.on("error", () => {});
  socket.send(Buffer.alloc(34_000_000));
  await new Promise((resolve) => socket.once("close", resolve));
}

/** A client that begins a request, and then sends single bytes slowly. */
function dribble(host: BrowserHost): net.Socket {
  const { hostname, port } = new URL(host.url);
  const socket = net.connect(Number(port), hostname, () =>
    socket.write("POST / HTTP/1.1\r\nContent-Length: 99\r\nX-A: "),
  );
  const timer = setInterval(() => socket.write("a"), 500);
  socket.on("error", () => {});
  socket.on("close", () => clearInterval(timer));
  return socket;
}

function get(host: BrowserHost): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    http.get(host.url, (response) => resolve(response.resume().statusCode)).once("error", reject);
  });
}

const SENT = { depth: 5_000, parts: 100_000, forbidden: new Set<string>() };

/** Pushes every event. A payload that its schema refuses must not reach any page. */
export async function events(run: Run): Promise<void> {
  const { random, hostile, guard, count } = run;
  const bus = new PushBus();
  const schemas = new FromSchema(random);
  let reached = 0;
  bus.subscribe((name, payload) => {
    reached += 1;
    if (!PUSHES[name].safeParse(payload).success) guard.fail(`${name}: a page got what the contract refuses`);
  });
  for (const name of Object.keys(PUSHES) as PushName[]) {
    for (let turn = 0; turn < count; turn += 1) {
      const valid = schemas.value(PUSHES[name]);
      const made = random.chance(0.3) ? valid : random.chance(0.5) ? hostile.mutate(valid) : hostile.value();
      // The core makes the events itself, so no event has bytes or a million parts.
      const payload = unsafePart(made, SENT) === null ? made : null;
      await guard.watch({ [name]: payload }, () => bus.emit(name, payload as never), isRefusal);
    }
  }
  if (reached === 0) guard.fail("no event came through");
}

const isRefusal = (thrown: unknown): boolean => thrown instanceof Error && thrown.name === "ZodError";
