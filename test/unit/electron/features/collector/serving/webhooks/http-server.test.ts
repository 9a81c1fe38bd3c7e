import { once } from "node:events";
import type http from "node:http";
import net, { type AddressInfo } from "node:net";
import tls from "node:tls";
import { expect, it, onTestFinished } from "vitest";
import {
  createServer,
  listen,
} from "../../../../../../../electron/features/collector/serving/webhooks/http-server.ts";
import { trustedProxies } from "../../../../../../../electron/features/collector/serving/webhooks/sender.ts";
import { systemClock } from "../../../../../../../electron/base/clock.ts";
import { waitUntil } from "../../../../../../helpers/wait-until.ts";
import { selfSigned } from "../../../../../../helpers/self-signed.ts";

it("a connection without a TLS handshake is closed", async () => {
  const { server } = createServer(systemClock, 200, 200, trustedProxies([]), selfSigned());
  await listen(server, "127.0.0.1", 0);
  const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  await once(socket, "close");
  const closed = once(server, "close");
  server.close();
  await closed;
  expect(server.listening).toBe(false);
});

/** Starts a server with TLS and long timeouts. @returns its port. */
async function serveTls(): Promise<number> {
  const { server } = createServer(systemClock, 600_000, 600_000, trustedProxies([]), selfSigned());
  server.on("request", (request: http.IncomingMessage, response: http.ServerResponse) => {
    if (request.method === "GET") response.end("here");
    else request.resume();
  });
  await listen(server, "127.0.0.1", 0);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** The number of sockets that are open; all are closed after the test. */
function openOf(sockets: readonly net.Socket[]): () => number {
  for (const socket of sockets) socket.on("error", () => {}).resume();
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  return () => sockets.filter(({ closed }) => !closed).length;
}

it("connections without a TLS handshake count only against their sender", async () => {
  const port = await serveTls();
  const sockets = Array.from({ length: 400 }, () => net.connect(port, "127.0.0.1"));
  const open = openOf(sockets);
  await Promise.all(sockets.map((socket) => once(socket, "connect")));
  await waitUntil(() => open() === 250, "the end of the connections above the limit");
  const below = net.connect({ host: "127.0.0.1", port, localAddress: "127.0.0.2" });
  const socket = tls.connect({ socket: below, rejectUnauthorized: false });
  openOf([socket]);
  let answer = "";
  socket.on("data", (data: Buffer) => (answer += data.toString()));
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await waitUntil(() => answer.includes("here"), "the answer to another sender");
  expect(open()).toBe(250);
});

it("the oldest unfinished body is ended if over a hundred bodies are unfinished, also with TLS", async () => {
  const port = await serveTls();
  const sockets: net.Socket[] = [];
  const begin = async (): Promise<void> => {
    const socket = tls.connect({ host: "127.0.0.1", port, rejectUnauthorized: false });
    sockets.push(socket);
    openOf([socket]);
    await once(socket, "secureConnect");
    await new Promise<void>((resolve) => {
      socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nx", () => resolve());
    });
  };
  await begin();
  while (sockets.length < 101) await begin();
  await waitUntil(() => sockets[0]?.closed === true, "the end of the oldest body");
  expect(sockets.filter(({ closed }) => !closed)).toHaveLength(100);
});
