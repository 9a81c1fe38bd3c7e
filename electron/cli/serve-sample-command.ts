import { parseFault, type FaultSettings } from "../sample-service/index.ts";
import { runServeSample } from "../sample-service/serve-command.ts";
import { readOptions, wholeNumber } from "./arguments.ts";
import { EXIT } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** `serve-sample`: the sample service, until Ctrl+C. Prints its URL and key as one JSON line. */
export async function serveSampleCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const options = readOptions(args, {
    port: "text",
    items: "text",
    seed: "text",
    key: "text",
    rate: "text",
    fault: "texts",
  });
  const faults = options.fault
    .map(readFault)
    .reduce<FaultSettings>((all, fault) => ({ ...all, ...fault }), {});
  const service = await runServeSample(
    {
      port: wholeNumber(options.port, "port", 0, 65_535, 0),
      items: wholeNumber(options.items, "items", 0, 10_000_000, 5_000),
      seed: wholeNumber(options.seed, "seed", 0, 4_294_967_295, 1),
      key: options.key,
      rate: wholeNumber(options.rate, "rate", 0, 100_000, 0),
      faults,
    },
    (line) => terminal.out(line),
  ).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === "EADDRINUSE")
      throw new UsageError(`--port ${options.port}: another program listens there`);
    if (thrown.code === "EACCES")
      throw new UsageError(`--port ${options.port}: this user may not listen there`);
    throw thrown;
  });
  await new Promise((resolve) => terminal.signal.addEventListener("abort", resolve, { once: true }));
  await service.close();
  return EXIT.done;
}

function readFault(text: string): FaultSettings {
  try {
    return parseFault(text);
  } catch (thrown) {
    throw new UsageError(`--fault: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
  }
}
