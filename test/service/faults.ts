import { checkFaults, NO_FAULTS, type Faults, type FaultSettings } from "./fault-settings.ts";
import type { Random } from "../../electron/sample-service/prng.ts";

/** The outcome of one request, decided when it arrives. */
export type Outcome =
  | "normal"
  | "drop"
  | "stallHeaders"
  | "stallBody"
  | "truncate"
  | "oversize"
  | "html"
  | "redirect"
  | "tooMany"
  | "serverError"
  | "badCursor";

/** The faults that count down, in the order in which they are checked. */
const COUNTED = [
  ["dropNext", "drop"],
  ["stallHeadersNext", "stallHeaders"],
  ["tooManyNext", "tooMany"],
  ["serverErrorNext", "serverError"],
  ["htmlNext", "html"],
  ["oversizeNext", "oversize"],
  ["stallBodyNext", "stallBody"],
  ["truncateNext", "truncate"],
] as const;

/** The faults of a running service. They can be set at any time; some count down, some occur at random. */
export class FaultState {
  #settings: Faults = NO_FAULTS;
  readonly #random: Random;

  constructor(random: Random) {
    this.#random = random;
  }

  get settings(): Faults {
    return this.#settings;
  }

  /** Merges settings into the present ones; refuses an unknown name or an invalid value. */
  set(settings: FaultSettings): void {
    this.#settings = { ...this.#settings, ...checkFaults(settings) };
  }

  /** The faults that apply to a path: all faults, or no fault if `onlyPath` names another path. */
  on(path: string): Faults {
    if (path.startsWith(this.#settings.onlyPath)) return this.#settings;
    const { cursorTtlMs, rateLimit } = this.#settings;
    return { ...NO_FAULTS, cursorTtlMs, rateLimit };
  }

  /** Returns the number of extra events for the next change, and resets it to 0. */
  takeBurst(): number {
    const { eventBurstNext } = this.#settings;
    if (eventBurstNext > 0) this.#settings = { ...this.#settings, eventBurstNext: 0 };
    return eventBurstNext;
  }

  /** True with this probability. */
  roll(probability: number): boolean {
    return probability > 0 && this.#random() < probability;
  }

  /** A random element of a list that is not empty. */
  choose<T>(list: readonly T[]): T {
    return list[Math.min(list.length - 1, Math.floor(this.#random() * list.length))] as T;
  }

  /** Decides the outcome of a request, and counts the chosen fault down. */
  plan(request: { readonly path: string; readonly hasCursor: boolean }): Outcome {
    const now = this.#settings;
    if (!request.path.startsWith(now.onlyPath)) return "normal";
    if (now.skipRequests > 0) {
      this.#settings = { ...now, skipRequests: now.skipRequests - 1 };
      return "normal";
    }
    if (now.redirectTo !== "") return "redirect";
    for (const [name, outcome] of COUNTED) {
      if (now[name] === 0) continue;
      this.#settings = { ...now, [name]: now[name] - 1 };
      return outcome;
    }
    if (request.hasCursor && now.cursorFailures > 0) {
      this.#settings = { ...now, cursorFailures: now.cursorFailures - 1 };
      return "badCursor";
    }
    if (this.roll(now.dropChance)) return "drop";
    if (this.roll(now.serverErrorChance)) return "serverError";
    return "normal";
  }
}
