import path from "node:path";
import { inspect } from "node:util";
import { DatabaseSync } from "@photostructure/sqlite";
import { expect, onTestFinished } from "vitest";
import { ApiClient, type ClientOptions } from "../../../electron/client/api-client.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import type { Clock } from "../../../electron/base/clock.ts";
import { startSampleService, type SampleOptions, type SampleService } from "../../service/index.ts";
import type { Facts } from "../../../electron/store/database/facts.ts";
import { ExportReader } from "../../../electron/store/query/export-reader.ts";
import { openInventoryStore, type InventoryStore } from "../../../electron/index/inventory-store.ts";
import { FetchSequence, ServiceClock } from "../../../electron/sync/fetch-sequence.ts";
import { runLoggedPass, type PassSummary } from "../../../electron/sync/pass.ts";
import type { PassOptions } from "../../../electron/sync/pass-options.ts";
import { AppFailure, type AppError } from "../../../shared/base/errors.ts";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { DEFAULT_SETTINGS } from "../../../shared/inventory/settings.ts";
import { RESOURCES, type Resource } from "../../../shared/inventory/resource-names.ts";
import { fakeClock } from "../../helpers/virtual-clock.ts";
import { startFront, type Front, type Interception } from "../../helpers/front.ts";
import { openInProcess } from "../../helpers/in-process-store.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const { historyDays, historyChanges } = DEFAULT_SETTINGS;
const retention = { days: historyDays, changes: historyChanges };

/** A key that tests search for. No place may contain it. */
export const CANARY = "sample_live_CanaryInTheMine_0123456789";
/** Pages of a full pull with `PAGE_SIZE`: 1 of locations, 2 of types, 3 of items. */
export const ITEMS = 120;
export const PAGE_SIZE = 50;
export const FULL_PULL_REQUESTS = 6;

/** One request as the client sent it. */
export interface Sent {
  /** By the client's monotonic clock. */
  readonly at: number;
  readonly status: number | null;
}

export interface RigOptions extends SampleOptions {
  /** Answers in the service's place, as a proxy does. */
  readonly intercept?: Interception;
  /** The least speed of an answer. */
  readonly pace?: ClientOptions["pace"];
  /** True for a store in threads, as in the app; threads take a second to start. */
  readonly threads?: boolean;
  readonly clock?: Clock;
  /** Ms without progress. */
  readonly timeout?: number;
}

/** A service, a client and a store, over real HTTP and real files. Waits take no time on its clock. */
export interface Rig {
  readonly service: SampleService;
  /** The server between the client and the service. */
  readonly front: Front;
  readonly store: InventoryStore;
  /** The store's database. */
  readonly file: string;
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly sent: readonly Sent[];
  readonly waits: readonly Parameters<NonNullable<ClientOptions["onWait"]>>[0][];
  pass(options?: Partial<PassOptions>): Promise<PassSummary>;
  /** Runs a pass that must fail. The failure must not contain the key. */
  failingPass(options?: Partial<PassOptions>): Promise<AppError>;
  facts(): Promise<Facts>;
  /** A client of the same service with another key. */
  clientWith(key: string): ApiClient;
}

export async function makeRig({
  clock = fakeClock(),
  timeout = 5_000,
  threads = false,
  intercept,
  pace,
  ...options
}: RigOptions = {}): Promise<Rig> {
  const service = await startSampleService({ items: ITEMS, key: CANARY, ...options });
  onTestFinished(() => service.close());
  const front = await startFront(service.url, intercept);
  const file = path.join(await temporaryFolder(), "inventory.sqlite");
  const store = threads ? await openInventoryStore(file) : openInProcess(file);
  onTestFinished(() => store.close());
  const sent: Sent[] = [];
  const waits: Rig["waits"][number][] = [];
  const clientWith = (key: string): ApiClient =>
    new ApiClient({
      baseUrl: intercept ? front.url : service.url,
      key,
      clock,
      timeout,
      // A body that pauses times out as early as one that never begins.
      pace: pace ?? { windowMs: timeout, leastBytesPerSecond: 1, totalMs: 60_000 },
      onWait: (wait) => waits.push(wait),
      fetch: async (url, init) => {
        const at = clock.monotonic();
        const response = await nodeFetch(url, init).catch((thrown: unknown) => {
          sent.push({ at, status: null });
          throw thrown;
        });
        sent.push({ at, status: response.status });
        return response;
      },
    });
  const client = clientWith(service.key);
  const facts = async (): Promise<Facts> => (await store.writer.describe()).facts;
  const pass: Rig["pass"] = async (changes = {}) => {
    const known = await facts();
    return runLoggedPass(
      {
        client,
        writer: store.writer,
        clock,
        serviceClock: new ServiceClock(clock),
        sequence: new FetchSequence(known.fetchSequence),
        mode: "incremental",
        facts: known,
        withReferences: true,
        pageSize: PAGE_SIZE,
        overlap: 300,
        acceptRemovals: false,
        ...changes,
      },
      retention,
    );
  };
  const failingPass: Rig["failingPass"] = async (changes) => {
    const thrown = await pass(changes).then(
      (summary) => {
        throw new Error(`the pass succeeded: ${JSON.stringify(summary)}`);
      },
      (error: unknown) => error,
    );
    expect(inspect(thrown, { depth: 12, showHidden: true })).not.toContain(CANARY);
    if (!(thrown instanceof AppFailure)) throw thrown;
    return thrown.error;
  };
  return { service, front, store, file, client, clock, sent, waits, pass, failingPass, facts, clientWith };
}

const byId = (left: { readonly id?: unknown }, right: { readonly id?: unknown }): number =>
  String(left.id) < String(right.id) ? -1 : 1;

/** The records of a company as the API sends them. */
export function companyRecords(service: SampleService, resource: Resource): Record<string, unknown>[] {
  const records = [...service.company[resource].all()] as { id: string }[];
  return (JSON.parse(JSON.stringify(records)) as { id: string }[]).toSorted(byId);
}

/**
 * Edits a listing's first item, which makes the newest stamp as recent as the clock. A company without recent
 * edits is queried since its newest stamp, not since the mark less the overlap (mark.ts).
 */
export function editFirstItem(service: SampleService): void {
  const [first] = companyRecords(service, "items");
  service.company.upsertItem({ id: String(first?.["id"]), name: "Edited just now" });
}

/** The records of a copy, as they were received. */
export async function copiedRecords(file: string, resource: Resource): Promise<Record<string, unknown>[]> {
  const reader = new ExportReader(file, { resource, query: EVERYTHING, now: Date.now() });
  try {
    return [...reader.records()].toSorted(byId);
  } finally {
    reader.close();
  }
}

/** Compares the copy with the company, field by field, for all three resources. */
export async function expectCopyEqualsCompany({
  service,
  store,
}: Pick<Rig, "service" | "store">): Promise<void> {
  for (const resource of RESOURCES) {
    const wanted = companyRecords(service, resource);
    const records = await Promise.all(wanted.map(({ id }) => store.reader.record(resource, String(id))));
    expect(records.map((record) => record?.raw)).toEqual(wanted);
  }
  const described = await store.writer.describe();
  expect(described.totals).toEqual(
    Object.fromEntries(RESOURCES.map((resource) => [resource, companyRecords(service, resource).length])),
  );
  // The description of the copy at launch, before it has a writer, must be the same.
  expect(await store.reader.describeCopy()).toEqual(described);
}

/**
 * Checks that the mark is the service's clock at the start of the last pass. `Date` has whole seconds, and
 * the first answer came with the pass's first requests.
 */
export async function expectMarkOf(
  { service, facts }: Pick<Rig, "service" | "facts">,
  { mark, requests }: Pick<PassSummary, "mark" | "requests">,
): Promise<void> {
  expect((await facts()).mark).toBe(mark);
  const ofPass = service.requests.entries.slice(-requests);
  expect(Date.parse(mark ?? "")).toBeGreaterThan((ofPass[0]?.at ?? Number.NaN) - 1_000);
  expect(Date.parse(mark ?? "")).toBeLessThanOrEqual((ofPass.at(-1)?.at ?? Number.NaN) + 1_000);
}

/** A client of the rig's service whose listings return changed records. */
export function clientBringing(
  { client }: Rig,
  change: (records: readonly unknown[], resource: Resource) => readonly unknown[],
): ApiClient {
  const changed = {
    get traffic() {
      return client.traffic;
    },
    getRecord: client.getRecord.bind(client),
    listPage: async (...args: Parameters<ApiClient["listPage"]>) => {
      const page = await client.listPage(...args);
      return { ...page, records: change(page.records, args[0]) };
    },
  };
  return changed as unknown as ApiClient;
}

/** Requests for items, as the service saw them. */
export const itemRequests = (service: SampleService): readonly Readonly<Record<string, string>>[] =>
  service.requests.entries.filter(({ path }) => path === "/inventory/items").map(({ query }) => query);

/** Every request since the log was cleared, in short: "items 200", "items since+cursor 400", "items/itm_7 404". */
export const asked = (service: SampleService): readonly string[] =>
  service.requests.entries.map(({ path, query, status }) => {
    const how = [...("updatedSince" in query ? ["since"] : []), ...("cursor" in query ? ["cursor"] : [])];
    const what = decodeURIComponent(path.replace("/inventory/", ""));
    return [what, ...(how.length > 0 ? [how.join("+")] : []), status ?? "unanswered"].join(" ");
  });

/** All stored rows of the copy, hidden ones included, to prove that nothing was written. */
export function storedRows(file: string): readonly unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return RESOURCES.map((resource) => database.prepare(`SELECT * FROM ${resource} ORDER BY id`).all());
  } finally {
    database.close();
  }
}

/** The service's id of its latest request. */
export const lastRequestId = (service: SampleService): string =>
  service.requests.entries.at(-1)?.requestId ?? "none";
