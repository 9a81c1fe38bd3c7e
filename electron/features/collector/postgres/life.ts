import type { SharedState } from "../serving/collector-server.ts";
import type { StoreState } from "./state.ts";

/** Ms between two lines in the log about the same failure. */
const NOTED_EVERY_MS = 3_600_000;

/** A failure of the store; `at` is by the monotonic clock. */
type StoreFailure = Readonly<{ code: unknown; at: number }>;

interface Past {
  /** The last state that was read from the store; null before the first read. */
  readonly state: StoreState | null;
  /** The failure that is already in the log; null if no failure is. */
  readonly noted: StoreFailure | null;
  /** Whether this collector has already led. The administrator's options for the first leadership are then used up. */
  readonly hasLed: boolean;
}

type Present<L> =
  /** The store does not answer, or refuses. */
  | { readonly name: "away" }
  /** The store answers. It is not known yet whether this collector may lead and can write. */
  | { readonly name: "trying" }
  /** Another collector leads. */
  | { readonly name: "following" }
  /** A leadership has begun, and is not closed yet. */
  | { readonly name: "leading"; readonly leadership: L }
  | { readonly name: "closed" };

/** The states of a collector that uses PostgreSQL. `L` is the type of its leadership. */
export type Life<L> = Past & Present<L>;

export type LifeEvent<L> =
  | { readonly type: "answered"; readonly state: StoreState }
  /** Another collector holds the leader's lock. */
  | { readonly type: "followed" }
  | { readonly type: "begun"; readonly leadership: L }
  /** The store failed. Before this event, a leadership must be closed. */
  | ({ readonly type: "failed" } & StoreFailure)
  | { readonly type: "closed" };

type Name = Life<unknown>["name"];
type Next = Readonly<Partial<Record<LifeEvent<unknown>["type"], Name>>>;

/** The transitions by state and event. All combinations that are not listed are impossible. */
const TRANSITIONS: Readonly<Record<Name, Next>> = {
  away: { answered: "trying", failed: "away", closed: "closed" },
  trying: { answered: "trying", followed: "following", begun: "leading", failed: "away", closed: "closed" },
  following: {
    answered: "following",
    followed: "following",
    begun: "leading",
    failed: "away",
    closed: "closed",
  },
  leading: { answered: "leading", failed: "away", closed: "closed" },
  closed: {},
};

export const NEW_LIFE: Life<never> = { name: "away", state: null, noted: null, hasLed: false };

/** The state after an event. @throws Error for an event that is impossible in the present state. */
export function nextLife<L>(life: Life<L>, event: LifeEvent<L>): Life<L> {
  const name = TRANSITIONS[life.name][event.type];
  const past: Past = {
    state: event.type === "answered" ? event.state : life.state,
    noted: notedAfter(life, event),
    hasLed: life.hasLed || event.type === "begun",
  };
  if (name === life.name) return { ...life, ...past };
  if (event.type === "begun" && name === "leading") return { ...past, name, leadership: event.leadership };
  if (name === undefined || name === "leading")
    throw new Error(`collector: "${event.type}" cannot happen in state "${life.name}"`);
  return { ...past, name };
}

/**
 * The failure that is in the log after an event. Each new failure is logged; a failure that lasts is logged again each
 * hour.
 */
function notedAfter<L>({ noted }: Life<L>, event: LifeEvent<L>): StoreFailure | null {
  // Another collector leads, or this collector leads and has written, so the failure is over.
  if (event.type === "followed" || event.type === "begun") return null;
  if (event.type !== "failed") return noted;
  const { code, at } = event;
  return noted && noted.code === code && at - noted.at < NOTED_EVERY_MS ? noted : { code, at };
}

/** The leadership that has begun; null if there is no leadership. It may have lost its lock already. */
export const leadershipOf = <L>(life: Life<L>): L | null =>
  life.name === "leading" ? life.leadership : null;

/** The collector's role and the state of its store, as clients read them. Only a leader accepts deliveries. */
export const partOf = (life: Life<{ leads(): boolean }>): SharedState => ({
  // A leadership that has lost its lock no longer counts as leading.
  role: leadershipOf(life)?.leads() === true ? "leader" : "follower",
  store: life.name === "away" ? "away" : "ok",
});
