import { STORE_ERRORS } from "./messages.ts";
import type { MessagePort } from "node:worker_threads";
import { AppFailure, toAppError, type AppError, said } from "../../../shared/base/errors.ts";
import { systemClock } from "../../base/clock.ts";
import { startThread } from "../../base/thread.ts";

interface Request {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}
type Response =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: AppError; readonly stack: string };

/** A synchronous service as another thread sees it. It has the same methods, but each returns a promise. */
export type Remote<T> = {
  readonly [M in keyof T as T[M] extends (...args: never[]) => unknown ? M : never]: T[M] extends (
    ...args: infer A
  ) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : never;
};

/**
 * Answers a port's calls with a service's methods, one after the other.
 * @param make creates the service at the first call. If it throws, that call fails, and the next call tries again.
 * @param translate turns an error of the service into the error that the caller gets.
 */
export function serve(port: MessagePort, make: () => object, translate?: (thrown: unknown) => unknown): void {
  const respond = responder(make, translate);
  port.on("message", (request: Request) => {
    port.postMessage(respond(request));
    if (request.method === "close") port.close();
  });
}

/** Makes a service of this thread look like a remote one. The parameters are those of `serve`. */
export function serveHere<T extends object>(
  make: () => T,
  translate?: (thrown: unknown) => unknown,
): Remote<T> {
  const respond = responder(make, translate);
  return remoteOf(async (method, args) => {
    const response = respond({ id: 0, method, args });
    if (response.ok) return response.value;
    throw failureOf(response);
  });
}

function responder(
  make: () => object,
  translate: (thrown: unknown) => unknown = (thrown) => thrown,
): (request: Request) => Response {
  let service: Record<string, unknown> | null = null;
  return ({ id, method, args }) => {
    if (!service && method === "close") return { id, ok: true, value: undefined };
    try {
      service ??= make() as Record<string, unknown>;
      const run = service[method];
      if (typeof run !== "function") throw new Error(`worker: no method ${method}`);
      return { id, ok: true, value: Reflect.apply(run, service, args) as unknown };
    } catch (thrown) {
      const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      return { id, ok: false, error: toAppError(translate(thrown)), stack };
    }
  };
}

function failureOf({ error, stack }: Response & { readonly ok: false }): AppFailure {
  return new AppFailure(error, { cause: new Error(stack) });
}

/** Makes a proxy that forwards each call of a service. */
export function remoteOf<T extends object>(
  call: (method: string, args: readonly unknown[]) => Promise<unknown>,
): Remote<T> {
  return new Proxy({} as Remote<T>, {
    get: (_target, method) =>
      // `then` must not be forwarded. Otherwise `await` on the proxy itself would call the service.
      typeof method === "string" && method !== "then"
        ? (...args: unknown[]) => call(method, args)
        : undefined,
  });
}

/** Megabytes for a worker's long-lived objects: enough for the ordered ids of ten million rows. */
const MAX_OLD_GENERATION = 512;
/** Megabytes for new objects. Pages of rows live for milliseconds, so a small space is collected faster. */
const YOUNG_GENERATION = 4;

/** Starts a worker and returns its service. If the thread dies, all pending and later calls fail. */
export function startWorker<T extends object>(
  location: URL,
  workerData: unknown,
  youngGeneration = YOUNG_GENERATION,
  onDeath: () => void = () => {},
): Remote<T> {
  const worker = startThread(location, workerData, {
    maxYoungGenerationSizeMb: youngGeneration,
    maxOldGenerationSizeMb: MAX_OLD_GENERATION,
  });
  const pending = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let lastId = 0;
  let dead: AppFailure | null = null;

  worker.on("message", (response: Response) => {
    const call = pending.get(response.id);
    pending.delete(response.id);
    if (response.ok) call?.resolve(response.value);
    else call?.reject(failureOf(response));
  });
  const die = (cause: unknown): void => {
    if (dead) return;
    dead = new AppFailure({ kind: "internal", ...said(STORE_ERRORS.stopped) }, { cause });
    for (const { reject } of pending.values()) reject(dead);
    pending.clear();
    onDeath();
  };
  worker.on("error", die);
  worker.on("exit", (code) => die(new Error(`worker ended with code ${code}`)));

  return remoteOf(
    (method, args) =>
      new Promise((resolve, reject) => {
        if (dead) return reject(dead);
        lastId += 1;
        pending.set(lastId, { resolve, reject });
        worker.postMessage({ id: lastId, method, args } satisfies Request);
      }),
  );
}

/** Ms between two starts. A thread that dies each time must not be restarted by every call. */
const RESTART_AFTER = 1_000;

/**
 * Makes a worker that the next call restarts after it has died. Otherwise a single thread without memory would end all
 * refreshes. Pending calls fail.
 */
export function restartable<T extends object>(begin: (onDeath: () => void) => Remote<T>): Remote<T> {
  type Calls = Record<string, (...args: readonly unknown[]) => Promise<unknown>>;
  let startedAt = 0;
  let isDead = false;
  let isClosed = false;
  const start = (): Calls => {
    // This time is real, because a thread runs in real time.
    startedAt = systemClock.monotonic();
    isDead = false;
    return begin(() => (isDead = true));
  };
  let worker = start();
  return remoteOf((method, args) => {
    if (method === "close") isClosed = true;
    if (isDead && !isClosed && systemClock.monotonic() - startedAt >= RESTART_AFTER) worker = start();
    // A dead thread has nothing to close.
    if (isDead && method === "close") return Promise.resolve();
    return worker[method]?.(...args) ?? Promise.resolve();
  });
}

/** A feature's work in a thread of the store. It runs as one transaction. */
export interface ThreadTask<Context, Input, Output> {
  /** The name that identifies the task in all threads; unique. */
  readonly name: string;
  /** Does the work synchronously. It must be possible to clone input and output. */
  run(context: Context, input: Input): Output;
}

/** The part of a thread's service that runs tasks. */
export interface TaskThread {
  runTask(name: string, input: unknown): Promise<unknown>;
}

/** Runs a feature's task in its thread. */
export function runTask<Context, Input, Output>(
  thread: TaskThread,
  task: ThreadTask<Context, Input, Output>,
  input: Input,
): Promise<Output> {
  return thread.runTask(task.name, input) as Promise<Output>;
}

/**
 * Finds a task by its name.
 * @throws if the thread has no task with this name. Then its list is incomplete.
 */
export function taskNamed<Task extends { readonly name: string }>(
  tasks: readonly Task[],
  name: string,
): Task {
  const task = tasks.find((one) => one.name === name);
  if (!task) throw new Error(`no task "${name}" in this thread`);
  return task;
}
