import { randomBytes, timingSafeEqual } from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { WebSocketServer, type WebSocket } from "ws";
import { environmentLocale } from "../../../shared/base/text/locale.ts";
import { setProcessLocale } from "../../base/process-locale.ts";
import { manifestPath } from "../../delivery/files/file-name.ts";
import type { AppCore } from "../core/app-core.ts";
import { BrowserWindows } from "./browser-windows.ts";
import { CALLS, PUSHES, type CallOutput, type PushName } from "../../../shared/contract/contract.ts";
import { toAppError } from "../../../shared/base/errors.ts";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import { readWindowNumber } from "../../../shared/features/windows/window-names.ts";
import { contentSecurityPolicy, readPageFile } from "../core/page-files.ts";

export interface BrowserHost {
  /** The address of the page. It contains the token that authenticates the page. */
  readonly url: string;
  close(): Promise<void>;
}

export interface BrowserHostOptions {
  readonly core: AppCore;
  /** The folder of the built page. */
  readonly pages: string;
  readonly port?: number;
  /** Vite's development server, whose pages may connect too. Its token stays valid after a restart. */
  readonly development?: { readonly origin: string; readonly token: string };
}

/** More bytes than any call needs. The largest call contains a backup with escaped quotation marks. */
const MAX_MESSAGE_BYTES = 32 * 1024 * 1024;

/**
 * Serves the dashboard to a browser on 127.0.0.1, over a WebSocket. The browser host has the same core, store and
 * contract as the Electron app. It is only for development; no packaged app contains it.
 *
 * @security Host and Origin are checked, which keeps other sites' pages out (DNS rebinding, cross-site WebSockets). The
 * token keeps out other users of this machine.
 */
export async function startBrowserHost({
  core,
  pages,
  port = 0,
  development,
}: BrowserHostOptions): Promise<BrowserHost> {
  setProcessLocale(environmentLocale(process.env));
  const token = development?.token ?? randomBytes(24).toString("base64url");
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES });
  const server = http.createServer();
  const windows = new BrowserWindows(core);
  core.windows.useHost(windows);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origins = [`http://${authority}`, ...(development ? [development.origin] : [])];

  server.on("request", (request, response) => {
    const url = addressOf(request, authority);
    if (url?.pathname === "/exported") {
      // A failure ends the connection, so that the page notices it.
      void serveExport(core, token, authority, url, request, response).catch(() => response.destroy());
      return;
    }
    // A failure ends the connection, so that the page notices it.
    void servePage(request, authority, pages)
      .then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
      .catch(() => response.destroy());
  });
  server.on("upgrade", (request, socket, head) => {
    socket.on("error", () => socket.destroy());
    const url = addressOf(request, authority);
    const allowed =
      request.headers.host === authority
      && origins.includes(request.headers.origin ?? "")
      && sameText(url?.searchParams.get("token") ?? "", token);
    if (allowed && url?.pathname === "/host")
      sockets.handleUpgrade(
        request,
        socket,
        head,
        // The page sees that the connection ended, and opens another connection.
        (client) => void attach(core, windows, client, url).catch(() => client.terminate()),
      );
    // A client that keeps sending would keep its connection open, and so the host running.
    else socket.end("HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n", () => socket.destroy());
  });

  return {
    url: `http://${authority}/?token=${token}`,
    close: async () => {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * Answers one page's calls, and pushes the core's events to it: events for all windows, and events for its own window.
 * A tab sends its name first. It gets the number of its window and the names of the contract. A client without a tab
 * name, such as a test, belongs to no window.
 */
async function attach(core: AppCore, windows: BrowserWindows, client: WebSocket, url: URL): Promise<void> {
  client.on("error", () => client.terminate());
  const tab = url.searchParams.get("tab");
  let number: number | undefined;
  if (tab !== null) {
    try {
      number = await windows.connect(readWindowNumber(url.search), tab);
    } catch (thrown) {
      client.send(JSON.stringify({ problem: toAppError(thrown).message }));
      return client.close();
    }
    client.send(JSON.stringify({ window: number, calls: Object.keys(CALLS), events: Object.keys(PUSHES) }));
  }
  const push = (event: PushName, payload: unknown): void => client.send(JSON.stringify({ event, payload }));
  const unsubscribe = core.events.subscribe((event, payload, to) => {
    if (to === undefined || to === number) push(event, payload);
  });
  // After a failure, the page reconnects and requests the state again. A single bad connection must not end the host.
  void pushCurrent(core, push).catch(() => client.terminate());
  const disconnect = (): void => {
    unsubscribe();
    if (number !== undefined && tab !== null) windows.disconnect(number, tab);
  };
  client.on("close", disconnect);
  if (client.readyState !== client.OPEN) disconnect();
  client.on("message", (data: Buffer) => {
    // A failed answer must not end the host either.
    void answer(core, data.toString("utf8"), number)
      .then((reply) => client.send(reply))
      .catch(() => client.terminate());
  });
}

/** Sends the events that it may have missed to a page that has reconnected. A new page already knows their content. */
async function pushCurrent(core: AppCore, push: (event: PushName, payload: unknown) => void): Promise<void> {
  const result = await core.dispatch("bootstrap", undefined);
  if (!result.ok) return;
  const { status, connection, connections, settings } = result.value as CallOutput<"bootstrap">;
  push("connections", connections);
  push("switched", { connection, status });
  push("settings", settings);
  push("status", status);
  push("dataChanged", { revision: status.revision, resources: [...RESOURCES], totals: status.totals });
  push("schedules", await core.schedules.list());
}

async function answer(core: AppCore, text: string, window: number | undefined): Promise<string> {
  const { id, call, input } = readMessage(text);
  return JSON.stringify({ id, result: await core.dispatch(call, input, window) });
}

/** Reads a message from a page. If the text is not JSON, it becomes a message that calls nothing. */
function readMessage(text: string): { id: number; call: string; input: unknown } {
  try {
    const { id, call, input } = JSON.parse(text) as Record<string, unknown>;
    return { id: Number(id), call: String(call), input };
  } catch {
    return { id: -1, call: "", input: undefined };
  }
}

/** Sends the file of an export, or its manifest, to a browser. */
async function serveExport(
  core: AppCore,
  token: string,
  authority: string,
  { searchParams }: URL,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const [connection, id] = [searchParams.get("connection") ?? "", searchParams.get("id") ?? ""];
  const allowed =
    request.headers.host === authority
    && request.method === "GET"
    && sameText(searchParams.get("token") ?? "", token);
  // The file may have been written before the policy restricted folders.
  const restricted = core.policy.exportFolders !== undefined;
  // An export that is not known has no file.
  const found = allowed && !restricted ? await core.exports.fileOf(connection, id).catch(() => null) : null;
  const file = found !== null && searchParams.has("manifest") ? manifestPath(found) : found;
  if (file === null) return void response.writeHead(allowed ? 404 : 403).end();
  const reading = fs.createReadStream(file);
  reading.once("error", () => response.writeHead(404).end());
  reading.once("open", () => {
    const name = encodeURIComponent(path.basename(file));
    response.writeHead(200, {
      "content-type": "application/octet-stream",
      "content-disposition": `attachment; filename*=UTF-8''${name}`,
      "cache-control": "no-store",
    });
    reading.pipe(response);
  });
}

interface Served {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | string;
}

async function servePage(request: http.IncomingMessage, authority: string, pages: string): Promise<Served> {
  const plain = { "content-type": "text/plain" };
  if (request.headers.host !== authority) return { status: 403, headers: plain, body: "Forbidden" };
  if (request.method !== "GET") return { status: 405, headers: plain, body: "Method not allowed" };
  const nonce = randomBytes(16).toString("base64");
  const file = await readPageFile(pages, addressOf(request, authority)?.pathname ?? "", nonce);
  if (!file) return { status: 404, headers: plain, body: "Not found" };
  return {
    status: 200,
    headers: {
      "content-type": file.type,
      "content-security-policy": contentSecurityPolicy(nonce, `ws://${authority}`),
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
    },
    body: file.body,
  };
}

/** The requested address; null if it cannot be used. */
function addressOf(request: http.IncomingMessage, authority: string): URL | null {
  const [target, base] = [request.url ?? "/", `http://${authority}`];
  return URL.canParse(target, base) ? new URL(target, base) : null;
}

/** Compares texts in constant time. */
function sameText(given: string, wanted: string): boolean {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
}
