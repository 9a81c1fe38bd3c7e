import http from "node:http";
import https from "node:https";
import type { Socket } from "node:net";
import type { Clock } from "../../../../base/clock.ts";
import { groupOf, isTrusted, type TrustedProxies } from "./sender.ts";

/** Ms for which a refused connection stays open for its sender to read the refusal. */
const REFUSAL_MS = 1_000;

/** The most connections: 500 for workstations, and 500 for senders. */
const MAX_CONNECTIONS = 1_000;
/** The most connections whose request body has not arrived completely. */
const MAX_READING = 100;
/** The most connections of one sender without a token. For a trusted proxy there is no such limit. */
const MAX_OF_SENDER = 250;
/**
 * Ms for which an idle connection stays open. Proxies keep a connection for a shorter time, so no proxy uses a
 * connection that is just being closed.
 */
const KEEP_ALIVE = 65_000;

/** A certificate with its key, both PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

/**
 * Makes a server that slow or idle senders cannot block.
 * @param tls the certificate and key; null for plain HTTP.
 * @throws Error for an unusable certificate or key.
 */
export function createServer(
  clock: Pick<Clock, "after">,
  headers: number,
  body: number,
  trusted: TrustedProxies,
  tls: Tls | null = null,
): { readonly server: http.Server; readonly connections: Connections } {
  const timeouts = {
    headersTimeout: headers,
    // The body alone has a shorter limit (read-body.ts).
    requestTimeout: headers + body + 5_000,
    connectionsCheckingInterval: Math.min(1_000, headers),
    keepAliveTimeout: KEEP_ALIVE,
  };
  const server = tls
    ? https.createServer({ ...timeouts, ...tls, handshakeTimeout: headers })
    : http.createServer(timeouts);
  const connections = new Connections(trusted);
  // The event comes before a TLS handshake too, so that the limits also apply to connections without a handshake.
  server.on("connection", (socket: Socket) => connections.add(socket));
  server.on("request", (request: http.IncomingMessage, response: http.ServerResponse) =>
    connections.use(request, response),
  );
  // If a connection cannot be accepted, for example without free file handles, the server must not end.
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
    // A socket without a completed TLS handshake never signals its end.
    clock.after(REFUSAL_MS, () => socket.destroy());
  });
  return { server, connections };
}

interface Connection {
  readonly socket: Socket;
  readonly peer: string;
  readonly sender: string;
  /** True while a request is being answered. */
  isBusy: boolean;
  /** True once a workstation has shown its token. */
  isKnown: boolean;
}

/** The address and port of a connection's other side. The socket of TLS and the socket below it have the same peer. */
const peerOf = ({ remoteAddress = "", remotePort = 0 }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Whether a request has a body. */
const hasBody = ({ headers }: http.IncomingMessage): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/**
 * The open connections, limited for each sender. If the total limit is reached, a new connection replaces a connection
 * whose request body has not arrived. If there is no such connection, the new connection replaces the one that has been
 * idle longest.
 */
export class Connections {
  readonly #trusted: TrustedProxies;
  /** The open connections by peer, in the order of their last use. */
  readonly #open = new Map<string, Connection>();
  /** The connections whose body has not arrived completely, the oldest first. */
  readonly #reading = new Set<Connection>();
  readonly #bySender = new Map<string, number>();

  constructor(trusted: TrustedProxies) {
    this.#trusted = trusted;
  }

  add(socket: Socket): void {
    const address = socket.remoteAddress ?? "";
    const isProxy = isTrusted(address, this.#trusted);
    const peer = peerOf(socket);
    const connection = { socket, peer, sender: groupOf(address), isBusy: false, isKnown: isProxy };
    const ofSender = this.#bySender.get(connection.sender) ?? 0;
    const mayOpen = isProxy || ofSender < MAX_OF_SENDER;
    const isFull = this.#open.size >= MAX_CONNECTIONS;
    if (!mayOpen || (isFull && !this.#dropReading() && !this.#dropIdle())) {
      socket.destroy();
      return;
    }
    this.#open.set(peer, connection);
    if (!isProxy) this.#count(connection.sender, 1);
    socket.on("close", () => this.#forget(connection));
  }

  /** Marks a connection as busy until its request is answered. */
  use(request: http.IncomingMessage, response: http.ServerResponse): void {
    const connection = this.#open.get(peerOf(request.socket));
    if (!connection) return;
    const { peer } = connection;
    connection.isBusy = true;
    if (hasBody(request)) {
      this.#reading.add(connection);
      request.once("end", () => this.#reading.delete(connection));
      if (this.#reading.size > MAX_READING) this.#dropReading();
    }
    response.on("close", () => {
      connection.isBusy = false;
      this.#reading.delete(connection);
      if (this.#open.get(peer) !== connection) return;
      this.#open.delete(peer);
      this.#open.set(peer, connection);
    });
  }

  /**
   * Notes that a workstation has shown its token. From then on, its connection is not counted for its address, which a
   * whole office may share.
   */
  recognise(socket: Socket): void {
    const connection = this.#open.get(peerOf(socket));
    if (!connection || connection.isKnown) return;
    connection.isKnown = true;
    this.#count(connection.sender, -1);
  }

  /**
   * Ends a connection with an unfinished body: the oldest one of the sender that has most of them. A body that arrives
   * quickly is hardly ever ended.
   */
  #dropReading(): boolean {
    const counts = new Map<string, number>();
    for (const { sender } of this.#reading) counts.set(sender, (counts.get(sender) ?? 0) + 1);
    const most = Math.max(...counts.values());
    for (const connection of this.#reading) {
      if (counts.get(connection.sender) !== most) continue;
      this.#drop(connection);
      return true;
    }
    return false;
  }

  #dropIdle(): boolean {
    for (const connection of this.#open.values()) {
      if (connection.isBusy) continue;
      this.#drop(connection);
      return true;
    }
    return false;
  }

  #drop(connection: Connection): void {
    connection.socket.destroy();
    this.#forget(connection);
  }

  #forget(connection: Connection): void {
    const { peer } = connection;
    this.#reading.delete(connection);
    // The same peer may have connected again.
    if (this.#open.get(peer) !== connection) return;
    this.#open.delete(peer);
    if (!connection.isKnown) this.#count(connection.sender, -1);
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

/** The most ms and bytes for which a sender may continue after a refusal. */
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
 * Answers a request that was not read, and ends its connection. Bytes that still arrive are discarded for a moment,
 * because a sender that is still writing when the connection closes would lose the answer.
 */
export function answerUnread(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  clock: Pick<Clock, "after">,
  status: number,
  headers: Headers = {},
): void {
  response.writeHead(status, { ...headers, connection: "close", "content-length": "0" }).flushHeaders();
  let bytes = 0;
  const end = (): void => {
    timer.stop();
    response.end();
  };
  const timer = clock.after(LINGER_TIME, end);
  request.on("data", (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > LINGER_BYTES) end();
  });
  request.once("end", end).once("close", end).resume();
  if (request.readableEnded) end();
}
