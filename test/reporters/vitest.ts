import path from "node:path";
import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification } from "vitest/node";
import { Progress } from "./progress.ts";

/** Reports a run of Vitest. A file counts as done after its last test. */
export class VitestProgress implements Reporter {
  readonly #progress = new Progress(process.env["STOCKDECK_TEST_PART"] ?? "tests");
  #files = 0;
  #done = 0;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length;
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    if (state === "failed") {
      const messages = errors.map(messageOf);
      this.#progress.fail(
        `${fileOf(test.module)} › ${test.fullName}`,
        messages,
        commandOf(test.module, test),
      );
    } else if (state === "passed") this.#progress.count("passed");
    // Tests of the whole run are left out, and do not count as skipped.
    else if (!test.tags.includes("whole")) this.#progress.count("skipped");
  }

  onTestModuleEnd(module: TestModule): void {
    this.#done += 1;
    // If a file does not load, or its hook failed, it may have no failed test.
    const isExplained = [...module.children.allTests("failed")].length > 0;
    const errors = [
      ...module.errors(),
      ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
    ];
    if (module.state() === "failed" && !isExplained)
      this.#progress.fail(
        `${fileOf(module)} › did not end`,
        errors.length > 0 ? errors.map(messageOf) : ["Its process stopped."],
        commandOf(module),
      );
    this.#progress.say(this.#done, `of ${this.#files} files`);
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    // These errors include the signal that ended a test's process.
    for (const error of errors) this.#progress.fail("An error outside the tests", [messageOf(error)], null);
    this.#progress.write(process.env["STOCKDECK_TEST_TALLY"]);
  }
}

const fileOf = (module: TestModule): string => path.relative(process.cwd(), module.moduleId);

function commandOf(module: TestModule, test?: TestCase): string {
  const name = test
    ? ` -t ${quoted(test.fullName.replaceAll(" > ", " ").replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&"))}`
    : "";
  return `npx vitest run --project ${module.project.name} ${fileOf(module)}${name}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function messageOf({ name, message, stack = "", cause }: SerializedError): string {
  const inner = cause instanceof Object && "message" in cause ? `\n${(cause as Error).message}` : "";
  // `stack` may have only the first line of the message: not what was expected, nor what was found.
  const frames = stack.split("\n").filter((line) => FRAME.test(line));
  return [`${name ?? "Error"}: ${message}`, ...frames].join("\n") + inner;
}

const FRAME = /^\s+at /;
