import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { startBrowserHost, type BrowserHost } from "../../../electron/hosts/browser/browser-host.ts";
import { contractSuite } from "./contract-suite.ts";
import { startCoreUnderTest } from "./core-under-test.ts";

const under = startCoreUnderTest("browser");
const pages = path.join(under.folder, "..", `${path.basename(under.folder)}-pages`);
const received: { name: string; payload: unknown }[] = [];
const waiting = new Map<number, (result: unknown) => void>();
let host: BrowserHost;
let socket: WebSocket;
let lastId = 0;

interface Message {
  readonly id?: number;
  readonly result?: unknown;
  readonly event?: string;
  readonly payload?: unknown;
}

function open(address: string, headers: Readonly<Record<string, string>>): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const client = new WebSocket(address, { headers });
    client.once("open", () => resolve(client));
    client.once("error", reject);
  });
}

const address = (): { url: URL; token: string; ws: string } => {
  const url = new URL(host.url);
  const token = url.searchParams.get("token") ?? "";
  return { url, token, ws: `ws://${url.host}/host` };
};

beforeAll(async () => {
  fs.mkdirSync(pages);
  fs.writeFileSync(path.join(pages, "index.html"), '<style nonce="__CSP_NONCE__"></style>');
  host = await startBrowserHost({ core: under.core, pages });
  const { url, token, ws } = address();
  socket = await open(`${ws}?token=${token}`, { origin: url.origin });
  socket.on("message", (data: Buffer) => {
    const { id, result, event, payload } = JSON.parse(data.toString()) as Message;
    if (event !== undefined) received.push({ name: event, payload });
    else waiting.get(id ?? -1)?.(result);
  });
});

const send = (call: string, input: unknown): Promise<unknown> =>
  new Promise((resolve) => {
    lastId += 1;
    waiting.set(lastId, resolve);
    socket.send(JSON.stringify({ id: lastId, call, input }));
  });

const suite = contractSuite({
  call: send,
  events: () => received,
  logLines: () => under.lines,
  folder: under.folder,
  savesTo: under.savesTo,
});

afterAll(async () => {
  socket.terminate();
  await host.close();
  await suite.close();
  await under.close();
  fs.rmSync(pages, { recursive: true, force: true });
});

/** Sends malformed bytes. @returns the answer's first line. */
function sendRaw(request: string): Promise<string> {
  const { hostname, port } = address().url;
  return new Promise((resolve, reject) => {
    const raw = net.connect(Number(port), hostname, () => raw.write(request));
    let answer = "";
    raw.on("data", (data) => (answer += data.toString()));
    raw.once("error", reject);
    raw.once("close", () => resolve(answer.split("\r\n")[0] ?? ""));
  });
}

// Each step uses data of the steps before it.
describe("the contract over the browser host", { shuffle: false }, () => {
  it("the browser host keeps serving after requests with invalid URLs", async () => {
    const host = `Host: ${address().url.host}\r\n`;
    expect(await sendRaw(`GET // HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)).toMatch(/ 404 /);
    const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
    expect(await sendRaw(`GET // HTTP/1.1\r\n${host}${upgrade}\r\n`)).toMatch(/ 403 /);
  });

  it.each(suite.steps)("$title", async ({ run }) => {
    await expect(run()).resolves.toBeUndefined();
  });

  it.each(["eval", "", "__proto__", "toString"])(
    "the browser host does not offer the call %j",
    async (name) => {
      expect(await send(name, {})).toMatchObject({ ok: false, error: { kind: "invalid_input" } });
    },
  );

  it("the browser host keeps serving after malformed messages", async () => {
    const deep = (open: string, close: string): string => open.repeat(100_000) + close.repeat(100_000);
    const filter = deep('{"all":[', "]}");
    const query = `{"resource":"items","query":{"version":1,"filter":${filter}},"offset":0,"limit":1}`;
    for (const text of [
      "",
      "{",
      "null",
      "[]",
      '{"id":{},"call":7}',
      '{"id":{"valueOf":1,"toString":2},"call":{"toString":1}}',
      `{"id":1,"call":"queryPage","input":${query}}`,
      `{"id":1,"call":"saveUiState","input":${deep("[", "]")}}`,
      deep("[", "]"),
      '{"id":1,"call":"bootstrap","input":{"__proto__":{"a":1},"constructor":{"prototype":1}}}',
    ])
      socket.send(text);
    expect(await send("getStatus", undefined)).toMatchObject({ ok: true });
  });
});

describe("access to the browser host", () => {
  it("the browser host refuses a wrong token, origin, host or path", async () => {
    const { url, token, ws } = address();
    const origin = url.origin;
    await expect(open(ws, { origin })).rejects.toThrow(/403/);
    await expect(open(`${ws}?token=`, { origin })).rejects.toThrow(/403/);
    await expect(open(`${ws}?token=${token}x`, { origin })).rejects.toThrow(/403/);
    await expect(open(`${ws}?token=${token.toLowerCase()}`, { origin })).rejects.toThrow(/403/);
    await expect(open(`${ws}?token=${token}`, { origin: "http://evil.example" })).rejects.toThrow(/403/);
    await expect(open(`${ws}?token=${token}`, { origin: "null" })).rejects.toThrow(/403/);
    await expect(open(`${ws}?token=${token}`, { origin, host: `evil.example:${url.port}` })).rejects.toThrow(
      /403/,
    );
    await expect(open(`${ws}?token=${token}`, { origin, host: `localhost:${url.port}` })).rejects.toThrow(
      /403/,
    );
    await expect(open(`${ws}/..//other?token=${token}`, { origin })).rejects.toThrow(/403/);
    (await open(`${ws}?token=${token}`, { origin })).terminate();
  });

  it(
    "the browser host disconnects a refused client that keeps sending data",
    { timeout: 5_000 },
    async () => {
      const { url } = address();
      const client = net.connect({ port: Number(url.port), host: url.hostname, allowHalfOpen: true });
      const ended = new Promise((resolve) => {
        client.once("error", resolve);
      });
      client.write(
        `GET /host HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
      );
      const sending = setInterval(() => client.write("x".repeat(100_000)), 20);
      await expect(ended).resolves.toBeInstanceOf(Error);
      clearInterval(sending);
      client.destroy();
    },
  );

  it("the browser host refuses clients without an origin", async () => {
    const { token, ws } = address();
    const outcome = await open(`${ws}?token=${token}`, {}).then(
      (client) => (client.terminate(), "opened"),
      (thrown: unknown) => String(thrown),
    );
    expect(outcome).toMatch(/403/);
  });

  const get = (
    target: string,
    headers: http.OutgoingHttpHeaders = {},
    method = "GET",
  ): Promise<http.IncomingMessage & { body: string }> =>
    new Promise((resolve, reject) => {
      const { url } = address();
      const request = http.request(
        { host: url.hostname, port: url.port, path: target, method, headers },
        (response) => {
          let body = "";
          response.on("data", (data: Buffer) => (body += data.toString()));
          response.on("end", () => resolve(Object.assign(response, { body })));
        },
      );
      request.once("error", reject);
      request.end();
    });

  it("the browser host serves the page with a fresh nonce and no token", async () => {
    const [first, second] = await Promise.all([get("/"), get("/")]);
    expect(first.statusCode).toBe(200);
    const nonce = /nonce="([^"]+)"/.exec(first.body)?.[1];
    expect(nonce).toBeTruthy();
    expect(first.headers["content-security-policy"]).toContain(`'nonce-${nonce}'`);
    expect(second.body).not.toBe(first.body);
    expect(first.body + JSON.stringify(first.headers)).not.toContain(address().token);
  });

  it("the browser host serves only GET requests for files in its folder", async () => {
    expect((await get("/", { host: "evil.example" })).statusCode).toBe(403);
    expect((await get("/..%2f..%2fetc%2fpasswd")).statusCode).toBe(404);
    expect((await get("/", {}, "POST")).statusCode).toBe(405);
  });

  it("a request for an exported file gets 403 with a wrong token, host or method, and 404 for an unknown export", async () => {
    const { token } = address();
    const nothing = "connection=p&id=00000000-0000-4000-8000-000000000000";
    expect((await get(`/exported?token=wrong&${nothing}`)).statusCode).toBe(403);
    expect((await get(`/exported?token=${token}&${nothing}`, { host: "evil.example" })).statusCode).toBe(403);
    expect((await get(`/exported?token=${token}&${nothing}`, {}, "POST")).statusCode).toBe(403);
    expect((await get(`/exported?token=${token}&${nothing}`)).statusCode).toBe(404);
  });
});
