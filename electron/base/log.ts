import fs from "node:fs";
import path from "node:path";
import { systemClock, type Clock } from "./clock.ts";
import { makePrivateFolder, PRIVATE_FILE } from "./files.ts";

/** The log of the core. The sink redacts the details and writes them. */
export interface Log {
  info(message: string, details?: Readonly<Record<string, unknown>>): void;
  warn(message: string, details?: Readonly<Record<string, unknown>>): void;
}

/** Writes one line of text. */
export type Sink = (line: string) => void;

/** Patterns of credentials under any name. They are the last defence, after the known secrets. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/(bearer\s+)[^\s"',}]+/gi, "$1[redacted]"],
  [/("?(?:authorization|api[_-]?key|key|token|password|secret)"?\s*[:=]\s*"?)[^\s"',}]+/gi, "$1[redacted]"],
];

/**
 * Makes a log that redacts credentials and known secrets at the sink.
 * @param secrets returns the secrets in use; it is called for every line.
 */
export function createLog(
  sink: Sink,
  secrets: () => readonly string[] = () => [],
  clock: Pick<Clock, "now"> = systemClock,
): Log {
  const write = (level: string, message: string, details: Readonly<Record<string, unknown>> = {}): void => {
    const at = new Date(clock.now()).toISOString();
    const text = JSON.stringify({ at, level, message, ...details }, plain);
    sink(redact(text, secrets()));
  };
  return {
    info: (message, details) => write("info", message, details),
    warn: (message, details) => write("warn", message, details),
  };
}

/** Removes secrets from a text. */
export function redact(text: string, secrets: readonly string[]): string {
  // Secrets as plain text and as escaped JSON: a key may contain a quotation mark or a backslash.
  const named = secrets
    .filter((secret) => secret.length > 3)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  const without = named.reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text);
  return SECRETS.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), without);
}

/** Turns errors into plain data. The properties of an error are not enumerable, so JSON would write {}. */
function plain(_name: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  return {
    name: value.name,
    message: value.message,
    stack: value.stack?.split("\n").slice(0, 6),
    cause: value.cause,
  };
}

/** Bytes after which a new log file begins; the previous file is kept. */
const LIMIT = 2 * 1024 * 1024;

/** Appends lines to a log file of limited size. If writing fails, lines are lost, but the app continues. */
export function createLogFile(folder: string): Sink {
  const file = path.join(folder, "logs", "stockdeck.log");
  let size = 0;
  try {
    makePrivateFolder(path.dirname(file));
    size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return () => {};
  }
  return (line) => {
    try {
      if (size > LIMIT) {
        fs.renameSync(file, `${file}.1`);
        size = 0;
      }
      fs.appendFileSync(file, `${line}\n`, { mode: PRIVATE_FILE });
      size += line.length + 1;
    } catch {
      // If writing fails, the line is lost.
    }
  };
}

/** Reports uncaught errors; the process continues. */
export function onDefect(report: (defect: unknown) => void): void {
  process.on("uncaughtException", report);
  // Without this, Node would print the error with the secrets in it.
  process.on("unhandledRejection", report);
}

/**
 * Writes a defect as one line for stderr, with its stack and causes. @security a message may quote a request with its
 * key.
 */
export function defectLine(defect: unknown, secrets: readonly string[]): string {
  return `stockdeck: ${redact(`defect: ${describeDefect(defect)}`, secrets)}`;
}

/** Writes defects to the log and to stderr. The log redacts all known keys, so stderr gets the same line as the log. */
export class DefectLog {
  readonly sink: Sink;
  #toStderr = false;

  /** @param file the sink of the log. @param stderr the sink to which the line of a defect is also written. */
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

/** Describes a defect with its stack and causes. @security the text must be redacted before it is written anywhere. */
export function describeDefect(defect: unknown): string {
  if (!(defect instanceof Error)) return String(defect);
  const own = defect.stack ?? String(defect);
  return defect.cause === undefined ? own : `${own}\ncaused by: ${describeDefect(defect.cause)}`;
}
