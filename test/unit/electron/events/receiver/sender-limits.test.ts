import { expect, it } from "vitest";
import { SenderLimits } from "../../../../../electron/events/receiver/sender-limits.ts";

/** Limits over a clock that the test moves, in ms. */
function limitsAt(): { limits: SenderLimits; clock: { at: number } } {
  const clock = { at: 0 };
  return { limits: new SenderLimits({ monotonic: () => clock.at }), clock };
}
const takeAll = (limits: SenderLimits, sender: string): number => {
  let taken = 0;
  while (limits.take(sender) === 0) taken += 1;
  return taken;
};

it("a sender may bring 12,000 at once, and then 1,000 a second", () => {
  const { limits, clock } = limitsAt();
  expect(takeAll(limits, "a")).toBe(12_000);
  expect(limits.take("a")).toBe(1);
  clock.at = 500;
  expect(takeAll(limits, "a")).toBe(500);
  clock.at = 3_600_000;
  expect(takeAll(limits, "a")).toBe(12_000);
});

it("a refused one costs a hundred more, and what is owed has to be waited for", () => {
  const { limits, clock } = limitsAt();
  for (let guess = 0; guess < 190; guess += 1) {
    expect(limits.take("a")).toBe(0);
    limits.punish("a");
    clock.at += 40;
  }
  for (let guess = 0; guess < 200; guess += 1) limits.punish("a");
  expect(limits.take("a")).toBeGreaterThan(10);
  expect(limits.take("a")).toBeLessThanOrEqual(13);
  expect(limits.take("b")).toBe(0);
});

it("remembers so many senders and no more, and forgets the one that has been quiet longest", () => {
  const { limits } = limitsAt();
  takeAll(limits, "quiet");
  takeAll(limits, "busy");
  for (let sender = 0; sender < 9_999; sender += 1) limits.take(`sender ${sender}`);
  expect(limits.take("busy")).toBeGreaterThan(0);
  expect(limits.take("quiet")).toBe(0);
});
