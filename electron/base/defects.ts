import { redact, type Log, type Sink } from "./log.ts";

/** Reports uncaught errors; the process continues. */
export function onDefect(report: (defect: unknown) => void): void {
  process.on("uncaughtException", report);
  // Node would print the error with the secrets in it.
  process.on("unhandledRejection", report);
}

/** One defect for stderr, with its stack and causes. @security a message may quote a request with its key. */
export function defectLine(defect: unknown, secrets: readonly string[]): string {
  return `stockdeck: ${redact(`defect: ${describeDefect(defect)}`, secrets)}`;
}

/**
 * Writes defects to the log and to stderr. The log redacts all known keys, so stderr gets the line that the log wrote.
 */
export class DefectLog {
  readonly sink: Sink;
  #toStderr = false;

  /** @param file the sink of the log. @param stderr the sink that also gets the line of a defect. */
  constructor(file: Sink, stderr: Sink) {
    this.sink = (line) => {
      file(line);
      if (this.#toStderr) stderr(line);
    };
  }

  report(log: Log, defect: unknown): void {
    this.#toStderr = true;
    try {
      log.warn("defect", { cause: defect });
    } finally {
      this.#toStderr = false;
    }
  }
}

/** A defect as text, with its stack and causes. @security to be redacted before it is written anywhere. */
export function describeDefect(defect: unknown): string {
  if (!(defect instanceof Error)) return String(defect);
  const own = defect.stack ?? String(defect);
  return defect.cause === undefined ? own : `${own}\ncaused by: ${describeDefect(defect.cause)}`;
}
