import { z } from "zod";
import { appErrorSchema } from "../base/error-schema.ts";
import { meantProfile, profileSchema } from "./profiles.ts";
import { RESOURCES } from "./resource-names.ts";

const instant = z.string();

/** The number of rows of each resource. */
export const countsSchema = z.strictObject({ items: z.int(), types: z.int(), locations: z.int() });
export type Counts = z.infer<typeof countsSchema>;

/**
 * The places of a connection's key. `session` is memory only, until the app ends. `waiting` means that the keychain
 * has not answered yet; that may take as long as the user needs for a password.
 */
export const KEY_PLACES = ["keychain", "session", "none", "waiting"] as const;
export type KeyPlace = (typeof KEY_PLACES)[number];

/** The open profile, and the place of its key. A page never gets the key itself. */
export const connectionSchema = profileSchema.extend({
  key: z.enum(KEY_PLACES),
  /** Why the key is not in the keychain, and the remedy; null if there is no problem. */
  keychainProblem: z.string().nullable(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** The engine's present activity, as one word that the screen can begin with. */
export const SYNC_STATES = [
  "idle", // waiting for the next pass
  "syncing",
  "rate_limited", // a 429's wait is running
  "retrying", // a failed request will be sent again
  "offline", // the last pass failed for want of an answer
  "unauthorized", // stopped: needs a key
  "forbidden", // stopped but for an hourly probe
  "asleep", // the computer sleeps, or has just woken and nothing was heard yet
  "asking", // stopped: the rows and the key do not seem to belong together, and a person has to say
  "failed", // the last pass failed for another reason
  "stopped", // no connection, or cancelled by the user before the first pull was whole
] as const;
export type SyncState = (typeof SYNC_STATES)[number];

/** The states of live events (specification 6). */
export const LIVE_STATES = [
  "connecting",
  "live",
  "refused", // the relay does not accept the token; it is asked again when the settings change
  "failed", // it will be tried again
] as const;

const liveSchema = z.strictObject({
  state: z.enum(LIVE_STATES),
  /** When the event source last sent anything, by the local clock; null if it has not yet. */
  confirmedAt: instant.nullable(),
});
export type Live = z.infer<typeof liveSchema>;

/** A pass in progress. */
const passProgressSchema = z.strictObject({
  mode: z.enum(["full", "incremental"]),
  stage: z.enum(RESOURCES),
  pages: z.int(),
  rows: countsSchema,
  startedAt: instant,
});

/** All that the screen says about freshness. Instants are ISO 8601 in UTC. */
export const syncStatusSchema = z.strictObject({
  state: z.enum(SYNC_STATES),
  pass: passProgressSchema.nullable(),
  /** The mark: everything the service knew at that moment (its own clock) is in the local copy. */
  completeAsOf: instant.nullable(),
  /** When the last whole pass ended, by the local clock. */
  lastPassAt: instant.nullable(),
  lastFullCheckAt: instant.nullable(),
  nextPassAt: instant.nullable(),
  /** The end of a 429's wait or of a retry's. */
  waitUntil: instant.nullable(),
  /** The latest error; null again after a pass that succeeded. */
  error: appErrorSchema.nullable(),
  /**
   * The time from which rows count as stale, by the local clock. It is three intervals without a whole pass (design
   * 7).
   */
  staleAt: instant.nullable(),
  /** Rows in the local copy, but for those that the service no longer returns. */
  totals: countsSchema,
  /** Rows that the service no longer returns. */
  hidden: countsSchema,
  /** Rows that the last full check did not see and that still need verification. */
  unverified: z.int(),
  /** Why the last pass stopped verifying them: something else than the service answers; null if it did not stop. */
  verificationProblem: appErrorSchema.nullable(),
  quarantined: z.int(),
  /** The number of the newest observed change. */
  lastChange: z.int(),
  /**
   * A question that only the user can answer. Until then no removal and no data of a new key is accepted (design
   * 4.8).
   */
  question: z
    .strictObject({
      kind: z.enum(["other_company", "mass_removal"]),
      missing: z.strictObject({ rows: z.int(), of: z.int() }).nullable(),
    })
    .nullable(),
  /** True from the first whole pull on. */
  firstPullComplete: z.boolean(),
  /** Service clock minus local clock in ms, by the last responses. */
  clockSkewMs: z.number().nullable(),
  /** Null if live events are not followed. */
  live: liveSchema.nullable(),
  /** How many requests the key sends and may send; null without a key. */
  budget: z
    .strictObject({
      /** Requests sent within the last hour. */
      requestsLastHour: z.int(),
      /** Ms that background requests keep from each other, as learned from 429s; 0 if none ever came. */
      spacingMs: z.number(),
      /** True if 429s came that our own requests do not explain: the key seems to be used elsewhere too. */
      foreignUse: z.boolean(),
      /** Requests that the next refresh is expected to cost. */
      nextCost: z.int(),
    })
    .nullable(),
  /** Grows by one with every commit that changed rows. */
  revision: z.int(),
});
export type SyncStatus = z.infer<typeof syncStatusSchema>;

/** The calls of refreshing the open profile's copy. */
export const SYNC_CALLS = {
  getStatus: { input: z.undefined(), output: syncStatusSchema },
  /** Starts a pass now, or joins the one that runs; answers as soon as it is under way. */
  syncNow: { input: z.strictObject({ full: z.boolean() }), output: z.undefined() },
  cancelSync: { input: z.undefined(), output: z.undefined() },
  /** Answers `status.question`; `accept`: it is the same company, and the missing records were removed. */
  answerQuestion: {
    input: z.strictObject({ ...meantProfile, answer: z.enum(["accept", "later"]) }),
    output: z.undefined(),
  },
} as const;

export const SYNC_PUSHES = {
  status: syncStatusSchema,
  /** Rows changed in the local copy. */
  dataChanged: z.strictObject({
    revision: z.int(),
    resources: z.array(z.enum(RESOURCES)),
    totals: countsSchema,
  }),
} as const;
