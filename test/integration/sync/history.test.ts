// @module-tag whole
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ApiClient } from "../../../electron/client/api-client.ts";
import { nodeFetch } from "../../../electron/client/node-fetch.ts";
import { NO_FAULTS } from "../../service/fault-settings.ts";
import { AppFailure } from "../../../shared/base/errors.ts";
import { FetchSequence, ServiceClock } from "../../../electron/sync/fetch-sequence.ts";
import { refreshRecord } from "../../../electron/sync/refresh-record.ts";
import type { ListedChange } from "../../../shared/inventory/changes.ts";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { fakeClock, type VirtualClock } from "../../helpers/virtual-clock.ts";
import { companyRecords, makeRig, type Rig } from "./support.ts";
import { happen, history, patienceWith, pickItem, type Step } from "./history.ts";

/** The number of random histories; `STOCKDECK_HISTORIES=2000` sets more. */
const RUNS = Number(process.env["STOCKDECK_HISTORIES"] ?? 40);

/**
 * Histories that broke the copy, in fast-check's shrunk form; they run before the random ones. Only the last
 * was a real defect. The other defects were inserted to check that the test fails.
 */
const FOUND: readonly (readonly Step[])[] = [
  // Defect: the mark is from the pass's last answer instead of its first. Records inserted behind the reader
  // are then never seen.
  [
    { kind: "pass", mode: "incremental", pageSize: 3, cancelAt: null, accepts: true, meanwhile: [] },
    {
      kind: "pass",
      mode: "incremental",
      pageSize: 3,
      cancelAt: null,
      accepts: true,
      meanwhile: [{ kind: "insert", id: "0-0" }],
    },
  ],
  // Defect: the later fetch wins, whatever its age. A stale duplicate then reverts the row.
  [
    { kind: "faults", faults: { duplicateChance: 1, duplicateKind: "older", duplicateFrom: "earlier" } },
    { kind: "pass", mode: "incremental", pageSize: 3, cancelAt: null, accepts: true, meanwhile: [] },
    { kind: "faults", faults: { cursorFailures: 1, skipRequests: 0 } },
  ],
  // Defect: a Date that is days ahead is not doubted. Later edits are then never requested.
  [
    { kind: "faults", faults: { dateSkewMs: 3 * 86_400_000 } },
    { kind: "pass", mode: "incremental", pageSize: 50, cancelAt: null, accepts: true, meanwhile: [] },
    { kind: "event", event: { kind: "insert", id: "zz-0" } },
  ],
  // A real defect: a Date that is days ahead was trusted again after an answer without a Date.
  [
    { kind: "faults", faults: { dateSkewMs: 3 * 86_400_000 } },
    { kind: "pass", mode: "incremental", pageSize: 50, cancelAt: null, accepts: true, meanwhile: [] },
    { kind: "faults", faults: { dateHeader: "absent" } },
    { kind: "pass", mode: "incremental", pageSize: 50, cancelAt: null, accepts: true, meanwhile: [] },
    { kind: "event", event: { kind: "insert", id: "zz-0" } },
  ],
];

type Records = ReadonlyMap<string, Record<string, unknown>>;

/** The visible rows as they were received. */
async function shownRecords(rig: Rig): Promise<Records> {
  const { rows } = await rig.store.reader.window("items", EVERYTHING, 0, 500, Date.now());
  const records = await Promise.all(rows.map(({ id }) => rig.store.reader.record("items", String(id))));
  return new Map(records.map((record) => [String(record?.raw["id"]), record?.raw ?? {}]));
}

const companyItems = (rig: Rig): Records =>
  new Map(companyRecords(rig.service, "items").map((record) => [String(record["id"]), record]));

/**
 * Applies observed changes, the oldest first, to the first rows; each change must fit the row's present
 * value.
 */
function replay(begin: Records, changes: readonly ListedChange[]): Records {
  const shown = new Map(begin);
  const hidden = new Map<string, Record<string, unknown>>();
  for (const { type, id, fields } of changes) {
    if (type === "stockdeck.item.no_longer_returned") {
      const record = shown.get(id);
      expect(record).toBeDefined();
      hidden.set(id, record ?? {});
      shown.delete(id);
      continue;
    }
    if (type === "stockdeck.item.returned_again") {
      expect(hidden.has(id)).toBe(true);
      shown.set(id, hidden.get(id) ?? {});
      hidden.delete(id);
      continue;
    }
    const known = shown.get(id);
    expect([type === "inventory.item.created", known === undefined]).toEqual(
      type === "inventory.item.created" ? [true, true] : [false, false],
    );
    const next: Record<string, unknown> = { id, ...known };
    for (const [name, { old, new: now }] of Object.entries(fields)) {
      expect([id, name, next[name] ?? null]).toEqual([id, name, old]);
      next[name] = now;
    }
    shown.set(id, next);
  }
  return shown;
}

/** The values of records; null and absent are the same. */
const said = (records: Records): unknown =>
  [...records.keys()].toSorted().map((id) => {
    const values = Object.entries(records.get(id) ?? {}).filter(([, value]) => value !== null);
    return [id, Object.fromEntries(values)];
  });

/** A clock that runs with real time, as the service's clock does. Sleeps move it but take no time. */
function runningClock(): VirtualClock {
  const slept = fakeClock(0);
  return { ...slept, now: () => Date.now() + slept.now() };
}

/** Runs a history. Then the service has no more events, and the client catches up. */
async function live(steps: readonly Step[]): Promise<void> {
  // There is no overlap, so that the marks alone must miss no change.
  const rig = await makeRig({ items: 60, timeout: patienceWith(steps), clock: runningClock() });
  const serviceClock = new ServiceClock(rig.clock);
  let sequence = new FetchSequence(0);
  const details = async (number: number): Promise<void> => {
    const id = pickItem(rig.service, number);
    if (id === undefined) return;
    const { client, clock, store } = rig;
    const refreshed = refreshRecord(
      {
        client,
        clock,
        store,
        serviceClock,
        sequence,
        mayHide: true,
        onChange: async () => {},
      },
      "items",
      id,
    );
    await refreshed.catch(expected);
  };
  let begin: Records | null = null;
  let spoiled = false;

  for (const step of steps) {
    if (step.kind === "event") happen(rig.service, step.event);
    else if (step.kind === "details") await details(step.pick);
    else if (step.kind === "faults") {
      rig.service.setFaults(step.faults);
      // Records that were malformed are not requested again before the next full check.
      spoiled ||= (step.faults.malformedChance ?? 0) > 0;
    } else {
      const waiting: Promise<void>[] = [];
      const abort = new AbortController();
      let pages = 0;
      const passed = rig.pass({
        mode: step.mode,
        pageSize: step.pageSize,
        overlap: 0,
        serviceClock,
        sequence,
        acceptRemovals: step.accepts,
        signal: abort.signal,
        onPage: () => {
          const next = step.meanwhile[pages];
          pages += 1;
          if (next?.kind === "details") waiting.push(details(next.pick));
          else if (next) happen(rig.service, next);
          if (pages === step.cancelAt) abort.abort();
        },
      });
      await passed.catch(expected);
      await Promise.all(waiting);
    }
    const { facts } = await rig.store.writer.describe();
    sequence = new FetchSequence(facts.fetchSequence);
    if (facts.firstPullComplete)
      begin ??= (await rig.store.reader.changes({}, 0, 1)).total === 0 ? await shownRecords(rig) : null;
  }

  rig.service.setFaults(NO_FAULTS);
  rig.service.setKeyState(rig.service.key, "active");
  const patient = { baseUrl: rig.service.url, key: rig.service.key, fetch: nodeFetch, clock: rig.clock };
  const client = new ApiClient(patient);
  const quiet = { overlap: 0, serviceClock, acceptRemovals: true, client } as const;
  await rig.pass(quiet);
  if (!spoiled) {
    const company = companyItems(rig);
    const copy = await shownRecords(rig);
    // An incremental pass cannot see removals, but must have stored all other changes.
    expect(new Map([...copy].filter(([id]) => company.has(id)))).toEqual(company);
  }
  await rig.pass({ ...quiet, mode: "full" });
  expect(await shownRecords(rig)).toEqual(companyItems(rig));
  const { totals, hidden, quarantined, unverified } = await rig.store.writer.describe();
  expect({ items: totals.items, quarantined, unverified }).toEqual({
    items: rig.service.company.items.size,
    quarantined: 0,
    unverified: 0,
  });
  expect(hidden.items).toBeGreaterThanOrEqual(0);
  if (begin) {
    const { changes } = await rig.store.reader.changes({ resource: "items" }, 0, 100_000);
    expect(said(replay(begin, changes.toReversed()))).toEqual(said(companyItems(rig)));
  }
}

/** Faults may make passes and requests fail, but cause no internal error in Stockdeck. */
function expected(thrown: unknown): void {
  if (!(thrown instanceof AppFailure) || thrown.error.kind === "internal" || thrown.error.kind === "store")
    throw thrown;
}

describe("random histories of service, network and client", () => {
  it("the copy equals the service after the last undisturbed pass", { timeout: 600_000 }, async () => {
    await fc.assert(fc.asyncProperty(history, live), {
      numRuns: RUNS,
      examples: FOUND.map((steps) => [steps] as [readonly Step[]]),
      endOnFailure: false,
      // Shrinking a failed history takes long. The test must end itself, because otherwise the history is not
      // reported.
      interruptAfterTimeLimit: 400_000,
      markInterruptAsFailure: true,
    });
    expect(RUNS).toBeGreaterThan(0);
  });
});
