import { Worker } from "node:worker_threads";
import { once } from "node:events";
import { execFileSync } from "node:child_process";
import { expect, it, onTestFinished, vi } from "vitest";
import { processTerminal } from "../../../../../electron/hosts/cli/terminal.ts";
import { NO_POLICY } from "../../../../../shared/base/policy.ts";

it("webhook secrets are removed from the environment and redacted in defect messages", () => {
  process.env["STOCKDECK_EVENT_SECRET"] = "canary one\ncanary two";
  const written: string[] = [];
  const write = vi
    .spyOn(process.stderr, "write")
    .mockImplementation((text) => written.push(String(text)) > 0);
  onTestFinished(() => write.mockRestore());
  const terminal = processTerminal(AbortSignal.abort(), NO_POLICY);
  expect(terminal.environmentSecrets).toBe("canary one\ncanary two");
  expect(process.env["STOCKDECK_EVENT_SECRET"]).toBeUndefined();
  terminal.defect(new Error("quotes canary one and canary two"));
  expect(written.join("")).toContain("quotes");
  expect(written.join("")).not.toContain("canary");
});

it("reading the API key removes the key from the environment", async () => {
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
