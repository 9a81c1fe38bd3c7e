import { createServer, type IncomingMessage, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import zlib from "node:zlib";
import { describe, expect, it, onTestFinished } from "vitest";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { systemClock } from "../../../electron/base/clock.ts";
import { DEFAULT_TRANSPORT, exchange, type Exchange } from "../../../electron/client/transport.ts";

async function serve(answer: RequestListener): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const get = (url: string, signal?: AbortSignal): Promise<Exchange> =>
  exchange(
    url,
    "k-1",
    { ...DEFAULT_TRANSPORT, fetch: nodeFetch, clock: systemClock, timeout: 2_000, maxBodyBytes: 1_000_000 },
    signal,
  );
describe("nodeFetch()", () => {
  it("nodeFetch() sends the key and returns status, headers and body", async () => {
    let asked: IncomingMessage["headers"] = {};
    const { url } = await serve(({ headers }, response) => {
      asked = headers;
      response.writeHead(429, { "Retry-After": "7", "Content-Type": "text/plain", Date: "x" }).end("Käfig");
    });
    const answer = await get(url);
    expect(answer).toMatchObject({
      status: 429,
      retryAfter: "7",
      contentType: "text/plain",
      serverTime: null,
    });
    expect(answer.body).toBe("Käfig");
    expect(asked).toMatchObject({ authorization: "Bearer k-1", accept: "application/json" });
  });

  it.each([
    ["gzip", zlib.gzipSync],
    ["deflate", zlib.deflateSync],
    ["br", zlib.brotliCompressSync],
  ])("nodeFetch() unpacks %s", async (encoding, pack) => {
    const text = "Käfig ".repeat(50_000);
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { "Content-Encoding": encoding }).end(pack(text));
    });
    expect((await get(url)).body).toBe(text);
  });

  it.each([
    ["is no gzip", (packed: Buffer) => packed.fill(1, 4)],
    ["ends too early", (packed: Buffer) => packed.subarray(0, packed.length - 20)],
  ])("nodeFetch() reports an incomplete response if its gzip %s", async (_what, damage) => {
    const { url } = await serve((_request, response) => {
      const packed = damage(zlib.gzipSync("x".repeat(100_000)));
      response.writeHead(200, { "Content-Encoding": "gzip" }).end(packed);
    });
    await expect(get(url)).rejects.toMatchObject({ error: { kind: "network", reason: "reset" } });
  });

  it.each([undefined, "gzip"])(
    "nodeFetch() joins small pieces, even if a cut splits a letter (%s)",
    async (encoding) => {
      const { url } = await serve((_request, response) => {
        response.writeHead(200, encoding ? { "Content-Encoding": encoding } : {});
        const body = encoding ? zlib.gzipSync(Buffer.alloc(70_000, "Käfig")) : Buffer.alloc(70_000, "Käfig");
        // The body is also sent in small pieces, of which several arrive in one read.
        for (let at = 0; at < body.length; at += 300) response.write(body.subarray(at, at + 300));
        response.end();
      });
      expect((await get(url)).body).toBe(Buffer.alloc(70_000, "Käfig").toString());
    },
  );

  it("nodeFetch() limits the decompressed size", async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { "Content-Encoding": "gzip" }).end(zlib.gzipSync(Buffer.alloc(50_000_000)));
    });
    await expect(get(url)).rejects.toMatchObject({ error: { kind: "protocol" } });
  });

  it.each([301, 302, 303, 307, 308])(
    "nodeFetch() reports a redirect (%i) as an error and does not follow it",
    async (status) => {
      const paths: (string | undefined)[] = [];
      const { url } = await serve(({ url: path }, response) => {
        paths.push(path);
        response.writeHead(status, { Location: "/elsewhere" }).end();
      });
      await expect(get(url)).rejects.toMatchObject({ error: { kind: "network", reason: "redirect" } });
      expect(paths).toEqual(["/"]);
    },
  );

  it("nodeFetch() reuses one connection and reconnects if the service closed it", async () => {
    const sockets = new Set<Socket>();
    const { server, url } = await serve(({ socket }, response) => {
      sockets.add(socket);
      response.end("whole");
    });
    for (let round = 0; round < 5; round += 1) await get(url);
    expect(sockets.size).toBe(1);
    server.closeIdleConnections();
    // The server notices the end a moment later.
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await get(url)).body).toBe("whole");
    expect(sockets.size).toBe(2);
  });

  it("nodeFetch() stops at once if cancelled, even in the middle of a body", async () => {
    for (const begun of [false, true]) {
      const { url } = await serve((_request, response) => {
        if (begun) response.write("half");
      });
      const controller = new AbortController();
      const answer = get(url, controller.signal);
      setTimeout(() => controller.abort(), 100);
      await expect(answer).rejects.toMatchObject({ error: { kind: "cancelled" } });
    }
    await expect(get("http://127.0.0.1:1/", AbortSignal.abort())).rejects.toMatchObject({
      error: { kind: "cancelled" },
    });
  });
});
