import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";
import { CLI_PROGRAM, ROOT } from "../../helpers/child.ts";
import { freePort } from "../../helpers/free-port.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { CANARY, cli, serve, start, syncOf } from "./support.ts";

/** A folder with changed items. Their lines are too many for a pipe's buffer. */
async function withChanges(items: number): Promise<{ folder: string; sync: string[] }> {
  const service = await serve({ items: 50 });
  const folder = await temporaryFolder();
  const sync = syncOf(service, folder);
  await cli(sync);
  for (let at = 0; at < items; at += 1)
    service.company.upsertItem({ id: `new-${at}`, name: `\u001b[2J\u009b31m\u202e New ${at}` });
  expect((await cli(sync)).json).toMatchObject({ changes: items });
  return { folder, sync };
}

/** Runs a command whose reader closes the pipe after `bytes` bytes. */
async function readPartOf(
  words: readonly string[],
  bytes: number,
): Promise<{ code: unknown; stderr: string }> {
  const child = spawn(process.execPath, [CLI_PROGRAM, ...words], {
    cwd: ROOT,
    env: { ...process.env, STOCKDECK_API_KEY: CANARY },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let stderr = "";
  child.stderr.on("data", (data: Buffer) => (stderr += data.toString()));
  if (bytes > 0) await once(child.stdout, "readable");
  child.stdout.destroy();
  const [code] = (await once(child, "close")) as [unknown];
  return { code, stderr };
}

describe("commands with a closed output pipe", () => {
  it("a command with long output exits silently with 0 after the reader closes the pipe", async () => {
    const { folder } = await withChanges(2_000);
    const words = ["changes", "--data-dir", folder];
    expect((await cli(words)).stdout.length).toBeGreaterThan(300_000);
    for (const bytes of [0, 1]) expect(await readPartOf(words, bytes)).toEqual({ code: 0, stderr: "" });
  });

  it("every command exits with 0 if the reader closes the pipe", { tags: ["whole"] }, async () => {
    const { folder, sync } = await withChanges(3);
    const out = path.join(await temporaryFolder(), "out.csv");
    const port = await freePort();
    const all = [
      ["help"],
      ["status", "--data-dir", folder],
      ["changes", "--data-dir", folder],
      ["alerts", "--data-dir", folder, "--all"],
      sync,
      ["export", "--data-dir", folder, "--resource", "items", "--format", "csv", "--out", out],
      ["collect", "tokens", "list", "--data-dir", folder],
      ["collect", "tokens", "add", "a", "--data-dir", folder],
      ["serve-sample", "--items", "10", "--port", String(port)],
    ];
    for (const words of all) {
      const { code, stderr } = await readPartOf(words, 0);
      expect([words[0], code]).toEqual([words[0], 0]);
      expect(stderr).not.toContain("EPIPE");
      expect(stderr).not.toContain("defect");
    }
    expect(fs.readFileSync(out, "utf8")).toContain("remainingLength");
  });

  it("a closed pipe does not hide a failure", async () => {
    const missing = path.join(await temporaryFolder(), "missing");
    const { code, stderr } = await readPartOf(["status", "--data-dir", missing], 0);
    expect([code, stderr]).toEqual([7, expect.stringContaining("there is no data here yet")]);
  });

  it("a closed stderr does not end a command", async () => {
    const missing = path.join(await temporaryFolder(), "missing");
    const { child, ended } = start(["status", "--data-dir", missing]);
    child.stderr?.destroy();
    expect((await ended).code).toBe(7);
  });
});

it("a command exits with 7 if the disk is too full for its output", async () => {
  const { folder } = await withChanges(3);
  const full = fs.openSync("/dev/full", "w");
  const child = spawn(process.execPath, [CLI_PROGRAM, "status", "--data-dir", folder], {
    cwd: ROOT,
    stdio: ["ignore", full, "pipe"],
  });
  let stderr = "";
  child.stderr?.on("data", (data: Buffer) => (stderr += data.toString()));
  const [code] = (await once(child, "close")) as [unknown];
  fs.closeSync(full);
  expect([code, stderr]).toEqual([
    7,
    expect.stringMatching(/^stockdeck: the results could not be written: ENOSPC/),
  ]);
});

it("control characters in the service's texts are escaped in terminal output", async () => {
  const { folder } = await withChanges(2);
  const { stdout } = await cli(["changes", "--data-dir", folder]);
  expect(stdout).not.toMatch(/(?!\n)[\p{Cc}\u202e]/u);
  const [first] = stdout
    .split("\n")
    .map((line) => (line === "" ? null : (JSON.parse(line) as { fields: { name: unknown } })));
  expect(first?.fields.name).toMatchObject({ new: expect.stringContaining("\u001b[2J\u009b31m\u202e New") });
  const { code, stderr } = await cli([
    "export",
    "--data-dir",
    `${folder}/\u001b[2J\u202e`,
    "--resource",
    "x\u009b\ny",
  ]);
  expect(code).toBe(2);
  expect(stderr).toMatch(/^[^\p{Cc}\u202e]+\n$/u);
  expect(stderr).toContain("x\\u009b\\ny");
});
