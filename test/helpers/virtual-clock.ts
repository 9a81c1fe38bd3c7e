import { systemClock, type Clock, type Timer } from "../../electron/base/clock.ts";

/** A clock that only tests move. Its timers and waits end in the order of their times. */
export interface VirtualClock extends Clock {
  /** Every wait so far, in ms. */
  readonly sleeps: readonly number[];
  /** The number of running waits. */
  readonly sleeping: number;
  /** Moves time and runs the due timers in order. Then lets the waiting code run. */
  advance(milliseconds: number): Promise<void>;
  /** Moves only the local clock, as a correction of the time does. */
  step(milliseconds: number): void;
  /**
   * Lets the code run until no timer is due and no I/O is open. Due timers run; time does not move.
   * @throws Error with the names of the open I/O after `limitMs` of real time.
   */
  settle(): Promise<void>;
  /** Makes `settle` wait for a promise. @param name appears in the error if the promise does not settle in time. */
  counted<T>(promise: Promise<T>, name?: string): Promise<T>;
}

interface VirtualClockOptions {
  /** Its only random number. */
  readonly chance?: number;
  /** True for waits that end at once. The clock moves by their length. */
  readonly jumps?: boolean;
  /** The longest timer and the longest wait that take real time, in ms: for sockets and threads. */
  readonly real?: { readonly timerMs: number; readonly waitMs: number };
  /** Ms of real time after which `settle` gives up. */
  readonly limitMs?: number;
}

interface Planned {
  due: number;
  /** Ms between two calls; null for one call. */
  readonly everyMs: number | null;
  readonly act: () => void;
}

/**
 * Node's requests that end without an action of the test: for files, host names, and connections to open. Node
 * does not list zlib and crypto, so their promises must be counted.
 */
const REQUESTS = new Set([
  "CloseReq",
  "ConnectWrap",
  "FSReqCallback",
  "FSReqPromise",
  "GetAddrInfoReqWrap",
  "GetNameInfoReqWrap",
]);

const openRequests = (): readonly string[] =>
  process.getActiveResourcesInfo().filter((name) => REQUESTS.has(name));

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Turns without work after which code counts as settled. The end of a stream takes several turns. */
const QUIET_TURNS = 5;

const NEW_YEAR = Date.parse("2026-01-01T00:00:00Z");

/** Makes a clock that only the test moves. @param begin its first moment, ms since the epoch. */
export function virtualClock(
  begin = NEW_YEAR,
  {
    chance = 0,
    jumps = false,
    real: { timerMs: realTimerMs, waitMs: realWaitMs } = { timerMs: -1, waitMs: -1 },
    limitMs = 30_000,
  }: VirtualClockOptions = {},
): VirtualClock {
  let elapsed = 0;
  let corrected = 0;
  let sleeping = 0;
  const sleeps: number[] = [];
  /** In the order in which they were planned. */
  const planned = new Set<Planned>();
  const pending = new Map<symbol, string>();

  const plan = (milliseconds: number, isRepeated: boolean, act: () => void): Timer => {
    // A real timer also has at least 1 ms between two calls.
    const everyMs = isRepeated ? Math.max(1, milliseconds) : null;
    const entry: Planned = { due: elapsed + (everyMs ?? Math.max(0, milliseconds)), everyMs, act };
    planned.add(entry);
    return { stop: () => void planned.delete(entry) };
  };

  /** Runs the earliest timer that is due by `end`. @returns false if there is none. */
  const runNext = (end: number): boolean => {
    let next: Planned | null = null;
    for (const entry of planned) if (entry.due <= end && (!next || entry.due < next.due)) next = entry;
    if (!next) return false;
    planned.delete(next);
    elapsed = Math.max(elapsed, next.due);
    if (next.everyMs !== null) {
      next.due += next.everyMs;
      planned.add(next);
    }
    next.act();
    return true;
  };

  const waitVirtually = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const end = (): void => {
        sleeping -= 1;
        timer.stop();
        signal?.removeEventListener("abort", stop);
      };
      const stop = (): void => {
        end();
        reject(signal?.reason as Error);
      };
      if (signal?.aborted) return reject(signal.reason as Error);
      sleeping += 1;
      const timer = plan(milliseconds, false, () => {
        end();
        resolve();
      });
      signal?.addEventListener("abort", stop, { once: true });
    });

  const jump = async (milliseconds: number, signal?: AbortSignal): Promise<void> => {
    signal?.throwIfAborted();
    const end = elapsed + milliseconds;
    while (runNext(end));
    elapsed = end;
    await nextTurn();
    signal?.throwIfAborted();
  };

  return {
    sleeps,
    get sleeping() {
      return sleeping;
    },
    now: () => begin + elapsed + corrected,
    monotonic: () => elapsed,
    random: () => chance,
    after: (milliseconds, act) =>
      milliseconds <= realTimerMs ? systemClock.after(milliseconds, act) : plan(milliseconds, false, act),
    every: (milliseconds, act) =>
      milliseconds <= realTimerMs ? systemClock.every(milliseconds, act) : plan(milliseconds, true, act),
    wait: (milliseconds, signal) => {
      if (!signal?.aborted) sleeps.push(milliseconds);
      if (milliseconds <= realWaitMs) return systemClock.wait(milliseconds, signal);
      return (jumps ? jump : waitVirtually)(milliseconds, signal);
    },
    advance: async (milliseconds) => {
      const end = elapsed + milliseconds;
      // Code that repeatedly waits for 0 ms would keep this loop running.
      const deadline = performance.now() + 60_000;
      while (runNext(end)) {
        if (performance.now() > deadline) throw new Error("the clock is advanced without an end");
        await nextTurn();
      }
      elapsed = end;
      await nextTurn();
    },
    step: (milliseconds) => {
      corrected += milliseconds;
    },
    settle: async () => {
      const deadline = performance.now() + limitMs;
      for (let quiet = 0; quiet < QUIET_TURNS;) {
        const ran = runNext(elapsed);
        await nextTurn();
        const open = [...openRequests(), ...pending.values()];
        quiet = ran || open.length > 0 ? 0 : quiet + 1;
        if (quiet === 0 && performance.now() > deadline)
          throw new Error(`not settled after ${limitMs} ms: ${open.join(", ") || "timers of no length"}`);
      }
    },
    counted: async (promise, name = "a counted promise") => {
      const key = Symbol(name);
      pending.set(key, name);
      try {
        return await promise;
      } finally {
        pending.delete(key);
      }
    },
  };
}

/** The option for real sockets: the timers that guard them take real time, and waits take no real time. */
export const REAL_TIMERS = { timerMs: Infinity, waitMs: -1 } as const;

/** A clock for real sockets: a wait ends at once and moves the clock, but the timers that guard sockets are real. */
export const fakeClock = (begin?: number, chance = 0): VirtualClock =>
  virtualClock(begin, { chance, jumps: true, real: REAL_TIMERS });

/**
 * A clock for whole programs. Waits of more than a second end when the test moves the clock. Shorter ones, and timers,
 * take real time, because sockets and threads do not wait for a virtual clock.
 */
export const calendarClock = (begin: number): VirtualClock =>
  virtualClock(begin, { real: { timerMs: Infinity, waitMs: 1_000 } });
