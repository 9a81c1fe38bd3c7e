import { CLI_PROGRAM, startProgram } from "./child.ts";

/** A sample service in a process of its own. */
export interface SampleProcess {
  readonly url: string;
  readonly key: string;
  stop(): Promise<void>;
}

/** Starts a frozen sample service with `items` items, by the headless command line. */
export async function startSampleProcess(
  items: number,
  ...options: readonly string[]
): Promise<SampleProcess> {
  const program = startProgram([
    CLI_PROGRAM,
    "serve-sample",
    "--items",
    String(items),
    "--seed",
    "1",
    ...options,
  ]);
  const [line] = await program.waitFor(/\{.*\}/);
  const { url, key } = JSON.parse(line) as { url: string; key: string };
  return { url, key, stop: () => program.stop() };
}
