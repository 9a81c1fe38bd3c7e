import v8 from "node:v8";
import { Worker, type ResourceLimits } from "node:worker_threads";

/**
 * The file of a thread. In the source tree it is a module in the caller's folder or in the given one. In a build it is
 * next to the bundle that contains the caller.
 * @param folder relative to the caller's folder.
 */
export function threadLocation(here: string, name: string, folder = "."): URL {
  const relative = here.endsWith(".ts")
    ? `${folder}/${name}.ts`
    : here.includes("/chunks/")
      ? `../${name}.js`
      : `./${name}.js`;
  return new URL(/* @vite-ignore */ relative, here);
}

/**
 * A number of calls that no thread makes. After it V8 would compile a wrapper around a function that WebAssembly
 * imports. Node reads TypeScript by WebAssembly, separately in each thread, and two threads that compile the same
 * wrapper at once can crash the process: the later one frees code that belongs to no module (seen with Node 24.21,
 * `Runtime_TierUpWasmToJSWrapper`).
 */
const NO_WRAPPER_TIER_UP = "--wasm-wrapper-tiering-budget=1000000000";

export function startThread(location: URL, workerData: unknown, resourceLimits: ResourceLimits): Worker {
  if (location.pathname.endsWith(".ts")) v8.setFlagsFromString(NO_WRAPPER_TIER_UP);
  return new Worker(location, { workerData, resourceLimits });
}
