import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import { groupOf, isTrusted, type TrustedProxies } from "./sender.ts";

/** Ms in which a refused connection may read the refusal. */
const REFUSAL_MS = 1_000;

/** The most connections: of 500 workstations, and the same number for senders. */
const MAX_CONNECTIONS = 1_000;
/** The most connections of one sender without a token, unless it is a trusted proxy. */
const MAX_OF_SENDER = 250;
/**
 * Ms for which an idle connection stays open: longer than proxies keep theirs, so that it is not closed as it is used.
 */
const KEEP_ALIVE = 65_000;

/** A certificate with its key, both PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/**
 * Makes a server that slow or idle senders cannot block.
 * @param tls null for plain HTTP.
 * @throws Error for a certificate or key that cannot be used.
 */
export function createServer(
  headers: number,
  body: number,
  trusted: TrustedProxies,
  tls: Tls | null = null,
): { readonly server: http.Server; readonly connections: Connections } {
  const timeouts = {
    headersTimeout: headers,
    // The body has its own, shorter limit.
    requestTimeout: headers + body + 5_000,
    connectionsCheckingInterval: Math.min(1_000, headers),
    keepAliveTimeout: KEEP_ALIVE,
  };
  const server = tls
    ? https.createServer({ ...timeouts, ...tls, handshakeTimeout: headers })
    : http.createServer(timeouts);
  const connections = new Connections(trusted);
  server.on(tls ? "secureConnection" : "connection", (socket: Socket) => connections.add(socket));
  server.on("request", (request: http.IncomingMessage, response: http.ServerResponse) =>
    connections.use(request.socket, response),
  );
  // A connection that cannot be accepted, for example without free file handles, must not end the server.
  server.on("error", () => {});
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const isSlow = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
    const status = isSlow
      ? "408 Request Timeout"
      : error.code === "HPE_HEADER_OVERFLOW"
        ? "431 Request Header Fields Too Large"
        : "400 Bad Request";
    if (socket.writable)
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
        socket.destroy(),
      );
    // A socket without a TLS handshake never sends its end.
    setTimeout(() => socket.destroy(), REFUSAL_MS).unref();
  });
  return { server, connections };
}

interface Connection {
  readonly sender: string;
  /** True while a request is being answered. */
  isBusy: boolean;
  /** True once a workstation has shown its token. */
  isKnown: boolean;
}

/**
 * The open connections, limited per sender. At the total limit, a new connection replaces the one that has been idle
 * longest.
 */
export class Connections {
  readonly #trusted: TrustedProxies;
  /** In the order of their last use. */
  readonly #open = new Map<Socket, Connection>();
  readonly #bySender = new Map<string, number>();

  constructor(trusted: TrustedProxies) {
    this.#trusted = trusted;
  }

  add(socket: Socket): void {
    const address = socket.remoteAddress ?? "";
    const isProxy = isTrusted(address, this.#trusted);
    const connection = { sender: groupOf(address), isBusy: false, isKnown: isProxy };
    const ofSender = this.#bySender.get(connection.sender) ?? 0;
    const mayOpen = isProxy || ofSender < MAX_OF_SENDER;
    if (!mayOpen || (this.#open.size >= MAX_CONNECTIONS && !this.#dropIdle())) {
      socket.destroy();
      return;
    }
    this.#open.set(socket, connection);
    if (!isProxy) this.#count(connection.sender, 1);
    socket.on("close", () => this.#forget(socket));
  }

  /** Marks a connection as busy until its request is answered. */
  use(socket: Socket, response: http.ServerResponse): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    connection.isBusy = true;
    response.on("close", () => {
      connection.isBusy = false;
      if (!this.#open.delete(socket)) return;
      this.#open.set(socket, connection);
    });
  }

  /**
   * Notes that a workstation has shown its token. Its connection then no longer counts for its address, which an office
   * may share.
   */
  recognise(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (!connection || connection.isKnown) return;
    connection.isKnown = true;
    this.#count(connection.sender, -1);
  }

  #dropIdle(): boolean {
    for (const [socket, { isBusy }] of this.#open) {
      if (isBusy) continue;
      socket.destroy();
      this.#forget(socket);
      return true;
    }
    return false;
  }

  #forget(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (this.#open.delete(socket) && connection?.isKnown === false) this.#count(connection.sender, -1);
  }

  #count(sender: string, by: number): void {
    const count = (this.#bySender.get(sender) ?? 0) + by;
    if (count > 0) this.#bySender.set(sender, count);
    else this.#bySender.delete(sender);
  }
}

/** Listens at an address. @throws the error of `listen` for an address that is in use or not allowed. */
export function listen(server: http.Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

type Headers = Readonly<Record<string, string>>;

/** Ms and bytes for which a sender may go on sending after a refusal. */
const [LINGER_TIME, LINGER_BYTES] = [2_000, 1024 * 1024];

/** Answers a request that was read completely. */
export function answer(
  response: http.ServerResponse,
  status: number,
  headers: Headers = {},
  body = "",
): void {
  response.writeHead(status, { ...headers, "content-length": String(Buffer.byteLength(body)) }).end(body);
}

/**
 * Answers a request that was not read, and ends its connection. Further bytes are discarded for a moment, because a
 * sender that is still writing when the connection closes would lose the answer.
 */
export function answerUnread(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  status: number,
  headers: Headers = {},
): void {
  response.writeHead(status, { ...headers, connection: "close", "content-length": "0" }).flushHeaders();
  let bytes = 0;
  const end = (): void => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER_TIME).unref();
  request.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > LINGER_BYTES) end();
  });
  request.once("end", end).once("close", end).resume();
  if (request.readableEnded) end();
}
