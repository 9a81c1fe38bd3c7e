import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../helpers/child.ts";

const FIXTURES = path.join(ROOT, "test/fixtures/lint");

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
}

/** Lints the fixtures, each of which breaks one border, with the repository's own rules. */
function lintFixtures(): ReadonlyMap<string, readonly string[]> {
  const { stdout } = spawnSync(
    path.join(ROOT, "node_modules/.bin/oxlint"),
    ["--config", "test/fixtures/lint/borders.json", "-f", "json", "test/fixtures/lint"],
    { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 24 },
  );
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] };
  const found = new Map<string, string[]>(fixtureNames().map((name) => [name, []]));
  for (const { code, filename } of diagnostics) {
    if (!code.startsWith("borders(")) continue;
    const name = path.relative(FIXTURES, path.resolve(ROOT, filename)).split(path.sep)[0] ?? "";
    found.get(name)?.push(code);
  }
  return found;
}

function fixtureNames(): readonly string[] {
  return fs
    .readdirSync(FIXTURES, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

describe("the lint borders can fail", () => {
  const found = lintFixtures();
  it.each([
    ["core-imports-electron", "borders(layers)"],
    ["core-imports-platform", "borders(layers)"],
    ["core-imports-renderer", "borders(layers)"],
    ["companion-imports-platform", "borders(layers)"],
    ["renderer-imports-core", "borders(layers)"],
    ["renderer-imports-core-lazily", "borders(layers)"],
    ["renderer-imports-electron", "borders(layers)"],
    ["renderer-imports-node", "borders(layers)"],
    ["shared-imports-core", "borders(layers)"],
    ["shared-imports-node", "borders(layers)"],
    ["entry-imports-core", "borders(layers)"],
    ["raw-ipc-main", "borders(raw-ipc)"],
    ["raw-ipc-renderer", "borders(raw-ipc)"],
    ["raw-ipc-namespace", "borders(raw-ipc)"],
    ["raw-send", "borders(raw-ipc)"],
  ])("%s", (fixture, rule) => expect(found.get(fixture)).toContain(rule));

  it("and lets through what is allowed", () => expect(found.get("allowed")).toEqual([]));

  it("and both rules are in force in the repository's own configuration", () => {
    const { rules, jsPlugins } = JSON.parse(fs.readFileSync(path.join(ROOT, ".oxlintrc.json"), "utf8")) as {
      rules: Record<string, unknown>;
      jsPlugins: readonly string[];
    };
    expect(jsPlugins).toContain("./lint/borders.js");
    expect([rules["borders/layers"], rules["borders/raw-ipc"]]).toEqual(["error", "error"]);
  });

  it("and every fixture is expected", () => expect(found.size).toBe(16));
});
