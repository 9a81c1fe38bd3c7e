import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, startProgram } from "../../helpers/child.ts";
import { waitUntil } from "../../helpers/wait-until.ts";
import { within } from "../../helpers/within.ts";

/** Programs that run without a test runner's time limit. */
const FOLDERS = ["test/bench", "test/soak", "test/fuzz", "test/helpers"];
const sources = FOLDERS.flatMap((folder) =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes("node_modules"))
    .map((file) => `${folder}/${file}`),
);
const textOf = (file: string): string => fs.readFileSync(path.join(ROOT, file), "utf8");

describe("keys of page tests", () => {
  it("tests type texts only with typeText", () => {
    const tests = fs
      .readdirSync(path.join(ROOT, "test/e2e"), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"));
    const typing = tests.filter((file) =>
      /keyboard\.type\(|pressSequentially\(/.test(textOf(`test/e2e/${file}`)),
    );
    expect(typing).toEqual(["typing.ts"]);
  });
});

describe("waits in benchmarks, soak, fuzz and helpers", () => {
  it("every endless waiting loop has a deadline", () => {
    const loops = sources.flatMap((file) =>
      [...textOf(file).matchAll(/\n( *)(?:for \(;;\)|while \(true\)) \{[^]*?\n\1\}/g)].map(([body]) => ({
        file,
        body,
      })),
    );
    const waiting = loops.filter(({ body }) => body.includes("await"));
    expect(waiting.length).toBeGreaterThan(1);
    expect(waiting.filter(({ body }) => !/deadline|within\(/.test(body))).toEqual([]);
  });

  it("no program waits for a page without a timeout", () => {
    const unlimited = /timeout: 0\b|setDefaultTimeout\(0\)|setDefaultNavigationTimeout\(0\)/;
    expect(sources.filter((file) => unlimited.test(textOf(file)))).toEqual([]);
    // A promise in a page settles only if the page does what the promise waits for.
    const promises = /(?<!within\([^]{0,80})await [\w.]+\.evaluate\(\s*(?:async|scrollFor|allSelected)/;
    expect(sources.filter((file) => promises.test(textOf(file)))).toEqual([]);
  });

  it("a program started by a benchmark is ended after a time limit", () => {
    const started = sources.filter((file) => file.startsWith("test/bench") && /\bspawn\(/.test(textOf(file)));
    expect(started.length).toBeGreaterThan(1);
    expect(started.filter((file) => !textOf(file).includes("timeout: LONGEST"))).toEqual([]);
  });

  it("a wait that times out reports what it waited for", async () => {
    await expect(within(5, "a figure", new Promise(() => {}))).rejects.toThrow("in vain for: a figure");
    await expect(waitUntil(() => false, "the end", 20)).rejects.toThrow("in vain for: the end");
    expect(await within(1_000, "a value", Promise.resolve(7))).toBe(7);
    await expect(within(1_000, "a value", Promise.reject(new Error("its own")))).rejects.toThrow("its own");
  });

  it("waitFor() fails if the program ends without the expected line", async () => {
    const program = startProgram(["-e", "console.log('other')"]);
    await expect(program.waitFor(/wanted/)).rejects.toThrow("ended without printing");
    await program.stop();
  });
});
