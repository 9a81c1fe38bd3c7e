import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import plugin from "../../../lint/borders.js";
import { ROOT } from "../../helpers/child.ts";

const FIXTURES = path.join(ROOT, "test/fixtures/lint");
const CONFIGURATION = "borders.json";

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
}

interface Configuration {
  readonly rules: Record<string, unknown>;
  readonly jsPlugins: readonly string[];
}

/** The rules that each fixture breaks, by the fixture's name. */
function lintFixtures(): ReadonlyMap<string, ReadonlySet<string>> {
  const { stdout } = spawnSync(
    path.join(ROOT, "node_modules/.bin/oxlint"),
    ["--config", `test/fixtures/lint/${CONFIGURATION}`, "-f", "json", "test/fixtures/lint"],
    { cwd: ROOT, encoding: "utf8", maxBuffer: 1 << 24 },
  );
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] };
  const found = new Map(fixtureNames().map((name) => [name, new Set<string>()]));
  for (const { code, filename } of diagnostics) {
    const name = path.relative(FIXTURES, path.resolve(ROOT, filename)).split(path.sep)[0] ?? "";
    found.get(name)?.add(code);
  }
  return found;
}

function fixtureNames(): readonly string[] {
  return fs
    .readdirSync(FIXTURES, { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
}

const readConfiguration = (file: string): Configuration =>
  JSON.parse(fs.readFileSync(path.join(ROOT, file), "utf8")) as Configuration;

/** The rule that a fixture must break, by the beginning of its name. */
function expectedRule(fixture: string): string {
  if (fixture === "circle") return "import(no-cycle)";
  if (fixture === "lazy-circle") return "lazy-circles(lazy-circles)";
  if (fixture === "other-clock") return "one-clock(one-clock)";
  if (fixture.startsWith("silent-")) return "silent-catches(silent-catches)";
  if (fixture === "sleeping-test") return "one-clock(no-sleeps)";
  return fixture.startsWith("raw-") ? "borders(raw-ipc)" : "borders(rooms)";
}

describe("the lint rules of the architecture", () => {
  const found = lintFixtures();

  it.each(fixtureNames().filter((name) => name !== "allowed"))(
    "the architecture rules refuse the fixture %s",
    (fixture) => {
      expect([...(found.get(fixture) ?? [])]).toEqual([expectedRule(fixture)]);
    },
  );

  it("the architecture rules accept allowed imports", () => {
    expect(found.get("allowed")).toEqual(new Set());
  });

  it("every folder has a fixture that violates its rule", () => {
    const files = fs.readdirSync(FIXTURES, { recursive: true, encoding: "utf8" });
    const broken = files.filter((file) => /\.tsx?$/.test(file) && !file.startsWith("allowed"));
    const unproved = plugin.rooms.filter(
      (room) => !broken.some((file) => file.split(path.sep).slice(1).join("/").startsWith(room)),
    );
    expect(unproved).toEqual(["renderer/env.d.ts"]);
  });

  it("the repository uses the architecture rules with the settings of this test", () => {
    const own = readConfiguration(".oxlintrc.json");
    const { rules } = readConfiguration(`test/fixtures/lint/${CONFIGURATION}`);
    expect(own.jsPlugins).toContain("./lint/borders.js");
    expect(own.rules).toMatchObject(rules);
  });
});
