import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import {
  crashFolder,
  CrashReports,
  KEPT_REPORTS,
} from "../../../../../electron/features/diagnostics/crashes/crash-reports.ts";
import { temporaryFolder } from "../../../../helpers/temporary-folder.ts";

const KEY = 'live_q"uote-Canary42';
const BEGIN = Date.parse("2026-05-01T10:00:00Z");

/** The reports of one run over a folder. Its clock moves by a second each time it is read. */
function runOver(folder: string): CrashReports {
  let now = BEGIN;
  return new CrashReports({ folder, version: "1.2.3", now: () => (now += 1_000), secrets: () => [KEY] });
}

const textsIn = (folder: string): string[] =>
  fs
    .readdirSync(crashFolder(folder).reports)
    .filter((name) => name.endsWith(".json"))
    .map((name) => fs.readFileSync(path.join(crashFolder(folder).reports, name), "utf8"));

it("a crash report has the defect's stack, but no key", async () => {
  const folder = await temporaryFolder();
  const crashes = runOver(folder);
  const cause = new Error("header Authorization: Bearer other-Canary42");
  crashes.add({ kind: "defect", reason: "TypeError", defect: new TypeError(`sent ${KEY}`, { cause }) });
  expect(crashes.list()).toEqual([
    {
      name: "2026-05-01T10-00-01.000Z-defect-1.json",
      at: "2026-05-01T10:00:01.000Z",
      kind: "defect",
      reason: "TypeError",
      exitCode: null,
      version: "1.2.3",
      bytes: expect.any(Number) as number,
    },
  ]);
  const [text = ""] = textsIn(folder);
  expect(text).toContain("TypeError: sent [redacted]");
  expect(text).toContain("caused by: Error: header Authorization: [redacted]");
  expect(text).not.toContain("Canary42");
  const { reports } = crashFolder(folder);
  const [mode, ofFolder] = [crashes.latest() ?? "", reports].map((file) => fs.statSync(file).mode & 0o777);
  expect([mode, ofFolder]).toEqual([0o600, 0o700]);
});

it("the redaction removes a key at the end of a shortened stack", async () => {
  const folder = await temporaryFolder();
  const defect = "x".repeat(20_000 - 8) + KEY;
  runOver(folder).add({ kind: "defect", reason: "string", defect });
  expect(textsIn(folder)[0]).not.toContain(KEY.slice(0, 6));
});

it("only the latest crash reports are kept", async () => {
  const folder = await temporaryFolder();
  const looping = runOver(folder);
  for (let time = 0; time < 30; time += 1)
    looping.add({ kind: "helper", reason: "GPU: crashed", exitCode: 9 });
  looping.add({ kind: "page", reason: "oom", exitCode: 5 });
  expect(
    looping
      .list()
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual([...Array<string>(5).fill("helper"), "page"]);

  const { reports } = crashFolder(folder);
  for (let number = 0; number < KEPT_REPORTS + 3; number += 1) {
    const report = path.join(reports, `${number}.json`);
    const stored = { at: `t${number}`, version: "1", kind: "page", reason: "crashed", exitCode: 1 };
    fs.writeFileSync(report, JSON.stringify(stored));
    fs.utimesSync(report, 2_000_000_000 + number, 2_000_000_000 + number);
  }
  const next = runOver(folder);
  next.beginRun();
  const listed = next.list().map(({ name }) => name);
  expect(listed).toHaveLength(KEPT_REPORTS);
  expect([listed[0], listed.includes("2.json")]).toEqual(["22.json", false]);

  next.deleteAll();
  expect([next.list(), next.latest()]).toEqual([[], null]);
});

it("the next start reports an interrupted run", async () => {
  const folder = await temporaryFolder();
  const killed = runOver(folder);
  killed.beginRun();
  expect(killed.list()).toEqual([]);
  const next = runOver(folder);
  next.beginRun();
  expect(next.list()).toMatchObject([
    {
      kind: "app",
      reason: "The run that began 2026-05-01T10:00:01.000Z did not end properly.",
      exitCode: null,
    },
  ]);
  next.endRun();
  const last = runOver(folder);
  last.beginRun();
  expect(last.list()).toHaveLength(1);
});

it("a damaged crash report is skipped, and all others are listed", async () => {
  const folder = await temporaryFolder();
  const { reports, run } = crashFolder(folder);
  fs.mkdirSync(reports);
  fs.writeFileSync(run, "{");
  fs.writeFileSync(path.join(reports, "damaged.json"), `{ "at": 7 }`);
  fs.symlinkSync("/etc/hostname", path.join(reports, "link.json"));
  const crashes = runOver(folder);
  crashes.beginRun();
  expect(crashes.list()).toMatchObject([{ reason: "The run that began earlier did not end properly." }]);
});

it("the app works without crash reports if their folder is read-only", async () => {
  const folder = await temporaryFolder();
  fs.writeFileSync(crashFolder(folder).reports, "");
  const crashes = runOver(folder);
  crashes.beginRun();
  crashes.add({ kind: "page", reason: "crashed" });
  crashes.endRun();
  expect(fs.readFileSync(crashFolder(folder).reports, "utf8")).toBe("");
});
