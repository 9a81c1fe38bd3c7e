import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { createServer, listen } from "../../../../../../electron/features/collector/webhooks/http-server.ts";
import { trustedProxies } from "../../../../../../electron/features/collector/webhooks/sender.ts";
import { selfSigned } from "../../../../../helpers/self-signed.ts";

it("a connection that never begins its TLS handshake is closed, and the server can close", async () => {
  const { server } = createServer(200, 200, trustedProxies([]), selfSigned());
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
