import type http from "node:http";
import { describe, expect, it } from "vitest";
import {
  groupOf,
  senderOf,
  trustedProxies,
  SenderLimits,
} from "../../../../../../../electron/features/collector/serving/webhooks/sender.ts";

const request = (peer: string, forwarded?: string): http.IncomingMessage =>
  ({
    socket: { remoteAddress: peer },
    headers: { "x-forwarded-for": forwarded },
  }) as unknown as http.IncomingMessage;

describe("the sender of a request", () => {
  it.each([
    [
      "the collector ignores the forwarded address of an untrusted proxy",
      [],
      "10.0.0.2",
      "1.2.3.4",
      "10.0.0.2",
    ],
    [
      "the collector ignores the forwarded address of a proxy on this machine that is not trusted",
      [],
      "127.0.0.1",
      "1.2.3.4",
      "127.0.0.1",
    ],
    [
      "the sender is the address that a trusted proxy forwards",
      ["10.0.0.2"],
      "10.0.0.2",
      "1.2.3.4",
      "1.2.3.4",
    ],
    [
      "a trusted IPv4 address also matches its form in IPv6",
      ["127.0.0.1"],
      "::ffff:127.0.0.1",
      "1.2.3.4",
      "1.2.3.4",
    ],
    [
      "the sender is the entry that the nearest proxy added",
      ["10.0.0.2"],
      "10.0.0.2",
      "6.6.6.6, 1.2.3.4",
      "1.2.3.4",
    ],
    [
      "the collector skips the entries of further trusted proxies",
      ["10.0.0.0/8"],
      "10.0.0.2",
      "6.6.6.6, 1.2.3.4, 10.9.9.9",
      "1.2.3.4",
    ],
    [
      "a trusted proxy that forwards no address is itself the sender",
      ["10.0.0.2"],
      "10.0.0.2",
      undefined,
      "10.0.0.2",
    ],
    [
      "a trusted proxy that forwards no valid address is itself the sender",
      ["10.0.0.2"],
      "10.0.0.2",
      "<script>",
      "10.0.0.2",
    ],
    ["a network of IPv6 may be trusted", ["fd00::/8"], "fd00::7", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    [
      "the collector ignores the forwarded address of a proxy outside the trusted network",
      ["fd00::/8"],
      "2001:db8::1",
      "1.2.3.4",
      "2001:db8:0:0",
    ],
  ] as const)("%s", (_what, named, peer, forwarded, sender) => {
    expect(senderOf(request(peer, forwarded), trustedProxies([...named]))).toBe(sender);
  });

  it("an IPv6 network counts as one sender, an IPv4 address as one sender", () => {
    expect(groupOf("2001:db8:0:1::5")).toBe(groupOf("2001:db8:0:1:ffff::6"));
    expect(groupOf("2001:db8:0:1::5")).not.toBe(groupOf("2001:db8:0:2::5"));
    expect(groupOf("::1")).toBe("0:0:0:0");
    expect(groupOf("::ffff:9.9.9.9")).toBe("9.9.9.9");
    expect(groupOf("fe80::1%eth0")).toBe("fe80:0:0:0");
  });

  it.each(["", "x", "10.0.0.2/33", "10.0.0.2/a", "10.0.0", "fd00::/129", "localhost", "10.0.0.2/"])(
    "the trusted proxy list refuses %j",
    (text) => {
      expect(() => trustedProxies([text])).toThrow(RangeError);
    },
  );
});

/** Limits over a clock that the test moves, in ms. */
function limitsAt(): { limits: SenderLimits; clock: { at: number } } {
  const clock = { at: 0 };
  return { limits: new SenderLimits({ monotonic: () => clock.at }), clock };
}
const takeAll = (limits: SenderLimits, kind: "accept" | "refuse", sender: string): number => {
  let taken = 0;
  while (limits[kind](sender) === 0) taken += 1;
  return taken;
};

it("a sender may send 12,000 verified requests at once, then 1,000 per second", () => {
  const { limits, clock } = limitsAt();
  expect(takeAll(limits, "accept", "a")).toBe(12_000);
  expect(limits.accept("a")).toBe(1);
  clock.at = 500;
  expect(takeAll(limits, "accept", "a")).toBe(500);
  clock.at = 3_600_000;
  expect(takeAll(limits, "accept", "a")).toBe(12_000);
});

it("a sender may send 120 refused requests at once, then ten per second", () => {
  const { limits, clock } = limitsAt();
  expect(takeAll(limits, "refuse", "a")).toBe(120);
  clock.at = 1_000;
  expect(takeAll(limits, "refuse", "a")).toBe(10);
  expect(limits.refuse("b")).toBe(0);
});

it("refused requests do not use up the limit for verified requests", () => {
  const { limits } = limitsAt();
  takeAll(limits, "refuse", "a");
  expect(takeAll(limits, "accept", "a")).toBe(12_000);
});

it("the limits remember 10,000 senders and forget the longest idle sender", () => {
  const { limits } = limitsAt();
  takeAll(limits, "accept", "quiet");
  takeAll(limits, "accept", "busy");
  for (let sender = 0; sender < 9_999; sender += 1) limits.accept(`sender ${sender}`);
  expect(limits.accept("busy")).toBeGreaterThan(0);
  expect(limits.accept("quiet")).toBe(0);
});
