import { z } from "zod";
import { changeFilterSchema, listedChangeSchema, viewNewsSchema } from "./changes.ts";
import { appErrorSchema } from "./error-schema.ts";
import type { Result } from "./errors.ts";
import { querySchema } from "./query.ts";
import { RESOURCES } from "./resource-names.ts";
import { settingsSchema } from "./settings.ts";
import { connectionSchema, countsSchema, syncStatusSchema } from "./status.ts";

/** The most records that one call may verify: each is a request to the service. */
export const MAX_VERIFIED = 50;
/** The most rows that one window may ask for. */
export const MAX_WINDOW_ROWS = 500;

const nothing = z.undefined();
const resource = z.enum(RESOURCES);
const cell = z.union([z.string(), z.number(), z.null()]);

/**
 * A row as the table shows it: the API's own field names, dates as ISO 8601 in UTC, and beside each reference
 * the name that it stands for (`locationName`, `materialTypeName`; null where the id is unknown here).
 */
const row = z.record(z.string(), cell);
export type Row = z.infer<typeof row>;

const keySchema = z.string().min(1).max(4_096);
const baseUrlSchema = z.string().min(1).max(2_048);
/** What the page remembers between sessions (column widths, filters); only the page reads it. */
const uiState = z.string().max(1_000_000);
const uiStateName = z.string().regex(/^[a-z][a-z0-9.-]{0,63}$/);

/** A view whose news are counted, by a name that the page gives it. */
const viewName = z.string().min(1).max(200);

/** One record, with all that is known of it. */
const recordSchema = z.strictObject({
  resource,
  row,
  /** The record as the service sent it, unknown fields included. */
  raw: z.record(z.string(), z.unknown()),
  /** When this record was last received, ISO 8601. */
  fetchedAt: z.string(),
});
export type StoredRecord = z.infer<typeof recordSchema>;

/**
 * Every call that a page can make, named once: what goes in and what comes out. The preload, the handlers and
 * the typed client are all derived from this object. There is no call that answers the API key.
 */
export const CALLS = {
  /** All that the first paint needs. */
  bootstrap: {
    input: nothing,
    output: z.strictObject({
      version: z.string(),
      host: z.enum(["electron", "browser"]),
      platform: z.string(),
      connection: connectionSchema.nullable(),
      settings: settingsSchema,
      status: syncStatusSchema,
      /** What went wrong with local data at start-up and what became of it, in a sentence. */
      notice: appErrorSchema.nullable(),
    }),
  },
  /** Sends one `listLocations?limit=1`; without `key`, with the stored one (to the stored base URL only). */
  testConnection: {
    input: z.strictObject({ baseUrl: baseUrlSchema, key: keySchema.optional() }),
    output: z.strictObject({ requestId: z.string().nullable(), milliseconds: z.number() }),
  },
  /** Stores base URL and key, and starts the first pull. */
  connect: {
    input: z.strictObject({ baseUrl: baseUrlSchema, key: keySchema }),
    output: connectionSchema,
  },
  /** Starts the embedded sample service and connects to it. */
  exploreSample: { input: nothing, output: connectionSchema },
  replaceKey: { input: z.strictObject({ key: keySchema }), output: connectionSchema },
  /** Removes the key from the keychain and from memory; local data stays readable. */
  forgetKey: { input: nothing, output: connectionSchema },
  /** Removes every synced row; the key and the user's settings stay. */
  wipeLocalData: { input: nothing, output: nothing },
  /** Forgets connection, key and local rows: back to the first screen. */
  disconnect: { input: nothing, output: nothing },
  getSettings: { input: nothing, output: settingsSchema },
  saveSettings: { input: settingsSchema, output: settingsSchema },
  getStatus: { input: nothing, output: syncStatusSchema },
  /** Starts a pass now, or joins the one that runs; answers as soon as it is under way. */
  syncNow: { input: z.strictObject({ full: z.boolean() }), output: nothing },
  cancelSync: { input: nothing, output: nothing },
  /** The window's focus, which decides how often passes run. */
  reportFocus: { input: z.strictObject({ focused: z.boolean() }), output: nothing },
  /** Rows `offset` to `offset + limit` of a query's result. `total` is null while it is not counted yet. */
  queryWindow: {
    input: z.strictObject({
      resource,
      query: querySchema,
      offset: z.int().min(0),
      limit: z.int().min(1).max(MAX_WINDOW_ROWS),
    }),
    output: z.strictObject({
      rows: z.array(row),
      offset: z.int(),
      total: z.int().nullable(),
      revision: z.int(),
    }),
  },
  /** How many rows a query has, of how many in all. */
  queryCount: {
    input: z.strictObject({ resource, query: querySchema }),
    output: z.strictObject({ total: z.int(), all: z.int(), revision: z.int() }),
  },
  /** The values of one field within a query's result, the most frequent first, with names for references. */
  queryFacets: {
    input: z.strictObject({
      resource,
      query: querySchema,
      field: z.string(),
      /** Narrows the values to those whose text contains this. */
      search: z.string().max(500).optional(),
      limit: z.int().min(1).max(1_000),
    }),
    output: z.strictObject({
      values: z.array(z.strictObject({ value: z.string(), label: z.string().nullable(), count: z.int() })),
      empty: z.int(),
      /** How many distinct values there are, though only `limit` of them are listed. */
      distinct: z.int(),
    }),
  },
  /** A record from the local copy; null where it is not there. */
  getRecord: {
    input: z.strictObject({ resource, id: z.string() }),
    output: recordSchema.nullable(),
  },
  /** Asks the service for the record (`getItem` and its siblings), stores it and answers it. */
  refreshRecord: {
    input: z.strictObject({ resource, id: z.string() }),
    output: recordSchema,
  },
  /**
   * Asks the service for each of up to 50 records, one after the other, and stores what comes; what it no longer has
   * is hidden. Answers in the order of the ids.
   */
  verifyRecords: {
    input: z.strictObject({ resource, ids: z.array(z.string()).min(1).max(MAX_VERIFIED) }),
    output: z.array(
      z.strictObject({
        id: z.string(),
        outcome: z.enum(["same", "changed", "gone", "failed"]),
        error: appErrorSchema.nullable(),
      }),
    ),
  },
  /** Answers what `status.question` asks; `accept`: it is the same company, and what is missing was removed. */
  answerQuestion: { input: z.strictObject({ answer: z.enum(["accept", "later"]) }), output: nothing },
  /** Observed changes `offset` to `offset + limit` of those wanted, the newest first. */
  queryChanges: {
    input: z.strictObject({
      filter: changeFilterSchema,
      offset: z.int().min(0),
      limit: z.int().min(1).max(MAX_WINDOW_ROWS),
    }),
    output: z.strictObject({ changes: z.array(listedChangeSchema), total: z.int() }),
  },
  /** What happened to a view since `markSeen`; `seen` is false, and nothing counts, where it never was. */
  viewNews: {
    input: z.strictObject({
      view: viewName,
      resource,
      query: querySchema,
      limit: z.int().min(0).max(MAX_WINDOW_ROWS),
    }),
    output: viewNewsSchema.extend({ seen: z.boolean() }),
  },
  /** The view was looked at, up to that change. */
  markSeen: { input: z.strictObject({ view: viewName, number: z.int().min(0) }), output: nothing },
  loadUiState: { input: z.strictObject({ name: uiStateName }), output: uiState.nullable() },
  saveUiState: { input: z.strictObject({ name: uiStateName, value: uiState }), output: nothing },
  copyText: { input: z.strictObject({ text: z.string().max(10_000_000) }), output: nothing },
} as const satisfies Record<string, { input: z.ZodType; output: z.ZodType }>;

/** Every event that the core pushes to a page. */
export const EVENTS = {
  status: syncStatusSchema,
  connection: connectionSchema.nullable(),
  settings: settingsSchema,
  /** Rows changed in the local copy. */
  dataChanged: z.strictObject({
    revision: z.int(),
    resources: z.array(resource),
    totals: countsSchema,
  }),
  /** A command of the application menu, for the page to carry out. */
  command: z.strictObject({ name: z.enum(["refresh", "find", "settings", "items", "types", "locations"]) }),
} as const satisfies Record<string, z.ZodType>;

export type CallName = keyof typeof CALLS;
export type EventName = keyof typeof EVENTS;
export type CallInput<N extends CallName> = z.infer<(typeof CALLS)[N]["input"]>;
export type CallOutput<N extends CallName> = z.infer<(typeof CALLS)[N]["output"]>;
export type EventPayload<N extends EventName> = z.infer<(typeof EVENTS)[N]>;

/** One call as the page makes it: no argument where the contract's input is nothing. */
type Call<N extends CallName> =
  undefined extends CallInput<N>
    ? () => Promise<Result<CallOutput<N>>>
    : (input: CallInput<N>) => Promise<Result<CallOutput<N>>>;

/** Takes a listener, answers its removal. */
type Subscribe<N extends EventName> = (listener: (payload: EventPayload<N>) => void) => () => void;

/** What a host gives the page: every call by its name, and `on<Event>` for every event. */
export type HostApi = { readonly [N in CallName]: Call<N> } & {
  readonly [N in EventName as `on${Capitalize<N>}`]: Subscribe<N>;
};

/** What a handler may answer: nothing at all, where the contract says nothing. */
type Answer<N extends CallName> = CallOutput<N> extends undefined ? void : CallOutput<N>;

/** What the core gives a host: one handler for every call. */
export type Handlers = {
  readonly [N in CallName]: (input: CallInput<N>) => Promise<Answer<N>> | Answer<N>;
};
