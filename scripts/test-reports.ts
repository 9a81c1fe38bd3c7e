import fs from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { ROOT } from "./root.ts";

/** How the tests of one kind ended. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /**
   * The name of each failed test or file, and the reason. It is printed last, because logs often keep only
   * the end.
   */
  readonly failures: readonly string[];
}

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly status: "expected" | "unexpected" | "flaky" | "skipped";
      readonly results?: readonly { readonly errors?: readonly { readonly message?: string }[] }[];
    }[];
  }[];
  readonly suites?: readonly PlaywrightSuite[];
}

/** Reads Vitest's JSON report. @param errors the file of errors that belong to no test (test/helpers/unhandled-errors.ts). */
export function tallyVitest(file: string, errors: string, status: number | null): Tally {
  const report = readReport(file) as VitestReport | null;
  const unhandled = (readReport(errors) as readonly string[] | null) ?? [];
  const results = report?.testResults ?? [];
  const tests = results.flatMap((result) => result.assertionResults);
  const failures = results.flatMap(({ name, status: state, message, assertionResults }) => {
    const shown = path.relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length > 0)
      return failed.map((test) => withReason(`${shown} › ${test.fullName}`, test.failureMessages));
    // A file that does not load, or whose process died, has no failed test.
    return state === "failed" ? [`${shown} › did not end: ${message || "its process stopped"}`] : [];
  });
  return tally({
    passed: tests.filter((test) => test.status === "passed").length,
    skipped: tests.filter((test) => test.status !== "passed" && test.status !== "failed").length,
    failures: [...failures, ...unhandled],
    status,
  });
}

/** Reads what Playwright's JSON reporter wrote to `file` in a run that ended with `status`. */
export function tallyPlaywright(file: string, status: number | null): Tally {
  const tests = testsOf((readReport(file) as PlaywrightSuite | null) ?? {});
  const names = (...wanted: readonly string[]): readonly string[] =>
    tests.filter((test) => wanted.includes(test.status)).map((test) => test.name);
  return tally({
    passed: names("expected").length,
    skipped: names("skipped").length,
    failures: names("unexpected", "flaky"),
    status,
  });
}

/**
 * Adds a failure to a failed run without a failed test. That happens without a report, or by an error between two
 * tests.
 */
function tally({ status, ...counted }: Omit<Tally, "failed"> & { readonly status: number | null }): Tally {
  const failures =
    counted.failures.length === 0 && status !== 0
      ? [`no test by name, but the run ended with ${status ?? "a signal"}`]
      : counted.failures;
  return { ...counted, failures, failed: failures.length };
}

function testsOf(suite: PlaywrightSuite): readonly { readonly name: string; readonly status: string }[] {
  const own = (suite.specs ?? []).flatMap(({ title, file, line, tests }) =>
    tests.map(({ status, results = [] }) => {
      const errors = results.flatMap((result) => result.errors ?? []);
      return {
        name: withReason(
          `${file}:${line} › ${title}`,
          errors.map((error) => error.message ?? ""),
        ),
        status,
      };
    }),
  );
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)];
}

/** Lines of an error that repeat its message. */
const REASON_LINES = 14;
/** A line of a stack outside this project's code. */
const FOREIGN_FRAME = /^\s+at .*(node_modules|node:)/;

function withReason(name: string, messages: readonly string[] = []): string {
  const lines = messages.flatMap((message) =>
    stripVTControlCharacters(message)
      .split("\n")
      .filter((line) => line.trim() !== "" && !FOREIGN_FRAME.test(line))
      .slice(0, REASON_LINES),
  );
  return [name, ...lines.map((line) => `    ${line}`)].join("\n");
}

function readReport(file: string): unknown {
  return fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : null;
}
