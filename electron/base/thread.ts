import v8 from "node:v8";
import { Worker, type ResourceLimits } from "node:worker_threads";

/**
 * The file of a thread. In the source tree it is a module of the caller's folder, or of the given one; in a build it is
 * next to the bundle whose chunk has the caller.
 * @param folder relative to the caller's.
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
 * Calls after which V8 compiles a wrapper around a function that WebAssembly imports: more than any thread makes. Node
 * reads TypeScript by WebAssembly, separately in each thread, and two threads that compile the same wrapper at once can
 * crash the process: the later one frees code that belongs to no module (seen with Node 24.21,
 * `Runtime_TierUpWasmToJSWrapper`).
 */
const NO_WRAPPER_TIER_UP = "--wasm-wrapper-tiering-budget=1000000000";

/** Starts a thread. */
export function startThread(location: URL, workerData: unknown, resourceLimits: ResourceLimits): Worker {
  if (location.pathname.endsWith(".ts")) v8.setFlagsFromString(NO_WRAPPER_TIER_UP);
  return new Worker(location, { workerData, resourceLimits });
}
