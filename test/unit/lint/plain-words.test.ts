import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { problemsOf } from "../../../lint/plain-words.js";
import { ROOT } from "../../helpers/child.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

describe("the language of comments", () => {
  it.each([
    ["Null where there is none.", 1],
    ["Whoever has missed more than it keeps reads the table anew.", 3],
    ["What a service says of itself.", 1],
    ["The same for an installation.", 1],
    ["Of the open connection; another one follows no events.", 1],
    ["One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen.", 1],
    ["Null if there is none. What follows is another sentence.", 0],
    ["Replaces the listener. @throws AppFailure of kind `store` if the disk refuses.", 0],
    ['The SQL part `WHERE status = ?`, and the heading "Where it is".', 0],
  ])("the plain-words rule finds the expected problems: %j has %i", (text, count) => {
    expect(problemsOf(text, true)).toHaveLength(count);
  });

  it("a comment in code may have any start and length", () => {
    expect(problemsOf(`What follows ${"is long ".repeat(20)}.`, false)).toEqual([]);
    expect(problemsOf("Only where it is new.", false)).toHaveLength(1);
  });

  it("lint refuses wrong words in comments, titles, constant names and user texts", async () => {
    const folder = await temporaryFolder();
    const configuration = {
      jsPlugins: [path.join(ROOT, "lint/plain-words.js")],
      categories: { correctness: "off" },
      rules: { "plain-words/plain-words": "error" },
    };
    fs.writeFileSync(path.join(folder, "words.json"), JSON.stringify(configuration));
    fs.writeFileSync(
      path.join(folder, "wrong.test.ts"),
      `/** What it is. */\nconst KEPT = 1;\nit("that waits", () => KEPT);\nit("a row waits", () => KEPT);\n`
        + `it.each([1])("of %s", () => KEPT);\nit(\`keeps \${KEPT} rows\`, () => KEPT);\n`,
    );
    fs.writeFileSync(
      path.join(folder, "messages.ts"),
      'export const TEXTS = [`The ${"rows"} are here.`, "Rows are loaded if there are any."];\n',
    );
    fs.writeFileSync(
      path.join(folder, "right.ts"),
      "/** The days that are kept. */\nexport const KEPT_DAYS = 1;\n",
    );
    const { stdout } = spawnSync(
      path.join(ROOT, "node_modules/.bin/oxlint"),
      ["--config", "words.json", "-f", "json", "."],
      { cwd: folder, encoding: "utf8" },
    );
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: readonly { readonly message: string; readonly filename: string }[];
    };
    const found = diagnostics.map(
      ({ filename, message }) => `${path.basename(filename)}: ${message.slice(0, 18)}`,
    );
    expect(found.toSorted()).toEqual([
      'messages.ts: "are here": write ',
      "wrong.test.ts: A test title is a ",
      "wrong.test.ts: A test title is a ",
      "wrong.test.ts: A test title is a ",
      "wrong.test.ts: KEPT: name the thi",
      "wrong.test.ts: The first sentence",
    ]);
  });
});
