import { REFUSALS } from "../serving/messages.ts";
import pg from "pg";
import { AppFailure } from "../../../../shared/base/errors.ts";
import { systemClock } from "../../../base/clock.ts";
import { storeError } from "../../../store/database/store-error.ts";
import { notReady } from "../serving/client-gate.ts";
import type { StoreAddress } from "../store-address.ts";

/** A connection, or a pool of connections. */
export type Queryable = Pick<pg.ClientBase, "query">;
export type StoreClient = pg.Client;
export type StorePool = pg.Pool;

/** The most ms for a new connection; for one statement; of silence before a probe. */
const [CONNECT_MS, STATEMENT_MS, PROBED_AFTER_MS] = [10_000, 60_000, 10_000];
/** The number of connections that answer clients: one for each snapshot, and some for all other requests. */
const READING_CONNECTIONS = 10;
/** Seconds after which a client should try again. */
const RETRY_SECONDS = 5;
/** The number of the type `bigint` in PostgreSQL. All its values in the store are safe integers. */
const BIGINT = 20;

const types: pg.CustomTypesConfig = {
  getTypeParser: (type: number, format?: "text" | "binary"): unknown =>
    type === BIGINT ? Number : pg.types.getTypeParser(type, format),
};

const configOf = (address: StoreAddress): pg.ClientConfig => ({
  ...address,
  types,
  application_name: "stockdeck",
  connectionTimeoutMillis: CONNECT_MS,
  query_timeout: STATEMENT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: PROBED_AFTER_MS,
});

/**
 * The settings on which the statements rely. A database, a role or an address may set other values. Names are looked up
 * only in the catalogue: users who may write to a schema could otherwise put their functions in front of it
 * (CVE-2018-1058). A process that stops within a transaction must not keep its locks from all other processes.
 */
const SETTINGS = `SET search_path = pg_catalog, pg_temp; SET standard_conforming_strings = on; SET DateStyle = ISO;
  SET IntervalStyle = postgres; SET TimeZone = 'UTC'; SET extra_float_digits = 1; SET idle_session_timeout = 0;
  SET idle_in_transaction_session_timeout = '60s'`;

/**
 * Opens one connection. @param onLost called if the connection ends unexpectedly. @throws AppFailure of kind `store`;
 * the driver's error.
 */
export async function openClient(
  address: StoreAddress,
  onLost: (cause: unknown) => void = () => {},
): Promise<StoreClient> {
  const client = new pg.Client(configOf(address));
  client.on("error", onLost);
  client.on("end", () => onLost(null));
  try {
    await client.connect();
    await client.query(SETTINGS);
  } catch (thrown) {
    await client.end().catch(() => {});
    throw refusalOf(thrown) ?? thrown;
  }
  return client;
}

/** Runs work as one transaction. @throws whatever the work throws; then nothing is written. */
export async function inTransaction<T>(client: Queryable, work: () => Promise<T>): Promise<T> {
  await client.query("BEGIN");
  try {
    const value = await work();
    await client.query("COMMIT");
    return value;
  } catch (thrown) {
    await rollBack(client);
    throw thrown;
  }
}

/** Ends a transaction that failed. If the connection was lost, the transaction has already ended. */
export const rollBack = (client: Queryable): Promise<unknown> => client.query("ROLLBACK").catch(() => {});

/** The most ms to wait until a connection is closed. Without an answer of the other side it might never close. */
const END_MS = 2_000;

/** Ends a connection. The timer is a real one, because PostgreSQL answers in real time. */
export async function closeClient(client: StoreClient): Promise<void> {
  const ended = new AbortController();
  // A lost connection has already ended.
  await Promise.race([client.end().catch(() => {}), systemClock.wait(END_MS, ended.signal)]);
  ended.abort();
}

/** Makes the pool of connections that answer clients. Connections are opened when they are needed. */
export function openPool(address: StoreAddress): StorePool {
  const pool = new pg.Pool({
    ...configOf(address),
    max: READING_CONNECTIONS,
    // oxlint-disable-next-line typescript/no-misused-promises -- pg-pool waits for it; its type does not say so
    onConnect: (client) => client.query(SETTINGS),
  });
  // If an idle connection ends, the pool replaces it.
  pool.on("error", () => {});
  return pool;
}

/** The error codes of temporary states of a server: unreachable, starting, stopping, or out of connections. */
const PASSING = /^(08|53|57P)/;

/** The error of a store that refuses every try; null for a store that is only unreachable for a time. */
export function refusalOf(thrown: unknown): AppFailure | null {
  const { code, message = "" } = thrown as { code?: unknown; message?: string };
  // The driver has no error code for this case.
  if (/^SASL: .*client password must be/.test(message))
    return new AppFailure(
      storeError(
        "other",
        "PostgreSQL asks for a password, and there is none in the address, PGPASSWORD or ~/.pgpass",
      ),
      { cause: thrown },
    );
  // Codes of Node, such as EPIPE, contain no digit.
  const isAnswer = typeof code === "string" && /^(?=.*\d)[0-9A-Z]{5}$/.test(code);
  if (!isAnswer || PASSING.test(code)) return null;
  return new AppFailure(storeError("other", `PostgreSQL: ${message}`), { cause: thrown });
}

/** Runs a reading statement. @throws ServiceError 503 if the store cannot answer. */
export async function ask<Row extends pg.QueryResultRow>(
  at: Queryable,
  text: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  try {
    return (await at.query<Row>(text, [...values])).rows;
  } catch (thrown) {
    throw storeAway(thrown);
  }
}

/** Runs work as one transaction. @throws ServiceError 503 if the store cannot answer; whatever the work throws. */
export async function transaction<T>(
  pool: StorePool,
  mode: string,
  work: (at: Queryable) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch((thrown: unknown) => {
    throw storeAway(thrown);
  });
  let isDone = false;
  try {
    await ask(client, `BEGIN ${mode}`);
    const value = await work(client);
    await ask(client, "COMMIT");
    isDone = true;
    return value;
  } finally {
    // Closing the connection also ends its transaction.
    client.release(!isDone);
  }
}

/** Makes the 503 for a store that cannot be reached. */
export function storeAway(cause: unknown): Error {
  const error = notReady(REFUSALS.noStore, RETRY_SECONDS);
  error.cause = cause;
  return error;
}
