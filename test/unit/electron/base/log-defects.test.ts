import { spawnSync } from "node:child_process";
import path from "node:path";
import { expect, it } from "vitest";
import { createLog, DefectLog, defectLine } from "../../../../electron/base/log.ts";
import { ROOT } from "../../../helpers/child.ts";

const CANARY = 'live_q"uote-Canary42';
const cause = new Error(`header ${CANARY} refused`);
const defect = new Error(`request with ${CANARY}`, { cause });

it("the stderr line about a defect contains the defect's causes, but no key", () => {
  const line = defectLine(defect, [CANARY]);
  expect(line).not.toContain("Canary42");
  expect(line).toMatch(/^stockdeck: defect: Error: request with \[redacted\][^]*caused by: Error: header/);
  expect(defectLine("Authorization: Bearer other-Canary42", [])).not.toContain("Canary42");
});

it.each(["throw", "reject"])("a command that crashes prints no key: %s", (how) => {
  const program = `
    import { onDefect } from ${JSON.stringify(path.join(ROOT, "electron/base/log.ts"))};
    import { processTerminal } from ${JSON.stringify(path.join(ROOT, "electron/hosts/cli/terminal.ts"))};
    const terminal = processTerminal(new AbortController().signal, {});
    terminal.keepSecret("from-the-keychain-Canary42");
    onDefect((defect) => { terminal.defect(defect); process.exit(7); });
    const defect = new Error("request with " + terminal.environmentKey + " or from-the-keychain-Canary42");
    setTimeout(() => { if (${how === "throw"}) throw defect; else void Promise.reject(defect); });
    setTimeout(() => {}, 5_000);`;
  const ended = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
    env: { ...process.env, STOCKDECK_API_KEY: CANARY },
  });
  expect([ended.status, ended.stdout]).toEqual([7, ""]);
  expect(ended.stderr).toContain("defect: Error: request with [redacted] or [redacted]");
  expect(ended.stderr).not.toContain("Canary42");
});

it("the app writes only defects to stderr", () => {
  const [file, stderr]: [string[], string[]] = [[], []];
  const defects = new DefectLog(
    (line) => file.push(line),
    (line) => stderr.push(line),
  );
  const log = createLog(defects.sink, () => [CANARY]);
  log.info("before");
  defects.report(log, defect);
  log.info("after");
  expect(file).toHaveLength(3);
  expect(stderr).toEqual([file[1]]);
  expect(stderr[0]).toContain("header [redacted] refused");
  expect(stderr[0]).not.toContain("Canary42");
});
