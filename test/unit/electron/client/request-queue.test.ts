import { describe, expect, it } from "vitest";
import {
  RequestQueue,
  RetryLater,
  WaitedTooLong,
  type Wait,
  type RetryAdvice,
} from "../../../../electron/client/request-queue.ts";
import { errorOf } from "../../../helpers/failures.ts";
import { fakeClock } from "../../../helpers/virtual-clock.ts";

const refuse = (seconds: number | null): never => {
  const advice: RetryAdvice = { header: seconds === null ? null : seconds * 1_000, body: null };
  throw new RetryLater(advice, { kind: "rate_limited", message: "too many", requestId: "r-1" });
};

/** A request whose end the test decides. */
function held(): { send: () => Promise<string>; end: () => void; begun: () => boolean } {
  let end = (): void => {};
  let begun = false;
  const done = new Promise<string>((resolve) => {
    end = () => resolve("done");
  });
  return { send: () => ((begun = true), done), end: () => end(), begun: () => begun };
}

const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("RequestQueue", () => {
  it("the request queue sends background requests one at a time", async () => {
    const queue = new RequestQueue({ clock: fakeClock() });
    const [first, second, user] = [held(), held(), held()];
    const all = [
      queue.run(first.send, { priority: "background" }),
      queue.run(second.send, { priority: "background" }),
      queue.run(user.send, { priority: "user" }),
    ];
    await tick();
    expect([first.begun(), second.begun(), user.begun()]).toEqual([true, false, true]);
    first.end();
    await tick();
    expect(second.begun()).toBe(true);
    second.end();
    user.end();
    expect(await Promise.all(all)).toEqual(["done", "done", "done"]);
  });

  it("the request queue waits after a 429, then sends the request again", async () => {
    const clock = fakeClock();
    const waits: (Wait | null)[] = [];
    const queue = new RequestQueue({ clock });
    queue.listen((wait) => waits.push(wait));
    let tries = 0;
    const answer = await queue.run(async () => ((tries += 1), tries === 1 ? refuse(7) : "ok"), {
      priority: "background",
    });
    expect([answer, tries, clock.sleeps]).toEqual(["ok", 2, [7_000]]);
    expect(waits).toEqual([{ until: Date.parse("2026-01-01T00:00:07Z"), reason: "rate_limited" }, null]);
    expect(queue.waited).toBe(7_000);
  });

  it("the request queue sends one probe after a wait", async () => {
    const queue = new RequestQueue({ clock: fakeClock() });
    let refused = false;
    const probe = held();
    const first = queue.run(async () => (refused ? probe.send() : ((refused = true), refuse(1))), {
      priority: "user",
    });
    await tick();
    const [second, third] = [held(), held()];
    const rest = [
      queue.run(second.send, { priority: "user" }),
      queue.run(third.send, { priority: "background" }),
    ];
    for (let turn = 0; turn < 5; turn += 1) await tick();
    expect([second.begun(), third.begun()].filter(Boolean)).toHaveLength(second.begun() ? 1 : 0);
    expect(Number(probe.begun()) + Number(second.begun()) + Number(third.begun())).toBe(1);
    [probe, second, third].forEach((request) => request.end());
    await Promise.all([first, ...rest]);
    expect([probe.begun(), second.begun(), third.begun()]).toEqual([true, true, true]);
  });

  it("the request queue fails a request if the requested wait is too long", async () => {
    const queue = new RequestQueue({ clock: fakeClock() });
    const error = await errorOf(queue.run(async () => refuse(3_600), { priority: "background" }));
    expect(error).toMatchObject({
      kind: "rate_limited",
      requestId: "r-1",
      retryAt: "2026-01-01T00:15:00.000Z",
    });
  });

  it("503s with Retry-After do not lengthen the wait after a 429", async () => {
    const clock = fakeClock();
    const queue = new RequestQueue({ clock });
    const away = (): Promise<never> =>
      Promise.reject(new RetryLater({ header: 2_000, body: null }, { kind: "server", message: "away" }));
    for (let count = 0; count < 3; count += 1) await errorOf(queue.run(away, { priority: "background" }));
    let tries = 0;
    await queue.run(async () => ((tries += 1), tries === 1 ? refuse(null) : "ok"), {
      priority: "background",
    });
    expect(clock.sleeps.at(-1)).toBe(30_000);
  });

  it("the request queue fails a request if the request's total wait reaches the limit", async () => {
    const clock = fakeClock();
    const queue = new RequestQueue({ clock });
    const error = await errorOf(queue.run(async () => refuse(600), { priority: "background" }));
    expect(error.kind).toBe("rate_limited");
    expect(clock.sleeps[0]).toBe(600_000);
  });

  it("a user's request with a short timeout fails while the queue waits", async () => {
    const clock = fakeClock();
    const queue = new RequestQueue({ clock: { ...clock, wait: () => new Promise(() => {}) } });
    void queue.run(async () => refuse(60), { priority: "background" }).catch(() => {});
    await tick();
    let sent = false;
    const error = await errorOf(
      queue.run(async () => ((sent = true), "x"), { priority: "user", timeout: 5_000 }),
    );
    expect([error.kind, sent]).toEqual(["rate_limited", false]);
  });

  it("the request queue does not send a request that became outdated during a wait", async () => {
    const queue = new RequestQueue({ clock: fakeClock() });
    let tries = 0;
    const send = async (): Promise<string> => ((tries += 1), refuse(660));
    await expect(queue.run(send, { priority: "background", goodUntil: 600_000 })).rejects.toBeInstanceOf(
      WaitedTooLong,
    );
    expect(tries).toBe(1);
  });

  it("the request queue adds a random time to the end of a wait", async () => {
    const ends = [0, 0.5, 0.99].map(async (chance) => {
      const clock = fakeClock(0, chance);
      const queue = new RequestQueue({ clock });
      let tries = 0;
      await queue.run(async () => ((tries += 1) === 1 ? refuse(10) : "ok"), { priority: "background" });
      return clock.sleeps[0];
    });
    expect(await Promise.all(ends)).toEqual([10_000, 10_500, 10_990]);
  });

  it("a waiting request can be cancelled", async () => {
    const queue = new RequestQueue({ clock: fakeClock() });
    const first = held();
    const running = queue.run(first.send, { priority: "background" });
    const abort = new AbortController();
    const waiting = errorOf(queue.run(async () => "never", { priority: "background", signal: abort.signal }));
    abort.abort();
    expect((await waiting).kind).toBe("cancelled");
    first.end();
    expect(await running).toBe("done");
  });
});
