import http from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { expect, it } from "vitest";
import { ChangeStreams } from "../../../../../../electron/features/collector/serving/change-streams.ts";

it("a client that left before the stream began is not counted", async () => {
  const streams = new ChangeStreams();
  const server = http.createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const request = http.get({ port: (server.address() as AddressInfo).port });
  request.on("error", () => {});
  const [, response] = (await once(server, "request")) as [http.IncomingMessage, http.ServerResponse];
  const left = once(response, "close");
  request.destroy();
  await left;
  streams.add(response, { hash: "a", label: "Desk", access: "read", createdAt: 0, usedAt: null } as never);
  expect(streams.size).toBe(0);
  server.close();
  await once(server, "close");
});
