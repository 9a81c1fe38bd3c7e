// @module-tag whole
import os from "node:os";
import { expect, it } from "vitest";
import { systemClock } from "../../../electron/base/clock.ts";
import { createLog } from "../../../electron/base/log.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { startCollector } from "../../../electron/features/collector/collector.ts";
import { trustedProxies } from "../../../electron/features/collector/serving/webhooks/sender.ts";
import { COMPUTATIONS } from "../../../electron/hosts/core/computations.ts";
import { DEFAULT_SETTINGS } from "../../../shared/inventory/settings.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { serve } from "../sample-service/support.ts";
import { addToken, ask, collect } from "./support.ts";

/** An address of this computer that is not its loopback. */
const OWN_ADDRESS = Object.values(os.networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

it.skipIf(OWN_ADDRESS === undefined)(
  "a collector without TLS accepts other machines only through a named proxy",
  async () => {
    const service = await serve({ items: 5 });
    const folder = await temporaryFolder();
    const token = addToken(folder, "Desk 1");
    for (const [named, status] of [
      [[], 403],
      [[String(OWN_ADDRESS)], 200],
    ] as const) {
      const collector = await startCollector({
        folder,
        baseUrl: service.url,
        key: service.key,
        fetch: nodeFetch,
        clock: systemClock,
        log: createLog(() => {}),
        settings: DEFAULT_SETTINGS,
        computations: COMPUTATIONS,
        listen: { host: "0.0.0.0", port: 0, tls: null, trusted: trustedProxies(named), perMinute: 0 },
        connectionId: "default",
        onFailed: () => {},
      });
      try {
        const { port } = new URL(collector.url);
        const url = `http://${OWN_ADDRESS}:${port}`;
        expect((await ask({ url, token }, "/stockdeck/v1")).status).toBe(status);
        expect((await ask({ url: `http://127.0.0.1:${port}`, token }, "/stockdeck/v1")).status).toBe(200);
      } finally {
        await collector.close();
      }
    }
  },
);

it("many wrong tokens from a sender get 429", async () => {
  const collector = await collect(await serve({ items: 5 }));
  const wrong = { headers: { authorization: "Bearer wrong" } };
  // All requests are sent at once, because the limit grows with time.
  const replies = await Promise.all(
    Array.from({ length: 200 }, () => ask(collector, "/inventory/items", wrong)),
  );
  const statuses = new Set(replies.map(({ status }) => status));
  expect(statuses).toEqual(new Set([401, 429]));
  expect((await ask(collector, "/inventory/items")).status).toBe(200);
});

it("a token can have at most eight streams", async () => {
  const collector = await collect(await serve({ items: 5 }));
  const headers = { authorization: `Bearer ${collector.token}` };
  const abort = new AbortController();
  const open = () => fetch(`${collector.url}/stockdeck/v1/stream`, { headers, signal: abort.signal });
  const statuses = [];
  for (let stream = 0; stream < 9; stream += 1) statuses.push((await open()).status);
  abort.abort();
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 200, 429]);
});
