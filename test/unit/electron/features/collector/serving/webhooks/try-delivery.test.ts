import { describe, expect, it } from "vitest";
import {
  tryDelivery,
  type TriedScheme,
} from "../../../../../../../electron/features/collector/serving/webhooks/try-delivery.ts";
import { envelope, NOW, SECRET, signedHeaders, STANDARD } from "./support.ts";

const BODY = envelope();
const lines = (headers: readonly (readonly [string, string])[]): string =>
  ["POST /webhooks HTTP/1.1", "Host: example", ...headers.map(([name, value]) => `${name}: ${value}`)].join(
    "\n",
  );
const standard = (at: number, body = BODY): string =>
  lines(
    signedHeaders({
      scheme: STANDARD,
      secret: SECRET,
      body,
      id: "msg_1",
      timestamp: String(Math.floor(at / 1_000)),
    }),
  );
const FAILS = { verifies: false, isTimely: null };

describe("tryDelivery() with a recorded delivery", () => {
  it("tryDelivery() reports which presets verify a real delivery", () => {
    const tried = tryDelivery({
      text: `${standard(NOW)}\n\n${BODY.toString()}`,
      secrets: [SECRET],
      now: NOW,
    });
    expect(tried).toEqual<TriedScheme[]>([
      { name: "standard-webhooks", verifies: true, problem: null, missing: [], isTimely: true },
      { name: "hmac-body", ...FAILS, problem: "missing_headers", missing: ["x-signature"] },
    ]);
  });

  it("tryDelivery() reports that a delivery verifies but is too old", () => {
    const text = `${standard(NOW - 3_600_000)}\n\n${BODY.toString()}`;
    const [tried] = tryDelivery({ text, secrets: [SECRET], now: NOW });
    expect(tried).toMatchObject({ verifies: true, problem: null, isTimely: false });
  });

  it("tryDelivery() reports why a preset does not verify a delivery", () => {
    const given = { text: `${standard(NOW)}\n\n${BODY.toString()}`, now: NOW };
    const other = Buffer.from("another").toString("base64");
    const tryWith = (...secrets: string[]) => tryDelivery({ ...given, secrets })[0];
    expect(tryWith(other)).toMatchObject({ ...FAILS, problem: "bad_signature" });
    expect(tryWith("not base64!")).toMatchObject({ ...FAILS, problem: "bad_secret" });
    expect(tryWith("")).toMatchObject({ ...FAILS, problem: "bad_secret" });
    // One of several secrets is enough, as for a collector.
    expect(tryWith("not base64!", other, SECRET)).toMatchObject({ verifies: true });
    expect(tryDelivery({ text: "nonsense", secrets: [SECRET], now: NOW })[0]).toMatchObject({
      problem: "missing_headers",
      missing: ["webhook-signature", "webhook-id", "webhook-timestamp"],
    });
  });

  it.each([
    ["lost its last line break", `${BODY.toString()}\n`, BODY.toString()],
    ["gained a line break at its end", BODY.toString(), `${BODY.toString()}\n`],
    ["lost its Windows line breaks", "{\r\n}\r\n", "{\n}\n"],
    ["gained Windows line breaks", "{\n}", "{\r\n}"],
  ])("a delivery verifies if its body %s while it was copied", (_what, signed, pasted) => {
    const text = `${standard(NOW, Buffer.from(signed))}\n\n${pasted}`;
    expect(tryDelivery({ text, secrets: [SECRET], now: NOW })[0]).toMatchObject({ verifies: true });
  });

  it("headers with non-ASCII characters verify as sent", () => {
    const id = "é1";
    const headers = signedHeaders({
      scheme: STANDARD,
      secret: SECRET,
      body: BODY,
      id: Buffer.from(id).toString("latin1"),
      timestamp: String(NOW / 1_000),
    }).map(([name, value]): [string, string] => [name, name === "webhook-id" ? id : value]);
    const text = `${lines(headers).replaceAll("\n", "\r\n")}\r\n\r\n${BODY.toString()}`;
    const [tried] = tryDelivery({ text, secrets: [SECRET], now: NOW });
    expect(tried).toMatchObject({ verifies: true });
  });
});
