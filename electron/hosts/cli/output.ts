/** Codes of a pipe whose reader has closed it; on Windows `EOF`. */
const CLOSED: readonly unknown[] = ["EPIPE", "EOF", "ECONNRESET", "ERR_STREAM_DESTROYED"];

/** One stream of the process, written line by line. A stream that fails takes no further line, and ends no process. */
export class Output {
  readonly #stream: NodeJS.WriteStream;
  readonly #onLost: () => void;
  #lost: "closed" | Error | null = null;

  /** @param onLost called once, when lines no longer arrive. */
  constructor(stream: NodeJS.WriteStream, onLost: () => void = () => {}) {
    this.#stream = stream;
    this.#onLost = onLost;
    stream.on("error", (thrown) => this.#lose(thrown));
  }

  /** Why lines are lost: the reader has closed the pipe, as `head` does, or a failure; null while they arrive. */
  get lost(): "closed" | Error | null {
    return this.#lost;
  }

  line(text: string): void {
    if (this.#lost !== null) return;
    try {
      this.#stream.write(`${text}\n`);
      // A pipe is written at once and its event comes later; until then a long list of lines would be made in vain.
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
