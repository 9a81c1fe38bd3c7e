import path from "node:path";
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from "@playwright/test/reporter";
import { Progress } from "./progress.ts";

/** Reports a run of Playwright. */
// oxlint-disable-next-line import/no-default-export -- Playwright loads a reporter by its default export
export default class PlaywrightProgress implements Reporter {
  readonly #part = process.env["STOCKDECK_TEST_PART"] ?? "tests";
  readonly #progress = new Progress(this.#part);
  #tests = 0;
  #done = 0;

  printsToStdio(): boolean {
    return true;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#tests = suite.allTests().length;
  }

  onTestEnd(test: TestCase, { errors }: TestResult): void {
    this.#done += 1;
    const outcome = test.outcome();
    if (outcome === "expected") this.#progress.count("passed");
    else if (outcome === "skipped") this.#progress.count("skipped");
    else {
      const place = `${path.relative(process.cwd(), test.location.file)}:${test.location.line}`;
      this.#progress.fail(
        `${place} › ${test.title}`,
        errors.map(({ message = "" }) => message),
        this.#part === "package"
          ? `npm run test:package -- ${place}`
          : `npm test -- ${this.#part.split(" ")[0]} ${place}`,
      );
    }
    this.#progress.say(this.#done, `of ${this.#tests} tests`);
  }

  onError({ message = "an error without a message" }: TestError): void {
    this.#progress.fail("An error outside the tests", [message], null);
  }

  onEnd(): void {
    this.#progress.write(process.env["STOCKDECK_TEST_TALLY"]);
  }
}
