import { startProgram } from "./child.ts";

/** A sample service in a separate process. */
export interface SampleProcess {
  readonly url: string;
  readonly key: string;
  stop(): Promise<void>;
}

/** Starts a frozen sample service with `items` items. @param faults each as `name=value` (test/service/README.md). */
export async function startSampleProcess(
  items: number,
  ...faults: readonly string[]
): Promise<SampleProcess> {
  const program = startProgram([
    "test/service/serve.ts",
    "--items",
    String(items),
    ...faults.flatMap((fault) => ["--fault", fault]),
  ]);
  const [line] = await program.waitFor(/\{.*\}/);
  const { url, key } = JSON.parse(line) as { url: string; key: string };
  return { url, key, stop: () => program.stop() };
}
