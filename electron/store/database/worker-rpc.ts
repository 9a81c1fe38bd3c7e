import type { MessagePort } from "node:worker_threads";
import { AppFailure, toAppError, type AppError } from "../../../shared/domain/errors.ts";
import { startThread } from "../../base/thread.ts";

interface Request {
  readonly id: number;
  readonly method: string;
  readonly args: readonly unknown[];
}
type Response =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: AppError; readonly stack: string };

/** A synchronous service as seen from another thread: the same methods, each answering a promise. */
export type Remote<T> = {
  readonly [M in keyof T as T[M] extends (...args: never[]) => unknown ? M : never]: T[M] extends (
    ...args: infer A
  ) => infer R
    ? (...args: A) => Promise<Awaited<R>>
    : never;
};

/**
 * Answers calls that come over the port with a service's methods, one after the other.
 * @param make makes the service, with the first call: a thread may be there before what its service opens. Where it
 * throws, the call gets that failure, and the next one tries again.
 */
export function serve(port: MessagePort, make: () => object): void {
  const respond = responder(make);
  port.on("message", (request: Request) => {
    const response = respond(request);
    port.postMessage(response, ownBuffer(response));
    if (request.method === "close") port.close();
  });
}

/** A service of this very thread, answering as one of another thread does. @param make as in `serve`. */
export function serveHere<T extends object>(make: () => T): Remote<T> {
  const respond = responder(make);
  return remoteOf(async (method, args) => {
    const response = respond({ id: 0, method, args });
    if (response.ok) return response.value;
    throw failureOf(response);
  });
}

function responder(make: () => object): (request: Request) => Response {
  let service: object | null = null;
  return ({ id, method, args }) => {
    if (!service && method === "close") return { id, ok: true, value: undefined };
    try {
      service ??= make();
    } catch (thrown) {
      return failed(id, thrown);
    }
    return answer(service as Record<string, unknown>, id, method, args);
  };
}

/** Bytes that are all of their buffer change hands instead of being copied. */
function ownBuffer(response: Response): ArrayBuffer[] {
  const value = response.ok ? response.value : null;
  const own = value instanceof Uint8Array && value.byteLength === value.buffer.byteLength;
  return own && value.buffer instanceof ArrayBuffer ? [value.buffer] : [];
}

function answer(
  service: Record<string, unknown>,
  id: number,
  method: string,
  args: readonly unknown[],
): Response {
  try {
    const run = service[method];
    if (typeof run !== "function") throw new Error(`worker: no method ${method}`);
    return {
      id,
      ok: true,
      value: (run as (...args: readonly unknown[]) => unknown).apply(service, [...args]),
    };
  } catch (thrown) {
    return failed(id, thrown);
  }
}

function failed(id: number, thrown: unknown): Response {
  return {
    id,
    ok: false,
    error: toAppError(thrown),
    stack: thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown),
  };
}

function failureOf({ error, stack }: Response & { readonly ok: false }): AppFailure {
  return new AppFailure(error, { cause: new Error(stack) });
}

/** What looks like the service, and hands each call on. */
export function remoteOf<T extends object>(
  call: (method: string, args: readonly unknown[]) => Promise<unknown>,
): Remote<T> {
  return new Proxy({} as Remote<T>, {
    get: (_target, method) =>
      // A promise's `then` must not be answered, or awaiting the client itself would call the service.
      typeof method === "string" && method !== "then"
        ? (...args: unknown[]) => call(method, args)
        : undefined,
  });
}

/** Megabytes of a worker's old generation: room for the ordered ids of ten million rows. */
const MAX_OLD_GENERATION = 512;
/** Megabytes of its young one. Windows live for milliseconds, so that a small one only keeps the garbage small. */
const YOUNG_GENERATION = 4;

/**
 * Starts a worker and answers its service as promises. Calls are answered in order.
 * @param youngGeneration megabytes of the heap's young generation.
 * Every call rejects with AppFailure; a worker that dies fails what is pending and what follows.
 */
export function startWorker<T extends object>(
  location: URL,
  workerData: unknown,
  youngGeneration = YOUNG_GENERATION,
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
    dead = new AppFailure(
      {
        kind: "internal",
        message: "The part of Stockdeck that keeps local data has stopped. Restart the app.",
      },
      { cause },
    );
    for (const { reject } of pending.values()) reject(dead);
    pending.clear();
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
