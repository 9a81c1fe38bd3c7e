import http from "node:http";
import type { Socket } from "node:net";
import { MAX_SUBSCRIBERS } from "./event-stream.ts";

/** Connections at a time: every workstation's, and as many of those who deliver. */
const MAX_CONNECTIONS = 2 * MAX_SUBSCRIBERS;
/** Ms for which an idle connection is kept: longer than proxies keep theirs, so that none is closed as it is used. */
const KEEP_ALIVE = 65_000;

/** A server that slow senders cannot keep busy. @param onSlow hears of a sender whose headers took too long. */
export function createServer(headers: number, body: number, onSlow: () => void): http.Server {
  const server = http.createServer({
    headersTimeout: headers,
    // The body has a limit of its own, which ends before.
    requestTimeout: headers + body + 5_000,
    connectionsCheckingInterval: Math.min(1_000, headers),
    keepAliveTimeout: KEEP_ALIVE,
  });
  server.maxConnections = MAX_CONNECTIONS;
  // One connection that cannot be accepted, as where files run out, ends nothing.
  server.on("error", () => {});
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Socket) => {
    const isSlow = error.code === "ERR_HTTP_REQUEST_TIMEOUT";
    if (isSlow) onSlow();
    const status = isSlow
      ? "408 Request Timeout"
      : error.code === "HPE_HEADER_OVERFLOW"
        ? "431 Request Header Fields Too Large"
        : "400 Bad Request";
    if (!socket.writable) socket.destroy();
    else
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
        socket.destroy(),
      );
  });
  return server;
}

/** Listens there. @throws what `listen` has for an address that is taken or not allowed. */
export function listen(server: http.Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}
