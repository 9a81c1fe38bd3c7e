import { expect, it } from "vitest";
import { RequestQueue, RetryLater, LONGEST_WAIT } from "../../../../electron/client/request-queue.ts";
import type { Clock } from "../../../../electron/base/clock.ts";
import { AppFailure } from "../../../../shared/base/errors.ts";
import { errorOf } from "../../../helpers/failures.ts";
import { virtualClock } from "../../../helpers/virtual-clock.ts";

it("the request queue sends one request at a time after an unanswered probe", async () => {
  const clock = virtualClock();
  const queue = new RequestQueue({ clock });
  const log: string[] = [];
  let end = (): void => {};
  const limited = async (): Promise<never> => {
    throw new RetryLater({ header: 10_000, body: null }, { kind: "rate_limited", message: "" });
  };
  let tries = 0;
  const first = errorOf(
    queue.run(
      async () => {
        tries += 1;
        if (tries === 1) return limited();
        log.push("broken probe");
        throw new AppFailure({ kind: "network", reason: "reset", message: "" });
      },
      { priority: "background" },
    ),
  );
  await clock.advance(0);
  const send = (name: string) => (): Promise<string> => {
    log.push(name);
    return new Promise((resolve) => (end = () => resolve(name)));
  };
  const others = [
    queue.run(send("two"), { priority: "user" }),
    queue.run(send("three"), { priority: "user" }),
  ];
  await clock.advance(9_999);
  expect(log).toEqual([]);
  await clock.advance(10_000);
  // User requests go first, so the first probe is a user's request; the test decides when it is answered.
  expect(log).toEqual(["two"]);
  end();
  await clock.advance(0);
  expect(log.toSorted()).toEqual(["broken probe", "three", "two"]);
  end();
  expect(await Promise.all(others)).toEqual(["two", "three"]);
  expect((await first).kind).toBe("network");
});

it("a user's request fails if the probe is refused for longer than the request's timeout", async () => {
  const clock = virtualClock();
  const queue = new RequestQueue({ clock });
  const refused = (header: number): RetryLater =>
    new RetryLater({ header, body: null }, { kind: "rate_limited", message: "" });
  let tries = 0;
  let answerProbe = (): void => {};
  const background = queue.run(
    async () => {
      tries += 1;
      if (tries === 1) throw refused(10_000);
      if (tries > 2) return "page";
      await new Promise<void>((resolve) => (answerProbe = resolve));
      throw refused(600_000);
    },
    { priority: "background" },
  );
  await clock.advance(0);
  await clock.advance(11_000);
  expect(tries).toBe(2);
  const sent: string[] = [];
  const user = (name: string, timeout?: number): Promise<unknown> =>
    queue.run(async () => sent.push(name), { priority: "user", ...(timeout ? { timeout } : {}) });
  const impatient = errorOf(user("impatient", 5_000));
  const patient = user("patient");
  await clock.advance(200);
  answerProbe();
  expect(await impatient).toMatchObject({ kind: "rate_limited", retryAt: expect.any(String) });
  expect(sent).toEqual([]);
  await clock.advance(700_000);
  expect(await Promise.all([background, patient])).toEqual(["page", 1]);
  expect(sent).toEqual(["patient"]);
});

it("the request queue opens after a wait even if the wait's timer fires too early", async () => {
  let now = 0;
  const early: Clock = {
    ...virtualClock(),
    now: () => now,
    monotonic: () => now,
    random: () => 0.123,
    // Waits like the platform's timers, in whole milliseconds, and sometimes one millisecond too short.
    wait: async (milliseconds) => {
      now += Math.max(0.4, Math.trunc(milliseconds) - 1);
    },
  };
  const queue = new RequestQueue({ clock: early });
  let tries = 0;
  const answer = queue.run(
    async () => {
      tries += 1;
      if (tries === 1)
        throw new RetryLater({ header: 5_000, body: null }, { kind: "rate_limited", message: "" });
      return now;
    },
    { priority: "background" },
  );
  expect(await answer).toBeGreaterThanOrEqual(5_061.5);
});

it("the next request becomes the probe if a probe gets no response", async () => {
  const clock = virtualClock();
  const queue = new RequestQueue({ clock });
  let tries = 0;
  const broken = errorOf(
    queue.run(
      async () => {
        tries += 1;
        if (tries === 1)
          throw new RetryLater({ header: 1_000, body: null }, { kind: "rate_limited", message: "" });
        throw new AppFailure({ kind: "network", reason: "reset", message: "" });
      },
      { priority: "user" },
    ),
  );
  await clock.advance(0);
  await clock.advance(2_000);
  expect((await broken).kind).toBe("network");
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const run = (name: string): Promise<string> =>
    queue.run(() => (begun.push(name), new Promise((resolve) => ends.push(() => resolve(name)))), {
      priority: "user",
    });
  const both = [run("a"), run("b")];
  await clock.advance(0);
  expect(begun).toEqual(["a"]);
  ends[0]?.();
  await clock.advance(0);
  expect(begun).toEqual(["a", "b"]);
  ends[1]?.();
  expect(await Promise.all(both)).toEqual(["a", "b"]);
});

it("the request queue keeps no timer without waiting requests", async () => {
  const clock = virtualClock();
  const queue = new RequestQueue({ clock });
  const limited = async (): Promise<never> => {
    throw new RetryLater({ header: 3_600_000, body: null }, { kind: "rate_limited", message: "" });
  };
  expect((await errorOf(queue.run(limited, { priority: "background" }))).kind).toBe("rate_limited");
  expect(clock.sleeping).toBe(0);
  const abort = new AbortController();
  const waiting = errorOf(queue.run(async () => "sent", { priority: "background", signal: abort.signal }));
  await clock.advance(60_000);
  expect(clock.sleeping).toBe(1);
  abort.abort();
  expect((await waiting).kind).toBe("cancelled");
  expect(clock.sleeping).toBe(0);
  const patient = queue.run(async () => "sent", { priority: "background" });
  await clock.advance(LONGEST_WAIT);
  expect(await patient).toBe("sent");
});
