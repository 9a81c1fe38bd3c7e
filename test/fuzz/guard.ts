import { inspect } from "node:util";
import v8 from "node:v8";
import vm from "node:vm";
import { AppFailure } from "../../shared/base/errors.ts";

/** The limits in ms: for the refusal of an input, and for the execution of an input. */
const [REFUSED_WITHIN, DONE_WITHIN] = [2_000, 15_000];
/** Ms after which an input counts as never answered. */
const NEVER = 60_000;
/** The most bytes by which the used memory may grow in a run. */
const GROWTH = 150 * 1024 * 1024;

v8.setFlagsFromString("--expose-gc");
const collectGarbage = vm.runInNewContext("gc") as () => void;

const builtIns = [Object, Array, Function, String, Number, Map, Promise].map(
  ({ prototype }) => prototype as object,
);
const countOwn = (): number => builtIns.reduce((sum, own) => sum + Reflect.ownKeys(own).length, 0);
const ownBefore = countOwn();

/** The most kinds of failures that are printed. */
const MAX_SHOWN = 12;

/** A sentence for each broken promise; the same sentence is reported once. */
interface Failure {
  count: number;
  readonly input: string;
}

/** Watches one run over many inputs: the outcome and time of each, and the memory after it. */
export class Guard {
  readonly failures = new Map<string, Failure>();
  inputs = 0;
  slowest = 0;
  #slowest = "";
  readonly #before: number;
  #input: unknown;
  readonly #onUnhandled = (thrown: unknown): void => this.fail(`unhandled: ${nameOf(thrown)}`);

  constructor() {
    this.#before = inUse();
    process.on("unhandledRejection", this.#onUnhandled);
    process.on("uncaughtException", this.#onUnhandled);
  }

  /** Notes that the present input broke a promise. */
  fail(what: string): void {
    const known = this.failures.get(what);
    if (known) known.count += 1;
    else this.failures.set(what, { count: 1, input: preview(this.#input) });
  }

  /**
   * Runs one input. It may throw only an AppFailure that is no defect, or another typed error (`isTyped`).
   * @returns the answer; undefined if it threw.
   */
  async watch<T>(
    input: unknown,
    run: () => Promise<T> | T,
    isTyped: (thrown: unknown) => boolean = () => false,
    within = REFUSED_WITHIN,
  ): Promise<T | undefined> {
    this.#input = input;
    this.inputs += 1;
    const begin = performance.now();
    const never = new AbortController();
    try {
      return await Promise.race([run(), timeout(never.signal)]);
    } catch (thrown) {
      const typed = thrown instanceof AppFailure ? thrown.error.kind !== "internal" : isTyped(thrown);
      if (!typed) this.fail(`threw ${nameOf(thrown)}`);
      return undefined;
    } finally {
      never.abort();
      const took = performance.now() - begin;
      if (took > this.slowest) [this.slowest, this.#slowest] = [took, preview(input).slice(0, 60)];
      if (took > within) this.fail(`took over ${within} ms`);
      if (countOwn() !== ownBefore) this.fail("changed a prototype of JavaScript's own");
    }
  }

  /** Valid inputs that cause work may take longer. */
  work<T>(input: unknown, run: () => Promise<T> | T): Promise<T | undefined> {
    return this.watch(input, run, undefined, DONE_WITHIN);
  }

  /** Ends the watch. @returns the line for this run, and whether it had no failure. */
  async end(name: string, seconds: number): Promise<{ readonly line: string; readonly ok: boolean }> {
    // The last unhandled rejection is reported in a later turn.
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.off("unhandledRejection", this.#onUnhandled);
    process.off("uncaughtException", this.#onUnhandled);
    const grown = inUse() - this.#before;
    this.#input = undefined;
    if (grown > GROWTH) this.fail(`kept ${megabytes(grown)} of memory`);
    const ok = this.failures.size === 0;
    const problems = [...this.failures]
      .slice(0, MAX_SHOWN)
      .map(([what, { count, input }]) => `\n  ${what} (${count} times), first by ${input}`);
    const figures = `${this.inputs} inputs, ${seconds.toFixed(0)} s, slowest ${this.slowest.toFixed(0)} ms (${this.#slowest.replaceAll("\n", " ")}…)`;
    const memory = `memory ${grown < 0 ? "-" : "+"}${megabytes(Math.abs(grown))}`;
    return { line: `${ok ? "ok    " : "FAILED"} ${name}: ${figures}, ${memory}${problems.join("")}`, ok };
  }
}

function timeout(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${NEVER} ms`)), NEVER);
    signal.addEventListener("abort", () => clearTimeout(timer));
  });
}

function inUse(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function nameOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return inspect(thrown).slice(0, 200);
  const place = thrown.stack?.split("\n").find((line) => /\/(?:electron|shared|renderer)\//.test(line)) ?? "";
  return `${thrown.name}: ${thrown.message.slice(0, 200)}${place.replace(/\(?(?:file:\/\/)?\/.*?\/(?=electron|shared|renderer)/, "")}`;
}

function preview(input: unknown): string {
  const text = inspect(input, { depth: 6, breakLength: Infinity, maxArrayLength: 8, maxStringLength: 200 });
  return text.length > 700 ? `${text.slice(0, 700)}…` : text;
}

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(0)} MB`;
