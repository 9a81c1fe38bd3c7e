import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../../helpers/child.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

/** Components with a text that users read, each example in a file. */
const REFUSED = {
  jsxText: `export const A = () => <p>Name</p>;`,
  jsxTextAndValue: `export const A = ({ rows }) => <p>{rows} selected</p>;`,
  literalChild: `export const A = () => <p>{"Name"}</p>;`,
  conditionalChild: `export const A = ({ on, off }) => <p>{on ? off : "none"}</p>;`,
  logicalChild: `export const A = ({ on }) => <p>{on && " (switched off)"}</p>;`,
  defaultChild: `export const A = ({ name }) => <p>{name ?? "none"}</p>;`,
  templateChild: "export const A = ({ rows }) => <p>{`${rows} rows`}</p>;",
  concatenatedChild: `export const A = ({ rows }) => <p>{rows + " rows"}</p>;`,
  joinedChild: `export const A = ({ name }) => <p>{[name, "copied"].filter(Boolean).join(" · ")}</p>;`,
  label: `export const A = () => <input aria-label="name" />;`,
  title: `export const A = ({ on }) => <p title={on ? "on" : undefined} />;`,
  placeholder: "export const A = ({ name }) => <input placeholder={`Search ${name}`} />;",
  description: `export const A = (props) => <props.Field description="at each run" />;`,
  valueText: `export const A = () => <input aria-valuetext={"no bound"} />;`,
  sentenceInAnyProperty: `export const A = (props) => <props.Button action="Save as a view" />;`,
  column: `export const COLUMNS = [{ key: "name", header: "Name" }];`,
  menu: `export const ITEMS = [{ value: "csv", label: "Commas" }];`,
  labels: `const STATE_LABELS = { on: "on" };\nexport const labelOf = (state) => STATE_LABELS[state];`,
  notice: `export const tell = (show) => show("Settings saved");`,
  sentenceOfParts: "export const tell = (show, rows) => show(`Waiting for ${rows}`);",
  plural: `import { plural } from "./format.ts";\nexport const rows = (count) => plural(count, "row");`,
};

/** Code with words that are no text for users. */
const ALLOWED = {
  message: `import { NAMES } from "./names.ts";\nexport const A = () => <p title={NAMES.title}>{NAMES.text}</p>;`,
  code: `export const A = ({ on }) => <p id="main" className="sd-note sd-num" role="alert" data-state={on ? "on" : "off"} />;`,
  keys: `export const A = (props) => <p aria-keyshortcuts="Alt+ArrowUp" onKeyDown={({ key }) => key === "Enter" && props.run("Escape")} />;`,
  comparison: `export const A = ({ state, TEXTS }) => <p title={state === "done" ? TEXTS.done : TEXTS.failed}>{state === "done" && TEXTS.done}</p>;`,
  listOfKeys: `export const A = ({ LABELS }) => <ul>{["up", "down"].map((way) => <li key={way}>{LABELS[way]}</li>)}</ul>;`,
  argument: `export const A = ({ labelOf }) => <p title={labelOf("status")}>{labelOf("status")}</p>;`,
  signs: "export const A = ({ a, b }) => <p title={`${a} · ${b}`}>{a} – {b}</p>;",
  error: `export const fail = () => {\n  throw new Error("No Clipboard above this component.");\n};`,
  declared: `export const LABELS = texts("a", { name: "Name of the type" });`,
  appName: `export const WINDOW = { title: "Stockdeck" };`,
  data: `export const ROWS = [{ key: "name", kind: "text", path: "M0,0l6,6" }];`,
};

/** Files named messages.ts with code that puts words together, each in a folder. */
const JOINED = {
  template: "export const countOf = (rows) => `${rows} rows`;",
  sum: 'export const titleOf = (name) => "Note on " + name;',
  sumOfSigns: 'export const withUnit = (number, unit) => number + " " + unit;',
  list: 'export const listOf = (names) => names.join(", ");',
  lowerCase: "export const inside = (label) => TEXTS.of({ label: label.toLowerCase() });",
  upperCase: "export const sentence = (text) => text.charAt(0).toUpperCase();",
};
const WHOLE = {
  chosen: "export const text = (day) => (day === null ? TEXTS.never : TEXTS.since({ day: formatDay(day) }));",
  signs: "export const range = (from, to) => `${from} → ${to}`;",
  facts: 'export const line = (facts) => facts.join(" · ");',
  lines: 'export const letter = (lines) => lines.join("\\n");',
  key: "export const isSame = (a, b) => a.join() === b.join();",
  total: "export const total = (a, b) => TEXTS.total({ rows: a + b });",
};

/** Files whose texts are always English: answers to programs, logs, and the sample company. */
const ENGLISH_ONLY = [
  "electron/api-server/**",
  "electron/sample-service/**",
  "electron/hosts/{browser,cli}/**",
  "electron/base/policy/**",
  "electron/features/{assistants,collector}/**",
  "electron/features/connections/sample-*.ts",
  "electron/store/query/**",
  "electron/sync/collector/**",
  "shared/features/collector/**",
];

/** Files with one exception, whose reason stands next to it. */
const SINGLE_EXCEPTIONS = [
  "electron/base/keychain/keychain.ts",
  "electron/features/diagnostics/crashes/crash-reports.ts",
  "electron/hosts/desktop/ipc/serve-calls.ts",
  "electron/hosts/desktop/updates/update-manifest.ts",
  "electron/hosts/desktop/updates/update-source.ts",
  "shared/base/text/languages.ts",
  "shared/query/query.ts",
  "shared/query/views/views.ts",
];

/** Lints files by one rule. @returns the names of the files with a problem. */
async function lintedBy(rule: string, files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = await temporaryFolder();
  const configuration = {
    jsPlugins: [path.join(ROOT, "lint/texts.js")],
    categories: { correctness: "off" },
    rules: { [rule]: "error" },
  };
  fs.writeFileSync(path.join(folder, "texts.json"), JSON.stringify(configuration));
  for (const [name, source] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), `${source}\n`);
  }
  const { stdout } = spawnSync(
    path.join(ROOT, "node_modules/.bin/oxlint"),
    ["--config", "texts.json", "-f", "json", "."],
    { cwd: folder, encoding: "utf8" },
  );
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { readonly filename: string }[] };
  return [
    ...new Set(diagnostics.map(({ filename }) => path.relative(folder, path.resolve(folder, filename)))),
  ];
}

const named = (
  files: Readonly<Record<string, string>>,
  nameOf: (name: string) => string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(files).map(([name, source]) => [nameOf(name), source]));

describe("the lint rule about texts in messages.ts", () => {
  it("lint refuses every form of text in a component", async () => {
    const refused = named(REFUSED, (name) => `${name}.tsx`);
    const found = await lintedBy("texts/in-messages", {
      ...refused,
      ...named(ALLOWED, (name) => `${name}.tsx`),
      "messages.ts": 'export const TITLE = "Settings saved";',
    });
    expect(found.toSorted()).toEqual(Object.keys(refused).toSorted());
  });

  it("lint refuses code in messages.ts that joins words or changes their case", async () => {
    const inMessages = (name: string): string => `${name}/messages.ts`;
    const refused = named(JOINED, inMessages);
    const found = await lintedBy("texts/whole-sentences", {
      ...refused,
      ...named(WHOLE, inMessages),
      "other.ts": JOINED.template,
    });
    expect(found.toSorted()).toEqual(Object.keys(refused).toSorted());
  });

  it("the repository applies the text rule everywhere but in a short list of English-only files", () => {
    const { jsPlugins, rules, overrides } = JSON.parse(
      fs.readFileSync(path.join(ROOT, ".oxlintrc.json"), "utf8"),
    ) as {
      jsPlugins: readonly string[];
      rules: Record<string, unknown>;
      overrides: readonly { files: readonly string[]; rules: Record<string, unknown> }[];
    };
    expect(jsPlugins).toContain("./lint/texts.js");
    expect(overrides.filter(({ rules }) => "texts/in-messages" in rules)).toEqual([
      {
        files: ["renderer/**/*.ts", "renderer/**/*.tsx", "electron/**/*.ts", "shared/**/*.ts"],
        rules: { "texts/in-messages": "error" },
      },
      { files: ENGLISH_ONLY, rules: { "texts/in-messages": "off" } },
    ]);
    expect(rules).toMatchObject({ "texts/whole-sentences": "error" });
    const disabled = ["electron", "renderer", "shared"].flatMap((tree) =>
      fs
        .readdirSync(path.join(ROOT, tree), { recursive: true, encoding: "utf8" })
        .filter((file) => /\.tsx?$/.test(file))
        .map((file) => `${tree}/${file}`)
        .filter((file) => fs.readFileSync(path.join(ROOT, file), "utf8").includes("texts/in-messages")),
    );
    expect(disabled.toSorted()).toEqual(SINGLE_EXCEPTIONS);
  });
});
