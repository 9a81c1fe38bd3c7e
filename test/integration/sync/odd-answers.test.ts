import type { ServerResponse } from "node:http";
import zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import type { VirtualClock } from "../../helpers/virtual-clock.ts";
import type { Interception } from "../../helpers/front.ts";
import { makeEngineRig } from "./engine-rig.ts";
import { expectCopyEqualsCompany, makeRig, type Rig } from "./support.ts";

const META = { requestId: "r-1", hasMore: false, nextCursor: null };
const page = (data: string): string => `{"data":${data},"meta":${JSON.stringify(META)}}`;
const json = (
  response: ServerResponse,
  body: string | Buffer,
  headers: Record<string, string> = {},
): true => {
  response.writeHead(200, { "Content-Type": "application/json", ...headers }).end(body);
  return true;
};

/** Answers the given number of listings of items itself, and lets later listings through. */
const itemsTimes = (times: number, answer: (response: ServerResponse) => void): Interception => {
  let left = times;
  return ({ url }, response) => {
    if (!url?.startsWith("/inventory/items?") || left === 0) return false;
    left -= 1;
    answer(response);
    return true;
  };
};

const answerItems = (answer: (response: ServerResponse) => void): Promise<Rig> =>
  makeRig({ intercept: itemsTimes(Number.POSITIVE_INFINITY, answer) });

describe("a 503 with Retry-After", () => {
  const busy =
    (headers: Record<string, string>, body = "") =>
    (response: ServerResponse): void =>
      void response.writeHead(503, headers).end(body);

  it.each([
    ["seconds in the header", { "Retry-After": "3" }, "", 3_000],
    [
      "an HTTP date",
      { Date: "Thu, 01 Jan 2026 00:00:00 GMT", "Retry-After": "Thu, 01 Jan 2026 00:00:07 GMT" },
      "",
      7_000,
    ],
    ["the body", {}, '{"error":"e","message":"m","requestId":"r","retryAfter":5}', 5_000],
    [
      "the longer wait of header and body",
      { "Retry-After": "2" },
      '{"error":"e","message":"m","requestId":"r","retryAfter":9}',
      9_000,
    ],
    ["less than the shortest wait", { "Retry-After": "0" }, "", 1_000],
  ])("the client obeys a 503 with Retry-After: %s", async (_where, headers, body, wait) => {
    const rig = await makeRig({ intercept: itemsTimes(1, busy(headers, body)) });
    await rig.pass();
    const [refused, next] = rig.sent
      .map(({ at, status }) => ({ at, status }))
      .filter(({ status }, at, all) => status === 503 || all[at - 1]?.status === 503);
    expect((next?.at ?? 0) - (refused?.at ?? 0)).toBe(wait);
    expect(rig.waits[0]).toMatchObject({ reason: "retrying" });
    await expectCopyEqualsCompany(rig);
  });

  it("a pass fails after four 503 responses with Retry-After", async () => {
    const rig = await answerItems(busy({ "Retry-After": "10" }));
    expect(await rig.failingPass()).toMatchObject({ kind: "server", status: 503 });
    expect(rig.sent.filter(({ status }) => status === 503)).toHaveLength(4);
  });

  it("a 503 that asks for a wait of over 15 minutes ends the pass", async () => {
    const rig = await makeEngineRig({ intercept: itemsTimes(9, busy({ "Retry-After": "7200" })) });
    await rig.engine.useClient(rig.client);
    await rig.ended(1);
    const { state, error, nextPassAt } = rig.engine.status;
    expect([state, error?.kind]).toEqual(["failed", "server"]);
    expect(rig.sent.filter(({ status }) => status === 503)).toHaveLength(1);
    expect(Date.parse(nextPassAt ?? "") - rig.clock.now()).toBeGreaterThan(14 * 60_000);
    expect(error?.retryAt).toBeDefined();
  });

  it("the client retries with a delay if a 503 has no Retry-After", async () => {
    const rig = await makeRig({ intercept: itemsTimes(2, busy({})) });
    await rig.pass();
    expect((rig.clock as VirtualClock).sleeps).toEqual([500, 1_000]);
  });
});

describe("responses that end early", () => {
  const text = page('[{"id":"a","name":"\\u00e9t\\u00e9 – ä","weight":-12.5e3,"status":"available"}]');
  /** The answer is written by hand, because Node would announce a length or send chunks. */
  const cut =
    (bytes: number) =>
    (response: ServerResponse): void => {
      const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n";
      response.socket?.end(Buffer.concat([Buffer.from(head), Buffer.from(text).subarray(0, bytes)]));
    };

  it.each([0, 1, 9, 12, 20, 30, 40, 46, 52, 62, 70, 90, 130])(
    "the client repeats a request if its response ends after %d bytes",
    async (bytes) => {
      const rig = await makeRig({ intercept: itemsTimes(1, cut(bytes)) });
      await rig.pass();
      expect(rig.client.traffic.retries).toBe(1);
      await expectCopyEqualsCompany(rig);
    },
  );

  it("a pass fails with a broken connection if every response is cut off", async () => {
    const rig = await answerItems(cut(40));
    expect(await rig.failingPass()).toMatchObject({ kind: "network", reason: "reset" });
  });
});

describe("the encoding of responses", () => {
  it("the client accepts gzip and Brotli, but never deflate", async () => {
    let offered = "";
    const rig = await makeRig({
      intercept: ({ headers }) => {
        offered = String(headers["accept-encoding"]);
        return false;
      },
    });
    await rig.pass();
    expect(offered).toBe("gzip, br");
  });

  it.each([
    ["Latin-1", Buffer.from(page('[{"id":"r","name":"Rölle"}]'), "latin1")],
    ["UTF-16", Buffer.from(page('[{"id":"r","name":"Rolle"}]'), "utf16le")],
    [
      "a letter cut in half",
      Buffer.concat([Buffer.from('{"data":[{"id":"r","name":"R'), Buffer.from([0xc3]), Buffer.from('"}]}')]),
    ],
    [
      "half a surrogate pair",
      Buffer.concat([
        Buffer.from('{"data":[{"id":"r","name":"'),
        Buffer.from([0xed, 0xa0, 0x80]),
        Buffer.from('"}]}'),
      ]),
    ],
    [
      "an overlong form",
      Buffer.concat([
        Buffer.from('{"data":[{"id":"r","name":"'),
        Buffer.from([0xc0, 0xaf]),
        Buffer.from('"}]}'),
      ]),
    ],
  ])("the client refuses a response in %s and stores nothing of the response", async (_what, body) => {
    const rig = await answerItems((response) =>
      json(response, body, { "Content-Type": "application/json; charset=iso-8859-1" }),
    );
    const error = await rig.failingPass();
    expect(error).toMatchObject({ kind: "protocol", status: 200 });
    // UTF-16 is valid UTF-8 with NULs between its letters, and JSON never contains NULs.
    expect(error.message).toMatch(/not valid (UTF-8|JSON)/);
    expect(await rig.store.reader.record("items", "r")).toBeNull();
  });

  it("the client reads a gzip response with a byte order mark", async () => {
    const rig = await makeRig({
      items: 0,
      intercept: ({ url }, response) =>
        url?.startsWith("/inventory/items?") === true
        && json(response, zlib.gzipSync(`\ufeff${page('[{"id":"r","name":"Rölle"}]')}`), {
          "Content-Encoding": "gzip",
        }),
    });
    await rig.pass();
    expect((await rig.store.reader.record("items", "r"))?.row["name"]).toBe("Rölle");
  });

  it.each([
    ["NaN", '[{"id":"a","name":"A"},{"id":"b","name":"B","weight":NaN}]', "data[1].weight"],
    ["Infinity", '[{"id":"a","name":"A","remainingLength":-Infinity}]', "data[0].remainingLength"],
    ["undefined", '[{"id":"a","name":undefined}]', "data[0].name"],
    ["a trailing comma", '[{"id":"a","name":"A",}]', "data[0].name"],
    ["a single-quoted text", "[{\"id\":'a'}]", "data[0].id"],
    ["a raw line break", '[{"id":"a","name":"A\nB"}]', "data[0].name"],
    ["a leading zero", '[{"id":"a","name":"A","weight":007}]', "data[0].weight"],
    ["a hexadecimal number", '[{"id":"a","name":"A","weight":0x1F}]', "data[0].weight"],
    ["two values", '[{"id":"a" "name":"A"}]', "data[0].id"],
  ])("the error names the position of a fault: %s", async (_what, records, place) => {
    const rig = await answerItems((response) => json(response, page(records)));
    const { kind, message } = await rig.failingPass();
    expect(kind).toBe("protocol");
    expect(message).toContain(place);
    expect(message).not.toMatch(/base URL/i);
  });
});

describe("slow responses", () => {
  /** Sends the beginning of an answer at once, and then single bytes slowly. */
  const drip =
    (everyMs: number, bytes: number) =>
    (response: ServerResponse): void => {
      response.writeHead(200, { "Content-Type": "application/json" });
      response.write('{"data":[');
      const timer = setInterval(() => response.write(" ".repeat(bytes)), everyMs);
      response.on("close", () => clearInterval(timer));
    };

  it("the client times out a response slower than the minimum rate", async () => {
    const pace = { windowMs: 200, leastBytesPerSecond: 1_000, totalMs: 60_000 };
    const rig = await makeRig({ pace, intercept: itemsTimes(1, drip(5, 1)) });
    await rig.pass();
    expect(rig.client.traffic.retries).toBe(1);
    await expectCopyEqualsCompany(rig);
    const lasting = await makeRig({ pace, intercept: itemsTimes(9, drip(5, 1)) });
    expect(await lasting.failingPass()).toMatchObject({ kind: "network", reason: "timeout" });
  });

  it("the client times out a response after the maximum time, however fast the bytes arrive", async () => {
    const pace = { windowMs: 100, leastBytesPerSecond: 1_000, totalMs: 300 };
    const rig = await makeRig({ pace, intercept: itemsTimes(9, drip(5, 100)) });
    expect(await rig.failingPass()).toMatchObject({ kind: "network", reason: "timeout" });
  });

  it("a response may pause for longer than the first-byte timeout", async () => {
    const pace = { windowMs: 3_000, leastBytesPerSecond: 1, totalMs: 60_000 };
    const rig = await makeRig({
      pace,
      timeout: 400,
      items: 0,
      intercept: ({ url }, response) => {
        if (!url?.startsWith("/inventory/items?")) return false;
        response.writeHead(200, { "Content-Type": "application/json" });
        response.write('{"data":');
        setTimeout(() => response.end(`[],"meta":${JSON.stringify(META)}}`), 900);
        return true;
      },
    });
    await rig.pass();
    expect(rig.client.traffic.retries).toBe(0);
  });

  it("the client times out if headers arrive but no body", async () => {
    const rig = await makeRig({
      timeout: 150,
      intercept: itemsTimes(9, (response) => {
        response.writeHead(200, { "Content-Type": "application/json" });
        response.flushHeaders();
      }),
    });
    expect(await rig.failingPass()).toMatchObject({ kind: "network", reason: "timeout" });
  });
});
