import { parseArgs } from "node:util";
import { parseFault, type FaultSettings } from "./fault-settings.ts";
import { startSampleService } from "./index.ts";

/**
 * Serves the sample company with faults until the process is ended. Tests use it outside their own process: `node test/service/serve.ts --items 60 --fault latencyMs=20`. Prints its address and key as one JSON line.
 */
const { values } = parseArgs({
  options: {
    items: { type: "string", default: "5000" },
    fault: { type: "string", multiple: true, default: [] },
  },
});
const faults = values.fault.map(parseFault).reduce<FaultSettings>((all, fault) => ({ ...all, ...fault }), {});
const { url, key } = await startSampleService({ items: Number(values.items), faults });
process.stdout.write(`${JSON.stringify({ url, key })}\n`);
