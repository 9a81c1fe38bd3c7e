import { describe, expect, it } from "vitest";
import { systemClock, type Clock } from "../../../../electron/base/clock.ts";
import { runJob, type JobKind } from "../../../../electron/base/thread.ts";
import { sentences } from "../../../../shared/base/text/texts.ts";
import { virtualClock } from "../../../helpers/virtual-clock.ts";

const DEFECT = sentences("job", { defect: "defect" }).defect;
const KIND: JobKind = {
  limits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 },
  defect: DEFECT,
  exhausted: () => new Error("exhausted"),
  ended: () => new Error("ended"),
};

/** Runs code as a job that is cancelled after `cancelAfter` ms. */
function run(
  code: string,
  kind: Partial<JobKind> = {},
  cancelAfter = 60_000,
  clock: Pick<Clock, "after"> = systemClock,
): Promise<unknown> {
  const location = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  const signal = cancelAfter === 0 ? AbortSignal.abort() : AbortSignal.timeout(cancelAfter);
  return runJob(location, null, { ...KIND, ...kind }, { signal, onProgress: () => {} }, clock);
}

const ANSWER = 'import { parentPort as port } from "node:worker_threads";';

describe("a job in a thread", () => {
  it("a cancelled job that never pauses is stopped", async () => {
    await expect(run("for (;;);", {}, 300)).rejects.toThrow("ended");
    await expect(run("for (;;);", {}, 0)).rejects.toThrow("ended");
  });

  it("a cancelled job that finishes by itself reports its result", async () => {
    const code = `${ANSWER} port.once("message", () => port.postMessage({ ok: true, value: "tidied" }));`;
    // On a busy computer, removing files takes longer than the real grace period.
    expect(await run(code, {}, 300, virtualClock())).toBe("tidied");
  });

  it("a cancelled job that must remove its files is not killed", async () => {
    const endless = `${ANSWER} port.once("message", () => setInterval(() => {}, 1_000));`;
    await expect(run(endless, {}, 300)).rejects.toThrow("ended");
    const code = `${ANSWER} port.once("message", () => setTimeout(() => port.postMessage({ ok: true, value: 1 }), 600));`;
    expect(await run(code, { ended: null }, 300)).toBe(1);
  });

  it("a job over its memory limit fails with the error that the caller defined for this case", async () => {
    const code = "const all = []; for (;;) all.push({ a: all.length });";
    await expect(run(code)).rejects.toThrow("exhausted");
    await expect(run(code, { exhausted: null })).rejects.toMatchObject({ error: { message: "defect" } });
  });

  it("a job whose thread dies fails with an internal error", async () => {
    await expect(run("process.exit(3);")).rejects.toMatchObject({ error: { kind: "internal" } });
  });
});
