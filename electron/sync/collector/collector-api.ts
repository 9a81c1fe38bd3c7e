import { z } from "zod";
import { toAppError } from "../../../shared/base/errors.ts";
import { LAST_DATE_MS } from "../../../shared/base/time/instant.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import { limitRecord } from "../../../shared/inventory/record-limits.ts";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import type { ApiClient } from "../../client/api-client.ts";
import { readParts } from "../../client/read-answer.ts";
import type { Streamed } from "../../client/transport.ts";
import type { Facts } from "../../store/database/facts.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import type { InventoryWriter } from "../../store/ingest/inventory-writer.ts";

/** The path, below the base URL, of a collector's additions to the specification. */
const PATH = "/stockdeck/v1";
/** Ms for the answer that distinguishes a collector from a plain service. */
const GREETING_TIMEOUT_MS = 10_000;
/** Ms without a byte, after which a snapshot counts as broken off. */
const SNAPSHOT_SILENCE_MS = 60_000;
/**
 * Ms without a byte, after which a stream counts as broken off. A collector sends a message every 15 s, so three are
 * missing.
 */
const STREAM_SILENCE_MS = 45_000;

/** Statuses that a gateway may return temporarily. They do not identify the server behind it. */
const PASSING: ReadonlySet<number> = new Set([429, 502, 503, 504]);

const greeting = z.object({ name: z.literal("Stockdeck collector"), version: z.literal(1) });

/** The part of a change that is checked here. The store reads the rest. */
const change = z.looseObject({ resource: z.enum(RESOURCES), record: z.unknown() });

/** When the collector was complete, and the kind of its last failure. Each is null if there is none. */
const state = { completeAsOf: z.string().nullable(), error: z.string().nullable() };

const changesSchema = z.object({
  changes: z.array(change),
  last: z.int(),
  more: z.boolean(),
  epoch: z.string(),
  counted: z.int().max(LAST_DATE_MS),
  ...state,
});

const daysSchema = z.object({
  counted: z.int().max(LAST_DATE_MS),
  /** The store reads the rest of a line. */
  lines: z.array(z.looseObject({ day: z.unknown().optional() })),
  /** The position after this page; null after the last page. */
  next: z.string().max(200).nullable(),
});

const messageSchema = z.looseObject({ sequence: z.int(), epoch: z.string(), ...state });

/** A message of a collector's stream. It may have fields that this version does not know. */
export type StreamMessage = z.infer<typeof messageSchema>;

/** One page of a collector's changes. */
export type ChangesPage = z.infer<typeof changesSchema> & {
  /** The `Date` header of the answer in ms since the epoch; null if absent. */
  readonly serverTime: number | null;
};

/**
 * Finds out which kind of server answers at the base URL. It asks once, and stores the kind as a fact. The request has
 * no token.
 * @returns the facts. They are unchanged if the kind is already known, or if no answer came in time.
 * @throws AppFailure if nothing answers at all, as for any other request.
 */
export async function findSource(
  client: ApiClient,
  writer: Pick<Remote<InventoryWriter>, "saveFacts">,
  facts: Facts,
  signal: AbortSignal | undefined,
): Promise<Facts> {
  // While the service has requested a wait, nothing is sent. The next pass asks.
  const mayAsk = facts.source === null && client.wait === null;
  const source = mayAsk ? await askForSource(client, signal) : null;
  if (source === null) return facts;
  const found = { source, ...(source === "service" && { collector: null }) };
  await writer.saveFacts(found);
  return { ...facts, ...found };
}

async function askForSource(
  client: ApiClient,
  signal: AbortSignal | undefined,
): Promise<"service" | "collector" | null> {
  try {
    const { status, body } = await client.getGreeting(PATH, GREETING_TIMEOUT_MS, signal);
    if (PASSING.has(status)) return null;
    return status === 200 && greeting.safeParse(parseJson(body)).success ? "collector" : "service";
  } catch (thrown) {
    const { kind, reason, retryAt } = toAppError(thrown);
    if (kind === "network" && reason === "timeout") return null;
    // After a 503 that requests a wait, the requests of the pass wait.
    if (kind === "server" && retryAt === undefined) return null;
    // A redirect, or a body that no collector sends, comes from a plain service.
    if (kind === "protocol" || reason === "redirect") return "service";
    throw thrown;
  }
}

/** Gets the changes after a number. @throws AppFailure; its status is 410 if a snapshot must be loaded. */
export async function getChanges(
  client: ApiClient,
  after: number,
  epoch: string,
  signal: AbortSignal | undefined,
): Promise<ChangesPage> {
  const path = `${PATH}/changes?after=${after}&epoch=${encodeURIComponent(epoch)}`;
  const { body, serverTime } = await client.getAddition(path, { priority: "background", signal });
  const page = readParts(changesSchema, body);
  // A deeply nested record would overflow the stack when it is copied to the store's thread.
  const changes = page.changes.map((one) => ({ ...one, record: limitRecord(one.resource, one.record) }));
  return { ...page, changes, serverTime };
}

/**
 * Gets one page of the counted days since a day, ISO 8601.
 * @param after the position after the previous page; null for the first page.
 */
export async function getDays(
  client: ApiClient,
  from: string,
  after: string | null,
  signal: AbortSignal | undefined,
) {
  const search = new URLSearchParams({ from, ...(after === null ? {} : { after }) });
  const { body } = await client.getAddition(`${PATH}/days?${search.toString()}`, {
    priority: "background",
    signal,
  });
  return readParts(daysSchema, body);
}

/** Opens a snapshot, which consists of lines of JSON. @throws AppFailure. */
export const openSnapshot = (client: ApiClient, signal: AbortSignal | undefined): Promise<Streamed> =>
  client.openAddition(`${PATH}/snapshot`, "application/x-ndjson", {
    silence: SNAPSHOT_SILENCE_MS,
    signal,
    isQueued: true,
  });

/** Opens the stream that tells the collector's last number. @throws AppFailure. */
export const openChangeStream = (client: ApiClient, signal: AbortSignal): Promise<Streamed> =>
  client.openAddition(`${PATH}/stream`, "text/event-stream", {
    silence: STREAM_SILENCE_MS,
    signal,
    // A collector with too many streams can still answer a request for changes.
    isQueued: false,
  });

/** Reads a message of the stream; null for a message that this version does not know. */
export const readMessage = (data: string): StreamMessage | null =>
  messageSchema.safeParse(parseJson(data)).data ?? null;
