import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { problemsOf } from "../../../lint/plain-words.js";
import { ROOT } from "../../helpers/child.ts";

const IGNORED = new Set(["node_modules", "dist", "release", "shots", "test-results", ".git"]);

function documents(folder = ""): string[] {
  return fs.readdirSync(path.join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) return IGNORED.has(entry.name) ? [] : documents(file);
    return entry.name.endsWith(".md") ? [file] : [];
  });
}

/** The files and folders that a document names in full or links to. */
function pathsIn(document: string): string[] {
  const text = fs.readFileSync(path.join(ROOT, document), "utf8");
  const named = [...text.matchAll(/`((?:electron|renderer|shared|test|docs|lint|scripts)\/[\w./-]+)`/g)];
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)];
  return [
    ...named.map(([, file = ""]) => file),
    ...linked.map(([, file = ""]) => path.posix.join(path.posix.dirname(document), file)),
  ];
}

const TESTS = new Set(
  fs
    .readdirSync(path.join(ROOT, "test"), { recursive: true, encoding: "utf8" })
    .map((file) => path.basename(file)),
);

/** The test files that a document names without their folder. */
function testsIn(document: string): string[] {
  const text = fs.readFileSync(path.join(ROOT, document), "utf8");
  return [...text.matchAll(/`([\w-]+\.(?:spec|test)\.tsx?)`/g)].map(([, name = ""]) => name);
}

describe("the documents", () => {
  it.each(documents())("the document %s refers only to files that exist", (document) => {
    const missing = pathsIn(document).filter((file) => !fs.existsSync(path.join(ROOT, file)));
    const gone = testsIn(document).filter((name) => !TESTS.has(name));
    expect([...missing, ...gone]).toEqual([]);
  });

  it.each(documents())("the document %s contains only plain words", (document) => {
    const lines = fs
      .readFileSync(path.join(ROOT, document), "utf8")
      .replaceAll(/^```[\s\S]*?^```/gm, "")
      .split("\n");
    expect(lines.flatMap((line) => problemsOf(line, false).map((problem) => `${line}: ${problem}`))).toEqual(
      [],
    );
  });
});
