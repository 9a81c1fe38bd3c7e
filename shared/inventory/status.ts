import { z } from "zod";
import { appErrorSchema, sentenceSchema } from "../base/error-schema.ts";
import { meantConnection, savedConnectionSchema } from "./connections.ts";
import { RESOURCES } from "./resource-names.ts";

const instant = z.string();

/** The number of rows of each resource. */
export const countsSchema = z.strictObject({ items: z.int(), types: z.int(), locations: z.int() });
export type Counts = z.infer<typeof countsSchema>;

/**
 * The places of a connection's key. `session` means that the key is only in memory, until the app ends. `waiting` means
 * that the keychain has not answered yet, for example because the user is entering a password.
 */
export const KEY_PLACES = ["keychain", "session", "none", "waiting"] as const;
export type KeyPlace = (typeof KEY_PLACES)[number];

/** The open connection, and the place of its key. A page never gets the key. */
export const connectionSchema = savedConnectionSchema.extend({
  key: z.enum(KEY_PLACES),
  /** The reason why the key is not in the keychain, with a remedy; null if there is no problem. */
  keychainProblem: sentenceSchema.nullable(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** The engine's current activity, as a single word. */
export const SYNC_STATES = [
  "idle", // waiting for the next pass
  "syncing",
  "rate_limited", // a wait that the service demanded by a 429 is running
  "retrying", // a failed request is about to be sent again
  "offline", // the last pass failed without an answer
  "unauthorized", // stopped until the user replaces the key
  "forbidden", // stopped except for an hourly probe
  "asleep", // the computer sleeps, or has just woken up and has no answer yet
  "asking", // stopped: the rows and the key seem to belong to different companies, and the user must decide
  "failed", // the last pass failed for another reason
  "stopped", // no connection, or cancelled by the user before the end of the first pull
] as const;
export type SyncState = (typeof SYNC_STATES)[number];

/** The states of a collector's stream. */
const STREAM_STATES = [
  "connecting",
  "live",
  "failed", // the stream failed, and will be tried again
] as const;

const collectorSchema = z.strictObject({
  /** Identifies the collector's numbering of changes. */
  epoch: z.string(),
  /** The number of the collector's last change that the copy contains. */
  number: z.int(),
  /** The mark of the collector, by the service's clock. */
  completeAsOf: instant.nullable(),
  /** When the copy last equalled the collector's copy, by the local clock; null before that. */
  reachedAt: instant.nullable(),
  /** The kind of the failure with which the collector's last pass ended; null after a success. */
  error: z.string().nullable(),
  stream: z.enum(STREAM_STATES),
});
/** The state of the collector that a copy follows, from the collector's last answer. */
export type CollectorStatus = z.infer<typeof collectorSchema>;

/** A pass in progress. */
const passProgressSchema = z.strictObject({
  mode: z.enum(["full", "incremental"]),
  stage: z.enum(RESOURCES),
  pages: z.int(),
  rows: countsSchema,
  startedAt: instant,
});

/** The state of the copy for the screens. Instants are ISO 8601 in UTC. */
export const syncStatusSchema = z.strictObject({
  state: z.enum(SYNC_STATES),
  pass: passProgressSchema.nullable(),
  /** The mark: the copy contains everything that the service knew at this time, by the service's clock. */
  completeAsOf: instant.nullable(),
  /** The time at which the last successful pass ended, by the local clock. */
  lastPassAt: instant.nullable(),
  lastFullCheckAt: instant.nullable(),
  nextPassAt: instant.nullable(),
  /** The end of the current wait, after a 429 or before a retry. */
  waitUntil: instant.nullable(),
  /** The latest error; null after a successful pass. */
  error: appErrorSchema.nullable(),
  /**
   * The time from which rows count as stale, by the local clock: three intervals without a successful pass (design 7).
   */
  staleAt: instant.nullable(),
  /** The number of rows in the copy, without those that the service no longer returns. */
  totals: countsSchema,
  /** The number of rows that the service no longer returns. */
  hidden: countsSchema,
  /** The number of rows that the last full check did not return. They still need verification. */
  unverified: z.int(),
  /**
   * The error that stopped the verification in the last pass; null without an error. An error means that something
   * other than the service answered.
   */
  verificationProblem: appErrorSchema.nullable(),
  /**
   * The reason why the daily figures of the collector could not be read; null if there is no problem. Their last state
   * is kept.
   */
  daysProblem: appErrorSchema.nullable(),
  quarantined: z.int(),
  /** The number of the newest observed change. */
  lastChange: z.int(),
  /**
   * A question that only the user can answer. Until the user answers, no removal and no data of a new key is accepted
   * (design 4.8).
   */
  question: z
    .strictObject({
      kind: z.enum(["other_company", "mass_removal"]),
      missing: z.strictObject({ rows: z.int(), of: z.int() }).nullable(),
    })
    .nullable(),
  /** True after the first complete pull. */
  firstPullComplete: z.boolean(),
  /** The service's clock minus the local clock in ms, from the last answers. */
  clockSkewMs: z.number().nullable(),
  /** Null if the connection reads from a plain service. */
  collector: collectorSchema.nullable(),
  /** The number of the key's requests and their limits; null if there is no key. */
  budget: z
    .strictObject({
      /** The number of requests sent within the last hour. */
      requestsLastHour: z.int(),
      /** Ms between background requests, as learned from answers with 429; 0 if there was no 429. */
      spacingMs: z.number(),
      /** True if this app's requests do not explain the answers with 429: the key seems to be used elsewhere too. */
      foreignUse: z.boolean(),
      /** The expected number of requests of the next refresh. */
      nextCost: z.int(),
    })
    .nullable(),
  /** Grows by one with every commit that changed rows. */
  revision: z.int(),
});
export type SyncStatus = z.infer<typeof syncStatusSchema>;

/** The calls that refresh the open connection's copy. */
export const SYNC_CALLS = {
  getStatus: { input: z.undefined(), output: syncStatusSchema },
  /** Starts a pass, or joins the running pass. Returns as soon as the pass runs. */
  syncNow: { input: z.strictObject({ full: z.boolean() }), output: z.undefined() },
  cancelSync: { input: z.undefined(), output: z.undefined() },
  /**
   * Answers `status.question`. `accept` means that the company is the same, and that the missing records were
   * removed from the service.
   */
  answerQuestion: {
    input: z.strictObject({ ...meantConnection, answer: z.enum(["accept", "later"]) }),
    output: z.undefined(),
  },
} as const;

export const SYNC_PUSHES = {
  status: syncStatusSchema,
  /** Pushed after rows changed in the local copy. */
  dataChanged: z.strictObject({
    revision: z.int(),
    resources: z.array(z.enum(RESOURCES)),
    totals: countsSchema,
  }),
} as const;
