import { defineQueryFunctions } from "../../../../electron/store/query/compile-query.ts";
import { NO_UNITS } from "../../../../shared/inventory/units.ts";
import path from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { onTestFinished } from "vitest";
import { COMPUTATIONS } from "../../../../electron/hosts/core/computations.ts";
import type { ComputationMoment, ComputationPhase } from "../../../../electron/store/ingest/computation.ts";
import type { ResourceCommit } from "../../../../electron/store/ingest/commits.ts";
import { READER_TASKS, WRITER_TASKS } from "../../../../electron/hosts/core/store-tasks.ts";
import type { ThreadTask } from "../../../../electron/store/database/worker-rpc.ts";
import { InventoryReader } from "../../../../electron/index/inventory-reader.ts";
import type { ReadingContext } from "../../../../electron/index/reading-context.ts";
import type { WriterContext } from "../../../../electron/store/ingest/writer-context.ts";
import { InventoryWriter } from "../../../../electron/store/ingest/inventory-writer.ts";
import type { Finish, ListingCommit } from "../../../../electron/store/ingest/listing-writer.ts";
import type { Database } from "../../../../electron/store/database/open-database.ts";
import type { PassEntry } from "../../../../electron/store/database/pass-log.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import { localDay } from "../../../../shared/base/time/local-day.ts";
import { DIMENSIONS, type StockRow } from "../../../../shared/inventory/stock.ts";
import { runHere } from "../../../helpers/run-here.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";

/** An item as the service would send it, with every field of specification 2.1. */
export const item = (
  id: string,
  fields: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> => ({
  id,
  name: `Item ${id}`,
  status: "available",
  locationId: null,
  materialTypeId: null,
  startingLength: null,
  originalLength: null,
  remainingLength: null,
  weight: null,
  weightSource: null,
  checkedOutToUserId: null,
  checkedOutAt: null,
  archivedAt: null,
  createdAt: "2025-01-01T00:00:00.000Z",
  updatedAt: "2025-06-01T00:00:00.000Z",
  ...fields,
});

/** The outcome of a pass, for the log. */
export const passEntry = (number: number, error: string | null = null): PassEntry => ({
  number,
  mode: "incremental",
  startedAt: 0,
  endedAt: 0,
  error,
  message: null,
  requestId: null,
  requests: 1,
  restarts: 0,
  seen: 0,
  written: 0,
  quarantined: 0,
  changes: 0,
  mark: null,
});

/** The way a page is stored, if it matters. */
export interface PageOptions {
  readonly sequence?: number;
  readonly finish?: Finish | null;
  readonly verified?: boolean;
  /** True for a page of a full check. */
  readonly fullCheck?: boolean;
  /** The time of the service's answer, ms since the epoch. */
  readonly servedBy?: number;
}

/** An inventory database of the running test, in this thread. */
export interface TestStore {
  readonly file: string;
  readonly writer: InventoryWriter;
  readonly reader: InventoryReader;
  /** Begins a pass and a listing, and stores one page. */
  list(resource: Resource, records: readonly unknown[], options?: PageOptions): ListingCommit;
  /** Stores one more page of the listing that has begun. */
  page(resource: Resource, records: readonly unknown[], options?: PageOptions): ListingCommit;
  /** Runs a feature's task in the reader, or in the writer. */
  read<Input, Output>(task: ThreadTask<ReadingContext, Input, Output>, input: Input): Output;
  write<Input, Output>(task: ThreadTask<WriterContext, Input, Output>, input: Input): Output;
  /** Rows of a statement, read through a separate connection. */
  sql(statement: string, ...values: (string | number | null)[]): Record<string, unknown>[];
}

export async function openStore(): Promise<TestStore> {
  const file = path.join(await temporaryFolder(), "inventory.sqlite");
  const writer = new InventoryWriter(file, COMPUTATIONS, WRITER_TASKS);
  const reader = new InventoryReader(file, READER_TASKS);
  const other: Database = new DatabaseSync(file);
  defineQueryFunctions(other);
  let sequence = 0;
  onTestFinished(() => [other, reader, writer].forEach((open) => open.close()));
  const page: TestStore["page"] = (resource, records, options = {}) => {
    sequence = options.sequence ?? sequence + 1;
    const fetched = {
      sequence,
      at: 1_000 + sequence,
      servedBy: options.servedBy ?? 1_000_000 + sequence,
      verified: options.verified ?? false,
      fullCheck: options.fullCheck ?? false,
    };
    return writer.storePages(
      resource,
      [{ records, requestId: `r-${sequence}`, fetched }],
      options.finish ?? null,
    );
  };
  return {
    file,
    writer,
    reader,
    page,
    read: (task, input) => runHere(reader, task, input),
    write: (task, input) => runHere(writer, task, input),
    list: (resource, records, options) => {
      writer.beginListing(resource, writer.beginPass().pass);
      return page(resource, records, options);
    },
    sql: (statement, ...values) => other.prepare(statement).all(...values) as Record<string, unknown>[],
  };
}

/** Computes the columns of a phase as after a pass. There are no settings of the user, unless `inputs` has some. */
export function compute(
  { reader, writer }: TestStore,
  phase: ComputationPhase,
  now: number,
  inputs: Readonly<Record<string, unknown>> = {},
  given: Partial<ComputationMoment> = {},
): readonly ResourceCommit[] {
  const stock: readonly StockRow[] =
    phase === "stock" ? DIMENSIONS.flatMap((dimension) => reader.stockNow(dimension, now) ?? []) : [];
  const none = {
    problems: [],
    notes: [],
    value: { bases: new Map(), types: new Map(), units: NO_UNITS },
    late: { all: null, types: new Map() },
    "low-stock": new Map(),
    "stock-value": { types: [], locations: [] },
  };
  const today = localDay(new Date(now));
  const moment = { now, answeredAt: null, passDay: today, today, stock, ...given };
  return writer.compute(phase, moment, { ...none, ...inputs }).commits;
}
