import { once } from "node:events";
import http from "node:http";
import https from "node:https";
import net from "node:net";
import { selfSigned } from "./self-signed.ts";

/** A proxy that tunnels by CONNECT, and a record of its traffic. */
export interface ConnectProxy {
  readonly port: number;
  /** The target of each CONNECT. */
  readonly targets: string[];
  /** The `Proxy-Authorization` of each CONNECT; undefined if it is absent. */
  readonly credentials: (string | undefined)[];
  /** Every byte that a client sent, as Latin-1. */
  seen(): string;
  close(): void;
}

/**
 * Starts a proxy on this machine.
 * @param refusal the answer in place of a tunnel; "silence" sends no answer, "sign-in" demands any name and
 * password.
 * @param upstream the port of `service.test`.
 */
export async function connectProxy(
  refusal: number | "silence" | "sign-in" | null = null,
  upstream = 0,
): Promise<ConnectProxy> {
  const targets: string[] = [];
  const credentials: (string | undefined)[] = [];
  const chunks: Buffer[] = [];
  const sockets = new Set<net.Socket>();
  const server = http.createServer((request, response) => {
    targets.push(`${request.method} ${request.url}`);
    response.writeHead(418).end();
  });
  server.on("connection", (socket: net.Socket) => {
    sockets.add(socket);
    socket.on("data", (chunk: Buffer) => chunks.push(chunk)).on("error", () => {});
  });
  server.on("connect", (request: http.IncomingMessage, client: net.Socket, head: Buffer) => {
    targets.push(request.url ?? "");
    credentials.push(request.headers["proxy-authorization"]);
    if (refusal === "silence") return;
    const status = refusal !== "sign-in" ? refusal : request.headers["proxy-authorization"] ? null : 407;
    if (status !== null) {
      const body = '{"error":"unauthorized"}';
      client.end(
        `HTTP/1.1 ${status} No\r\nContent-Type: application/json\r\nProxy-Authenticate: Basic realm="p"\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      );
      return;
    }
    const [host = "", port = ""] = (request.url ?? "").split(":");
    const far = net.connect(host === "service.test" ? upstream : Number(port), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      far.write(head);
      far.pipe(client).pipe(far);
    });
    sockets.add(far);
    far.on("error", () => client.destroy());
    client.on("error", () => far.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  const { port } = server.address() as net.AddressInfo;
  return { port, targets, credentials, seen: () => Buffer.concat(chunks).toString("latin1"), close };
}

/** A server, and the certificate to trust for it. */
export interface TlsServer {
  readonly port: number;
  readonly cert: string;
  close(): void;
}

/** An https server that forwards each request to an http server. */
export async function overTls(url: string): Promise<TlsServer> {
  const { cert, key } = selfSigned();
  const server = https.createServer({ cert, key }, (request, response) => {
    const { method, headers } = request;
    const further = http.request(new URL(request.url ?? "", url), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    further.on("error", () => response.destroy());
    request.pipe(further);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as net.AddressInfo).port, cert, close };
}
