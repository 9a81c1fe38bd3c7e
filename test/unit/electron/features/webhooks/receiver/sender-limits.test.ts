import { expect, it } from "vitest";
import { SenderLimits } from "../../../../../../electron/features/webhooks/receiver/sender-limits.ts";

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

it("a sender may bring 12,000 verified requests at once, and then 1,000 a second", () => {
  const { limits, clock } = limitsAt();
  expect(takeAll(limits, "accept", "a")).toBe(12_000);
  expect(limits.accept("a")).toBe(1);
  clock.at = 500;
  expect(takeAll(limits, "accept", "a")).toBe(500);
  clock.at = 3_600_000;
  expect(takeAll(limits, "accept", "a")).toBe(12_000);
});

it("a sender may be refused 120 times at once, and then ten times a second", () => {
  const { limits, clock } = limitsAt();
  expect(takeAll(limits, "refuse", "a")).toBe(120);
  clock.at = 1_000;
  expect(takeAll(limits, "refuse", "a")).toBe(10);
  expect(limits.refuse("b")).toBe(0);
});

it("refused requests take nothing from the verified ones of the same sender", () => {
  const { limits } = limitsAt();
  takeAll(limits, "refuse", "a");
  expect(takeAll(limits, "accept", "a")).toBe(12_000);
});

it("the limits remember 10,000 senders, and forget the one that was quiet for the longest", () => {
  const { limits } = limitsAt();
  takeAll(limits, "accept", "quiet");
  takeAll(limits, "accept", "busy");
  for (let sender = 0; sender < 9_999; sender += 1) limits.accept(`sender ${sender}`);
  expect(limits.accept("busy")).toBeGreaterThan(0);
  expect(limits.accept("quiet")).toBe(0);
});
