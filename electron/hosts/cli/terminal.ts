import { addAbortSignal, type Readable } from "node:stream";
import { AppFailure, CANCELLED_ERROR } from "../../../shared/base/errors.ts";
import type { Policy } from "../../../shared/base/policy.ts";
import { nodeFetch } from "../../client/node-fetch.ts";
import { defectLine } from "../../base/log.ts";
import type { Fetch } from "../../client/transport.ts";
import { terminalLine, terminalText } from "../../base/terminal-text.ts";

/** The installed app that runs the command. */
export interface InstalledApp {
  /** The folder with all files of the app. */
  readonly folder: string;
  /** A subfolder without user data that this process uses. */
  readonly inUse: string;
  /** Ensures that no window is open or opens during the command. @returns false if a window is open. */
  claim(): boolean;
}

/** The parts of the process that commands use. */
export interface Terminal {
  /** The key from the environment; undefined if it is not set. */
  readonly environmentKey: string | undefined;
  /** The webhook secrets from the environment, one per line; undefined if they are not set. */
  readonly environmentSecrets: string | undefined;
  /** The password of the mail server from the environment; undefined if it is not set. */
  readonly environmentMailPassword: string | undefined;
  /** Aborted when the user presses Ctrl+C, or when stdout accepts no more lines. */
  readonly signal: AbortSignal;
  /** The administrator's policy for this computer. */
  readonly policy: Policy;
  /** Sends requests to the service. */
  readonly fetch: Fetch;
  /** The installed app; null in plain Node. */
  readonly app: InstalledApp | null;
  /** Reads the first line of stdin, without its line end. @throws AppFailure `cancelled`. */
  input(): Promise<string>;
  /** Prints a result on stdout: one line of JSON, or a text of several lines. */
  out(line: string): void;
  /**
   * The reason why results are lost: "closed" if the reading program closed the pipe, as `head` does. Null while
   * nothing is lost.
   */
  lost(): "closed" | Error | null;
  /** Prints one line on stderr: progress or an error. */
  progress(line: string): void;
  /** Remembers a key, so that it is removed from every line about a defect. */
  keepSecret(key: string): void;
  /** Prints a defect on stderr, without the keys. */
  defect(thrown: unknown): void;
}

const KEY_VARIABLE = "STOCKDECK_API_KEY";
const EVENT_VARIABLE = "STOCKDECK_EVENT_SECRET";
const MAIL_VARIABLE = "STOCKDECK_MAIL_PASSWORD";

/**
 * The terminal of this process. In every line, the characters that a terminal would obey are escaped.
 * @param fetch sends requests to the service; Node's network by default.
 * @security The key and the secrets are removed from the environment, so that no thread and no child of this process
 * gets them.
 */
export function processTerminal(
  signal: AbortSignal,
  policy: Policy,
  fetch: Fetch = nodeFetch,
  app: InstalledApp | null = null,
): Terminal {
  const environmentKey = takeVariable(KEY_VARIABLE);
  const environmentSecrets = takeVariable(EVENT_VARIABLE);
  const environmentMailPassword = takeVariable(MAIL_VARIABLE);
  const secrets = [
    environmentKey,
    environmentMailPassword,
    ...(environmentSecrets?.split("\n") ?? []),
  ].filter((secret) => secret !== undefined);
  const lost = new AbortController();
  const out = new Output(process.stdout, () => lost.abort());
  const errors = new Output(process.stderr);
  const stopped = AbortSignal.any([signal, lost.signal]);
  return {
    environmentKey,
    environmentSecrets,
    environmentMailPassword,
    signal: stopped,
    policy,
    fetch,
    app,
    input: () => firstLine(process.stdin, stopped),
    out: (text) => out.line(terminalText(text)),
    lost: () => out.lost,
    progress: (line) => errors.line(terminalLine(line)),
    keepSecret: (key) => void secrets.push(key),
    defect: (thrown) => errors.line(terminalText(defectLine(thrown, secrets))),
  };
}

/** Returns and removes a variable of the environment; undefined if it is empty. */
function takeVariable(name: string): string | undefined {
  const value = process.env[name];
  delete process.env[name];
  return value === "" ? undefined : value;
}

/** The most characters of input. No key or secret has more. */
const MAX_INPUT = 64 * 1024;

/** Reads the first line of a stream. @throws AppFailure `cancelled` if the signal is aborted. */
async function firstLine(stream: Readable, signal: AbortSignal): Promise<string> {
  let text = "";
  try {
    for await (const piece of addAbortSignal(signal, stream.setEncoding("utf8"))) {
      text += String(piece);
      if (text.includes("\n") || text.length > MAX_INPUT) break;
    }
  } catch (cause) {
    if (!signal.aborted) throw cause;
    throw new AppFailure(CANCELLED_ERROR, { cause });
  }
  return text.split("\n", 1)[0]?.replace(/\r$/, "") ?? "";
}

/** The error codes if the reading program closed the pipe; `EOF` on Windows. */
const CLOSED: readonly unknown[] = ["EPIPE", "EOF", "ECONNRESET", "ERR_STREAM_DESTROYED"];

/**
 * A stream of the process, to which lines are written. After a failure it accepts no more lines, but the process
 * continues.
 */
class Output {
  readonly #stream: NodeJS.WriteStream;
  readonly #onLost: () => void;
  #lost: "closed" | Error | null = null;

  /** @param onLost called once, when the first line is lost. */
  constructor(stream: NodeJS.WriteStream, onLost: () => void = () => {}) {
    this.#stream = stream;
    this.#onLost = onLost;
    stream.on("error", (thrown) => this.#lose(thrown));
  }

  /** The reason why lines are lost: "closed", or a failure. Null while nothing is lost. */
  get lost(): "closed" | Error | null {
    return this.#lost;
  }

  line(text: string): void {
    if (this.#lost !== null) return;
    try {
      this.#stream.write(`${text}\n`);
      // A write to a closed pipe sets `errored` at once, before the stream's error event. Without this check, all lines
      // of a long list would be made in vain.
      if (this.#stream.errored) this.#lose(this.#stream.errored);
    } catch (thrown) {
      this.#lose(thrown);
    }
  }

  #lose(thrown: unknown): void {
    if (this.#lost !== null) return;
    const { code } = thrown as { code?: unknown };
    this.#lost = CLOSED.includes(code)
      ? "closed"
      : thrown instanceof Error
        ? thrown
        : new Error(String(thrown));
    this.#onLost();
  }
}
