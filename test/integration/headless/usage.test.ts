import { describe, expect, it } from "vitest";
import { cli } from "./support.ts";

const SYNC = ["sync", "--base-url", "https://a.example", "--data-dir", "/nonexistent/never-made"];

describe("wrong usage", () => {
  it("exits with 2 and one clear line, without a stack trace, and before anything is touched", async () => {
    const cases: readonly (readonly [readonly string[], RegExp])[] = [
      [["frobnicate"], /no command "frobnicate"/],
      [["sync", "--data-dir", "/nonexistent"], /--base-url is missing/],
      [SYNC.slice(0, 3), /--data-dir is missing/],
      [[...SYNC, "--colour", "red"], /--colour/],
      [[...SYNC, "stray"], /stray/],
      [[...SYNC, "--page-size", "251"], /--page-size takes a whole number from 1 to 250/],
      [[...SYNC, "--page-size", "0"], /--page-size/],
      [[...SYNC, "--overlap", "-1"], /overlap/],
      [["sync", "--base-url", "http://inventory.example", "--data-dir", "/nonexistent"], /https:\/\//],
      [["sync", "--base-url", "not a url", "--data-dir", "/nonexistent"], /not a URL/],
      [["status"], /--data-dir is missing/],
      [["serve-sample", "--fault", "nonsense=1"], /unknown fault/],
      [
        ["export", "--data-dir", "/nonexistent", "--resource", "users", "--format", "csv", "--out", "x"],
        /--resource takes items or types or locations/,
      ],
      [
        ["export", "--data-dir", "/nonexistent", "--resource", "items", "--format", "pdf", "--out", "x"],
        /--format takes csv or ndjson/,
      ],
      [
        [
          "export",
          "--data-dir",
          "/nonexistent",
          "--resource",
          "items",
          "--format",
          "csv",
          "--out",
          "x",
          "--columns",
          "id,colour",
        ],
        /no column "colour"/,
      ],
      [
        [
          "export",
          "--data-dir",
          "/nonexistent",
          "--resource",
          "items",
          "--format",
          "csv",
          "--out",
          "x",
          "--query",
          '{"version":1,"filter":{"field":"colour","op":"is","value":"x"}}',
        ],
        /no field "colour"/,
      ],
      [
        [
          "export",
          "--data-dir",
          "/nonexistent",
          "--resource",
          "items",
          "--format",
          "csv",
          "--out",
          "x",
          "--query",
          "{",
        ],
        /not JSON/,
      ],
    ];
    for (const [words, message] of cases) {
      const { code, stdout, stderr } = await cli(words);
      expect([words.join(" "), code, stdout]).toEqual([words.join(" "), 2, ""]);
      expect(stderr).toMatch(message);
      expect([words.join(" "), stderr.trimEnd().split("\n").length]).toEqual([words.join(" "), 1]);
    }
  });

  it("of nothing at all is the help, and asking for help is no mistake", async () => {
    const [bare, asked] = await Promise.all([cli([]), cli(["sync", "--help"])]);
    expect([bare.code, asked.code, asked.stdout]).toEqual([2, 0, bare.stdout]);
    expect(asked.stdout).toContain("Exit codes");
  });
});
