import fs from "node:fs";
import fsPromises from "node:fs/promises";
import path from "node:path";
import zlib from "node:zlib";
import { describe, expect, it } from "vitest";
import { fakeClock, virtualClock } from "../../helpers/virtual-clock.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const MINUTE_MS = 60_000;

describe("advance()", () => {
  it("due timers run in the order of their times", async () => {
    const clock = virtualClock(0);
    const calls: string[] = [];
    const note = (name: string) => () => void calls.push(`${name} ${clock.monotonic()}`);
    clock.after(30, note("late"));
    clock.after(10, note("early"));
    const timer = clock.every(20, note("every"));
    clock.after(20, note("second"));
    clock.after(11, note("stopped")).stop();
    await clock.advance(45);
    timer.stop();
    await clock.advance(100);
    expect(calls).toEqual(["early 10", "every 20", "second 20", "late 30", "every 40"]);
    expect([clock.now(), clock.monotonic()]).toEqual([145, 145]);
  });

  it("a wait ends on time", async () => {
    const clock = virtualClock();
    const ends: number[] = [];
    const run = async (): Promise<void> => {
      for (let wait = 0; wait < 3; wait += 1) {
        await clock.wait(10);
        ends.push(clock.monotonic());
      }
    };
    const running = run();
    expect(clock.sleeping).toBe(1);
    await clock.advance(30);
    await running;
    expect([ends, clock.sleeping, clock.sleeps]).toEqual([[10, 20, 30], 0, [10, 10, 10]]);
  });

  it("an aborted wait rejects with the signal's reason", async () => {
    const clock = virtualClock();
    const abort = new AbortController();
    const waiting = clock.wait(MINUTE_MS, abort.signal);
    abort.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    await expect(clock.wait(1, abort.signal)).rejects.toThrow("enough");
    expect([clock.sleeping, clock.sleeps]).toEqual([0, [MINUTE_MS]]);
  });

  it("stepping the local clock moves no timer", async () => {
    const clock = virtualClock(0);
    let calls = 0;
    clock.after(1, () => (calls += 1));
    clock.step(-MINUTE_MS);
    await clock.settle();
    expect([clock.now(), clock.monotonic(), calls]).toEqual([-MINUTE_MS, 0, 0]);
  });
});

describe("a clock that jumps", () => {
  it("a wait ends at once and moves the clock by the wait's length", async () => {
    const clock = fakeClock(0);
    await clock.wait(MINUTE_MS);
    expect([clock.now(), clock.sleeps, clock.sleeping]).toEqual([MINUTE_MS, [MINUTE_MS], 0]);
  });

  it("a wait runs the timers due before its end", async () => {
    const clock = virtualClock(0, { jumps: true });
    const calls: number[] = [];
    clock.every(20, () => void calls.push(clock.monotonic()));
    await clock.wait(50);
    expect([calls, clock.monotonic()]).toEqual([[20, 40], 50]);
  });
});

describe("settle()", () => {
  it("settle() runs chained 0 ms timers, but no later timer", async () => {
    const clock = virtualClock();
    const calls: number[] = [];
    const chain = (left: number): void => {
      calls.push(left);
      if (left > 0) clock.after(0, () => chain(left - 1));
    };
    clock.after(0, () => chain(100));
    clock.after(1, () => calls.push(-1));
    await clock.settle();
    expect([calls.length, calls.at(-1), clock.monotonic()]).toEqual([101, 0, 0]);
  });

  it("settle() waits for successive file reads", async () => {
    const file = path.join(await temporaryFolder(), "text");
    fs.writeFileSync(file, "text");
    const clock = virtualClock();
    const read: string[] = [];
    const run = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn += 1) read.push(await fsPromises.readFile(file, "utf8"));
      fs.readFile(file, "utf8", (_error, text) => read.push(text));
      for await (const piece of fs.createReadStream(file, "utf8")) read.push(String(piece));
    };
    void run();
    await clock.settle();
    expect(read).toEqual(Array(22).fill("text"));
  });

  it("settle() waits for a counted promise to resolve or reject", async () => {
    const clock = virtualClock();
    const ends: string[] = [];
    const zipped = new Promise((resolve) => zlib.gzip("text", resolve));
    void clock.counted(zipped).then(() => ends.push("resolved"));
    const failed = zipped.then(() => Promise.reject(new Error("failed")));
    void clock.counted(failed).catch(() => ends.push("rejected"));
    await clock.settle();
    expect(ends).toEqual(["resolved", "rejected"]);
  });

  it("settle() stops at its limit and names the open I/O", async () => {
    const clock = virtualClock(0, { limitMs: 20 });
    let answer = (): void => {};
    void clock.counted(new Promise<void>((resolve) => (answer = resolve)), "the answer of a service");
    await expect(clock.settle()).rejects.toThrow("not settled after 20 ms: the answer of a service");
    answer();
    await clock.settle();
    const again = (): void => void clock.after(0, again);
    again();
    await expect(clock.settle()).rejects.toThrow("not settled after 20 ms: timers of no length");
  });
});
