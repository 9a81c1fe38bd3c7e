import { Worker } from "node:worker_threads";
import { once } from "node:events";
import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { processTerminal } from "../../../../electron/cli/terminal.ts";
import { NO_POLICY } from "../../../../shared/domain/policy.ts";

it("the key leaves the environment when it is read: no thread and no child gets it", async () => {
  process.env["STOCKDECK_API_KEY"] = "canary";
  const { environmentKey } = processTerminal(AbortSignal.abort(), NO_POLICY);
  expect(environmentKey).toBe("canary");
  const script = "process.env.STOCKDECK_API_KEY ?? 'none'";
  const worker = new Worker(`require("node:worker_threads").parentPort.postMessage(${script})`, {
    eval: true,
  });
  const [inThread] = (await once(worker, "message")) as [string];
  const inChild = execFileSync(process.execPath, ["-p", script], { encoding: "utf8" }).trim();
  expect([inThread, inChild, processTerminal(AbortSignal.abort(), NO_POLICY).environmentKey]).toEqual([
    "none",
    "none",
    undefined,
  ]);
});
