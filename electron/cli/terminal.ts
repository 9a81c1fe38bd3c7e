/** What a command may touch of the process that it runs in. */
export interface Terminal {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborted when the person presses Ctrl+C. */
  readonly signal: AbortSignal;
  /** One line on stdout: results. */
  out(line: string): void;
  /** One line on stderr: progress and complaints. */
  progress(line: string): void;
}

/** The terminal of this very process. */
export function processTerminal(signal: AbortSignal): Terminal {
  return {
    environment: process.env,
    signal,
    out: (line) => void process.stdout.write(`${line}\n`),
    progress: (line) => void process.stderr.write(`${line}\n`),
  };
}
