import { runCollectorPass } from "../../../electron/sync/collector/collector-pass.ts";
import { startCollectorProcess } from "../../helpers/collector-process.ts";
import { startSampleProcess } from "../../helpers/sample-process.ts";
import { compare, milliseconds, type Figure } from "../figure.ts";
import { removeFolder, temporaryFolder } from "../folder.ts";
import type { Service } from "../sync/bare.ts";
import { paintedBench } from "./painted-bench.ts";
import { streamsBench } from "./streams-bench.ts";
import { openPuller } from "../sync/pull.ts";

/** With `STOCKDECK_BENCH_ITEMS=1000000`, the company has the size to which the limit (a fifth) applies. */
const ITEMS = Number(process.env["STOCKDECK_BENCH_ITEMS"] ?? 100_000);

/** Compares first pulls by snapshot and from a distant service; measures the cost and delay of workstations. */
export async function* collectorBench(): AsyncGenerator<Figure> {
  const service = await startSampleProcess(ITEMS, "latencyMs=20");
  const folder = await temporaryFolder();
  const collector = await startCollectorProcess(service, folder, "--every", "3600");
  yield await compare(`collector-first-pull-${ITEMS}`, 3, () => pull(collector, true), {
    name: "pull from the service",
    run: () => pull(service, false),
  });
  await collector.stop();
  await removeFolder(folder);
  await service.stop();
  yield* streamsBench();
  yield* paintedBench();
}

/** Milliseconds of a first pull into an empty store. */
async function pull(service: Service, isCollector: boolean): Promise<number> {
  const folder = await temporaryFolder();
  const { pass, store, passOptions } = await openPuller(service, folder);
  const taken = await milliseconds(async () => {
    const { tallies } = isCollector ? await runCollectorPass(await passOptions("full")) : await pass("full");
    if (tallies.items.written !== ITEMS) throw new Error(`${tallies.items.written} rows were written`);
  });
  await store.close();
  await removeFolder(folder);
  return taken;
}
