import fc from "fast-check";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import {
  verifyDelivery,
  secretProblem,
  readHeaders,
  type Verification,
} from "../../../../../../../electron/features/collector/serving/webhooks/verify-delivery.ts";
import type { EventScheme } from "../../../../../../../shared/features/collector/webhook-events.ts";
import { envelope, HMAC_BODY, NOW, SECRET, signedHeaders, STANDARD } from "./support.ts";

const BODY = envelope();
const OTHER = `whsec_${Buffer.from("another secret of the service").toString("base64")}`;
const seconds = (milliseconds: number): string => String(Math.floor(milliseconds / 1_000));
const standardHeaders = (more: { id?: string; timestamp?: string; body?: Buffer } = {}): [string, string][] =>
  signedHeaders({
    scheme: STANDARD,
    secret: SECRET,
    body: BODY,
    id: "msg_1",
    timestamp: seconds(NOW),
    ...more,
  });

function verify(
  headers: readonly (readonly [string, string])[],
  { scheme = STANDARD, secrets = [SECRET], body = BODY }: Partial<Parameters<typeof verifyDelivery>[0]> = {},
): Verification {
  return verifyDelivery({ headers: readHeaders(headers.flat()), body, scheme, secrets, now: NOW });
}
const verdict = (...args: Parameters<typeof verify>): string => {
  const result = verify(...args);
  return result.ok ? "ok" : result.refusal;
};
const replaced = (name: string, value: string): [string, string][] =>
  standardHeaders().map(([known, old]) => [known, known === name ? value : old]);

describe("deliveries signed by the package standardwebhooks", () => {
  const key = fc.uint8Array({ minLength: 1, maxLength: 64 });
  const text = fc.string({ unit: "binary" });
  // The package signs only texts, and an id must be a valid header value.
  const id = fc.stringMatching(/^[!-~]{1,40}$/);
  const timestamp = fc.integer({ min: -299, max: 299 }).map((off) => NOW + off * 1_000);

  it("a delivery signed by the package verifies within the time tolerance", () => {
    fc.assert(
      fc.property(key, text, id, timestamp, (bytes, content, message, at) => {
        const secret = `whsec_${Buffer.from(bytes).toString("base64")}`;
        const body = Buffer.from(content, "utf8");
        const signature = new Webhook(secret).sign(message, new Date(at), body.toString("utf8"));
        const headers: [string, string][] = [
          ["Webhook-Id", message],
          ["Webhook-Timestamp", seconds(at)],
          ["Webhook-Signature", signature],
        ];
        expect(verify(headers, { secrets: [OTHER, secret], body })).toEqual({
          ok: true,
          deliveryId: message,
        });
      }),
    );
  });

  it("a signed delivery with any changed bit does not verify", () => {
    const places = fc.constantFrom("body", "webhook-id", "webhook-timestamp", "webhook-signature");
    fc.assert(
      fc.property(places, fc.nat(), fc.integer({ min: 1, max: 127 }), (place, position, change) => {
        const flipped = (bytes: Buffer): Buffer => {
          const at = position % bytes.length;
          return Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ change : byte)));
        };
        const signature = new Webhook(SECRET).sign("msg_1", new Date(NOW), BODY.toString());
        const headers: [string, string][] = [
          ["webhook-id", "msg_1"],
          ["webhook-timestamp", seconds(NOW)],
          ["webhook-signature", signature],
        ];
        const changed = headers.map(([name, value]): [string, string] => [
          name,
          name === place ? flipped(Buffer.from(value)).toString("latin1") : value,
        ]);
        const body = place === "body" ? flipped(BODY) : BODY;
        expect(verify(changed, { body }).ok).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it("the package accepts a delivery signed by this test", () => {
    const at = Date.now();
    const headers = standardHeaders({ timestamp: seconds(at) });
    expect(new Webhook(SECRET).verify(BODY.toString(), Object.fromEntries(headers))).toMatchObject({
      eventId: "evt_1",
    });
  });
});

describe("a signed delivery", () => {
  it.each<[string, [string, string][], string]>([
    ["verifies if it is unchanged", standardHeaders(), "ok"],
    [
      "verifies if the names of its headers are in capitals",
      standardHeaders().map(([n, v]) => [n.toUpperCase(), v]),
      "ok",
    ],
    [
      "verifies if it is as old as the tolerance allows",
      standardHeaders({ timestamp: seconds(NOW - 300_000) }),
      "ok",
    ],
    [
      "verifies if its time is as far in the future as the tolerance allows",
      standardHeaders({ timestamp: seconds(NOW + 300_000) }),
      "ok",
    ],
    ["verifies if its time is in milliseconds", standardHeaders({ timestamp: String(NOW) }), "ok"],
    [
      "verifies if its time is in ISO 8601",
      standardHeaders({ timestamp: new Date(NOW).toISOString() }),
      "ok",
    ],
    [
      "is refused for its time if it is too old",
      standardHeaders({ timestamp: seconds(NOW - 301_000) }),
      "old_timestamp",
    ],
    [
      "is refused for its time if the time is too far in the future",
      standardHeaders({ timestamp: seconds(NOW + 301_000) }),
      "old_timestamp",
    ],
    [
      "is refused for its time if the time is unreadable",
      standardHeaders({ timestamp: "yesterday" }),
      "old_timestamp",
    ],
    [
      "is refused for its signature if its time was changed",
      replaced("webhook-timestamp", seconds(NOW - 9)),
      "bad_signature",
    ],
    ["is refused for its signature if its id was changed", replaced("webhook-id", "msg_2"), "bad_signature"],
    ["lacks a signature if it has no such header", standardHeaders().slice(1), "no_signature"],
    ["lacks a signature if the header is empty", replaced("webhook-signature", ""), "no_signature"],
    [
      "lacks a signature if it has no id",
      standardHeaders().filter(([name]) => name !== "webhook-id"),
      "no_signature",
    ],
    [
      "lacks a signature if it has no time",
      standardHeaders().filter(([name]) => name !== "webhook-timestamp"),
      "no_signature",
    ],
    [
      "is refused for its signature if it has two ids",
      [...standardHeaders(), ["webhook-id", "msg_1"]],
      "bad_signature",
    ],
    [
      "is refused for its signature if it has two signature headers",
      [...standardHeaders(), standardHeaders()[0]!],
      "bad_signature",
    ],
    [
      "is refused for its signature if its id is longer than 8 kB",
      standardHeaders({ id: "i".repeat(8_193) }),
      "bad_signature",
    ],
    ["verifies if its id has 8 kB", standardHeaders({ id: "i".repeat(8_192) }), "ok"],
    [
      "is refused for its signature if the signature has no version prefix",
      standardHeaders().map(([n, v]) => [n, v.replace("v1,", "")]),
      "bad_signature",
    ],
    [
      "is refused for its signature if the digest was cut",
      standardHeaders().map(([n, v]) => [n, n === "webhook-signature" ? v.slice(0, -4) : v]),
      "bad_signature",
    ],
  ])("a delivery %s", (_what, headers, expected) => {
    expect(verdict(headers)).toBe(expected);
  });

  it.each([" ", ", ", "  "])("a delivery may have several signatures separated by %j", (between) => {
    const [[name, ours] = ["", ""], ...rest] = standardHeaders();
    const theirs = `v1,${Buffer.alloc(32, 7).toString("base64")}`;
    for (const list of [
      [theirs, ours],
      [ours, theirs],
      [theirs, "v1a,x", ours],
    ])
      expect(verdict([[name, list.join(between)], ...rest])).toBe("ok");
    expect(verdict([[name, [theirs, theirs].join(between)], ...rest])).toBe("bad_signature");
  });

  it("a delivery verifies with any of several secrets", () => {
    expect(verdict(standardHeaders(), { secrets: [OTHER, SECRET] })).toBe("ok");
    expect(verdict(standardHeaders(), { secrets: [SECRET, OTHER] })).toBe("ok");
    expect(verdict(standardHeaders(), { secrets: [OTHER] })).toBe("bad_signature");
    expect(verdict(standardHeaders(), { secrets: [] })).toBe("bad_signature");
  });

  it("a delivery never verifies with an empty secret", () => {
    const schemes: readonly (readonly [EventScheme, string])[] = [
      [HMAC_BODY, ""],
      [{ ...HMAC_BODY, secretEncoding: "base64" }, "whsec_"],
      [{ ...HMAC_BODY, secretEncoding: "base64" }, "====="],
    ];
    for (const [scheme, secret] of schemes) {
      const headers = signedHeaders({ scheme, secret, body: BODY });
      expect(verdict(headers, { scheme, secrets: [secret] })).toBe("bad_signature");
      expect(secretProblem(secret, scheme)).not.toBeNull();
    }
  });
});

describe("every signature scheme", () => {
  const scheme = fc.record<EventScheme>({
    signed: fc.constantFrom("body", "id.timestamp.body"),
    encoding: fc.constantFrom("hex", "base64"),
    secretEncoding: fc.constantFrom("text", "base64"),
    signatureHeader: fc.constantFrom("x-signature", "signature"),
    signaturePrefix: fc.constantFrom("", "sha256=", "v1,", "v1=", "HMAC-SHA256 "),
    idHeader: fc.constant("x-id"),
    timestampHeader: fc.constant("x-time"),
    toleranceSeconds: fc.integer({ min: 1, max: 86_400 }),
    resourceIdPath: fc.constant("data.id"),
  });
  const bytes = fc.uint8Array({ maxLength: 300 }).map((body) => Buffer.from(body));
  const secretText = fc.base64String({ minLength: 4, maxLength: 60 });

  it("every scheme verifies its own signature, but not another secret's signature", () => {
    fc.assert(
      fc.property(scheme, bytes, secretText, secretText, (own, body, secret, other) => {
        fc.pre(secret !== other && secretProblem(secret, own) === null && secretProblem(other, own) === null);
        const headers = signedHeaders({ scheme: own, secret, body, id: "é1", timestamp: seconds(NOW) });
        expect(verify(headers, { scheme: own, secrets: [other, secret], body }).ok).toBe(true);
        expect(verdict(headers, { scheme: own, secrets: [other], body })).toBe("bad_signature");
        const longer = Buffer.concat([body, Buffer.from("\n")]);
        expect(verdict(headers, { scheme: own, secrets: [secret], body: longer })).toBe("bad_signature");
      }),
    );
  });

  it("every scheme accepts hex in upper and lower case", () => {
    const [[name, signature] = ["", ""]] = signedHeaders({ scheme: HMAC_BODY, secret: "s", body: BODY });
    for (const written of [signature, signature.toUpperCase()])
      expect(verdict([[name, written]], { scheme: HMAC_BODY, secrets: ["s"] })).toBe("ok");
  });

  it("every scheme derives an id from the delivery's bytes if there is no signed id", () => {
    const ids = [BODY, BODY, Buffer.from("x")].map((body) => {
      const headers = signedHeaders({ scheme: HMAC_BODY, secret: "s", body });
      const result = verify(headers, { scheme: HMAC_BODY, secrets: ["s"], body });
      return result.ok ? result.deliveryId : "";
    });
    expect(ids[0]).toMatch(/^sha256-[0-9a-f]{64}$/);
    expect([ids[1] === ids[0], ids[2] === ids[0]]).toEqual([true, false]);
  });
});
