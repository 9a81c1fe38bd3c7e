import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "../../scripts/root.ts";
import type { Tally } from "../reporters/progress.ts";
import { drawMutants, type Mutant } from "./draw.ts";
import { changed } from "./faults.ts";

/** From the cheapest to the dearest. */
const PARTS = ["unit", "integration", "component"] as const;
/** Time limits in seconds: for the tests of a fault, which may cause an endless loop, and for all tests of a part. */
const [LONGEST_RUN, LONGEST_PART] = ["600", "3600"];

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: "50" },
    count: { type: "string", default: "60" },
    only: { type: "string" },
    list: { type: "boolean", default: false },
  },
});

/**
 * `node test/mutants/run.ts [--seed N] [--count N] [--only NUMBER,…] [--list]`: draws faults and runs all tests
 * of three parts once, to find which test files reach which fault. Then it runs these files against each fault
 * alone. It prints the test that detected each fault, and at the end the faults that no test detected.
 */
function main(): void {
  const mutants = drawMutants(ROOT, Number(values.seed), Number(values.count));
  console.log(`${mutants.length} faults by seed ${values.seed}`);
  if (values.list) return mutants.forEach((mutant, number) => console.log(described(mutant, number)));
  const chosen = values.only?.split(",").map(Number) ?? mutants.map((_mutant, number) => number);
  const work = fs.mkdtempSync(path.join(os.tmpdir(), "stockdeck-mutants-"));
  const tree = new Tree(work);
  const reaching = tree.reaching(mutants);
  const outcomes = chosen.map((number) => {
    const mutant = mutants[number];
    if (!mutant) throw new Error(`There is no fault ${number}.`);
    const files = reaching.get(number) ?? new Set<string>();
    const seenBy = files.size === 0 ? null : tree.seenBy(mutant, files);
    const survived = files.size === 0 ? "NO TEST REACHES IT" : `NOT SEEN by ${[...files].join(" ")}`;
    console.log(`${described(mutant, number)}\n    ${seenBy ?? survived}`);
    return { number, isSeen: seenBy !== null };
  });
  fs.rmSync(work, { recursive: true });
  const unseen = outcomes.filter(({ isSeen }) => !isSeen).map(({ number }) => number);
  console.log(
    `${outcomes.length - unseen.length} of ${outcomes.length} faults seen; not seen: ${unseen.join(", ")}`,
  );
}

const described = ({ kind, file, line }: Mutant, number: number): string =>
  `${number}. ${kind}, ${file}:${line}`;

/** A copy of the repository, into which the faults are written. */
class Tree {
  readonly #root: string;
  readonly #reports: string;

  constructor(work: string) {
    this.#root = path.join(work, "tree");
    this.#reports = path.join(work, "reports");
    fs.mkdirSync(this.#reports);
    const listed = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
      cwd: ROOT,
      encoding: "utf8",
    });
    // A deleted file is still listed if the deletion is not committed.
    const isThere = (name: string): boolean => fs.existsSync(path.join(ROOT, name));
    for (const file of listed.stdout.split("\0").filter((name) => name !== "" && isThere(name)))
      fs.cpSync(path.join(ROOT, file), path.join(this.#root, file));
    fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(this.#root, "node_modules"));
    // `--import` of a module runs it in the tests' processes, their threads and the processes that they start.
    fs.writeFileSync(
      path.join(work, "report.mjs"),
      `import fs from "node:fs";
      const known = new Set();
      globalThis.faultReached = (number) => {
        const line = number + " " + process.env.STOCKDECK_TEST_FILE + "\\n";
        if (known.has(line)) return;
        known.add(line);
        fs.appendFileSync(${JSON.stringify(path.join(this.#reports, "reached"))}, line);
      };`,
    );
    fs.writeFileSync(
      path.join(this.#root, "test/name-test-file.ts"),
      `import { expect } from "vitest";
      process.env["STOCKDECK_TEST_FILE"] = expect.getState().testPath;`,
    );
    fs.writeFileSync(
      path.join(this.#root, "vitest.mutants.config.ts"),
      `import config from "./vitest.config.ts";
      for (const { test } of config.test.projects)
        test.setupFiles = [...(test.setupFiles ?? []), "test/name-test-file.ts"];
      export default config;`,
    );
  }

  /**
   * Runs all tests once, with a report at the place of each fault. Returns the test files that reach each
   * fault, by its number.
   */
  reaching(mutants: readonly Mutant[]): ReadonlyMap<number, ReadonlySet<string>> {
    const reports = mutants.map((mutant, number) => ({
      ...mutant,
      text: mutant.reached(`globalThis.faultReached?.(${number})`),
    }));
    const changedFiles = new Set(mutants.map(({ file }) => file));
    for (const name of changedFiles)
      this.#write(
        name,
        reports.filter(({ file }) => file === name),
      );
    this.#build();
    for (const part of PARTS) {
      const { failures } = this.#run(part, []);
      if (failures.length > 0) throw new Error(`Tests fail without a fault:\n${failures.join("\n")}`);
    }
    for (const name of changedFiles) this.#write(name, []);
    const reaching = new Map<number, Set<string>>();
    for (const line of fs.readFileSync(path.join(this.#reports, "reached"), "utf8").trim().split("\n")) {
      const [number = "", file = ""] = line.split(" ");
      const files = reaching.get(Number(number)) ?? new Set();
      reaching.set(Number(number), files.add(path.relative(this.#root, file)));
    }
    return reaching;
  }

  /** The first failure of the tests in files that reach a fault; null if all pass. */
  seenBy(mutant: Mutant, files: ReadonlySet<string>): string | null {
    this.#write(mutant.file, [{ ...mutant, text: mutant.replacement }]);
    try {
      for (const part of PARTS) {
        const own = [...files].filter((file) => file.startsWith(`test/${part}/`));
        if (own.length === 0) continue;
        if (part === "integration") this.#build();
        const { failures } = this.#run(part, ["--bail=1", ...own]);
        if (failures[0] !== undefined) return failures[0].split("\n").slice(0, 2).join(" ").slice(0, 300);
      }
      return null;
    } finally {
      this.#write(mutant.file, []);
    }
  }

  #write(file: string, changes: Parameters<typeof changed>[1]): void {
    const source = fs.readFileSync(path.join(ROOT, file), "utf8");
    fs.writeFileSync(path.join(this.#root, file), changed(source, changes));
  }

  /** Builds the programs that tests start as processes. A fault may break the build, which the tests then detect. */
  #build(): void {
    spawnSync(process.execPath, ["scripts/build-app.ts"], { cwd: this.#root, stdio: "ignore" });
  }

  #run(part: string, words: readonly string[]): Pick<Tally, "failures"> {
    const tally = path.join(this.#reports, `${part}.json`);
    fs.rmSync(tally, { force: true });
    const { status } = spawnSync(
      // Ends the processes of the tests too.
      "timeout",
      [
        "--signal=KILL",
        words.length > 0 ? LONGEST_RUN : LONGEST_PART,
        "vitest",
        "run",
        "--config=vitest.mutants.config.ts",
        `--project=${part}`,
        ...words,
      ],
      {
        cwd: this.#root,
        stdio: "ignore",
        env: {
          ...process.env,
          NODE_OPTIONS: `--import=${path.join(this.#reports, "../report.mjs")}`,
          STOCKDECK_TEST_CLI: "dist/electron/cli.js",
          STOCKDECK_TEST_PART: part,
          STOCKDECK_TEST_TALLY: tally,
        },
      },
    );
    if (status === 0) return { failures: [] };
    const known = fs.existsSync(tally) ? (JSON.parse(fs.readFileSync(tally, "utf8")) as Tally).failures : [];
    return { failures: known.length > 0 ? known : [`${part} ended with ${status ?? "a signal"}`] };
  }
}

main();
