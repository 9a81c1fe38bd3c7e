import { randomInt, randomUUID } from "node:crypto";
import type { CallInput, CallOutput } from "../../../shared/contract/contract.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import { MAX_EXPECTED, type Count, type CountScan } from "../../../shared/features/counts/count-records.ts";
import type { NumberedScan } from "../../../shared/features/counts/count-calls.ts";
import {
  idsToLookUp,
  reconcile,
  type CountedItem,
  type ExpectedRow,
  type Finding,
  type ItemState,
  type SeenChange,
} from "../../../shared/features/counts/reconcile.ts";
import { textsOfScan } from "../../../shared/features/scanner/scan-pattern.ts";
import { MAX_FOUND, type FoundRecord } from "../../../shared/features/scanner/scanner.ts";
import { checkQuery } from "../../../shared/query/query.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import type { PushBus } from "../../base/push-bus.ts";
import { runTask, type ThreadTask } from "../../store/database/worker-rpc.ts";
import type { ReadingContext } from "../../store/index/inventory-reader.ts";
import type { OpenCopy } from "../../store/store-client.ts";
import type { ConnectionDocuments } from "../../store/user-data/connection-documents.ts";
import { CountRecords } from "./count-records.ts";
import {
  FREEZE_LIST,
  LOOK_UP_ITEMS,
  READ_ITEM_STATES,
  READ_REFERENCES,
  type CountBegin,
} from "./count-tasks.ts";

interface CountServiceOptions {
  readonly documents: ConnectionDocuments;
  readonly current: OpenCopy;
  readonly events: PushBus;
}

/** An open count in memory. */
interface OpenCount {
  readonly count: Count;
  readonly rows: ReadonlyMap<string, ExpectedRow>;
  readonly scans: Map<number, CountScan>;
  /** The number of the last scan, which no later scan gets again. */
  last: number;
}

type Outcome = CallOutput<"countItems">["outcomes"][number];

/** Scans up to this number are pushed to other windows one by one; more are read again. */
const MAX_PUSHED = 100;

/** Counts of items: their frozen lists, their scans, and the comparison of both. */
export class CountService {
  readonly #options: CountServiceOptions;
  readonly records: CountRecords;
  readonly #open = new Map<string, Promise<OpenCount>>();
  readonly #change = oneAtATime();

  constructor(options: CountServiceOptions) {
    this.#options = options;
    this.records = new CountRecords(options.documents);
    // A restored backup replaces the records, and so does a sample company that begins again.
    options.events.subscribe((name) => (name === "restored" || name === "switched") && this.#open.clear());
  }

  /** Freezes a list and begins a count. @throws AppFailure `invalid_input` without rows, or with too many. */
  async start({ profileId, query, ...plan }: CallInput<"startCount">): Promise<{ countId: string }> {
    checkQuery("items", query);
    const { asOf: _asOf, ...present } = query;
    const { items, more, changeNumber } = await this.read(profileId, FREEZE_LIST, {
      query: present,
      withCheckedOut: plan.withCheckedOut,
      now: this.#options.current.serviceNow(),
      limit: MAX_EXPECTED,
    });
    if (items.length === 0) throw invalidInput("There is nothing to count: the list has no items.");
    if (more) throw invalidInput(`A count can have ${MAX_EXPECTED} items. This list has more.`);
    const rows = drawRows(items, plan.share);
    const [place = null, ...otherPlaces] = new Set(items.map(({ locationId }) => locationId));
    const countId = randomUUID();
    const count: Count = {
      ...plan,
      startedAt: this.#now(),
      changeNumber,
      expected: rows.filter(({ isDrawn }) => isDrawn).length,
      place: otherPlaces.length === 0 ? place : null,
      closedAt: null,
      verifiedAt: null,
    };
    await this.#change(async () => {
      try {
        await this.records.saveCount(profileId, countId, count);
        await this.records.saveLists(profileId, countId, { expected: rows });
      } catch (thrown) {
        await this.records.delete(profileId, countId);
        throw thrown;
      }
    });
    return { countId };
  }

  /** The list of an open count that is not blind. @throws AppFailure `invalid_input`. */
  async expected({ profileId, countId }: CallInput<"listExpected">): Promise<CallOutput<"listExpected">> {
    const { count, rows } = await this.#load(profileId, countId);
    if (count.blind) throw invalidInput("The list of a blind count is hidden until the count is closed.");
    const { types, locations } = await this.references(profileId);
    const drawn = [...rows.values()].filter(({ isDrawn }) => isDrawn);
    return {
      items: drawn.map(({ item: { id, name, typeId, locationId, length, weight } }) => ({
        id,
        name,
        typeId,
        typeName: types.get(typeId ?? "")?.name ?? null,
        locationId,
        locationName: locations.get(locationId ?? "") ?? null,
        length,
        weight,
      })),
    };
  }

  async scans({ profileId, countId }: CallInput<"listCountScans">): Promise<CallOutput<"listCountScans">> {
    const { scans } = await this.#load(profileId, countId);
    return { scans: [...scans].map(([number, scan]) => ({ ...scan, number })) };
  }

  /** Counts texts or items; an ambiguous text is not counted. */
  count({ profileId, countId, by, entries }: CallInput<"countItems">): Promise<CallOutput<"countItems">> {
    return this.#change(async () => {
      const open = await this.#load(profileId, countId);
      const found = await this.#lookUp(profileId, entries);
      const counted = new Set([...open.scans.values()].flatMap(({ itemId }) => itemId ?? []));
      const kept = new Map<number, CountScan>();
      const at = this.#now();
      const outcomes = entries.map(({ text, length, weight }, place): Outcome => {
        const { records = [], more = false } = found[place] ?? {};
        const item = chosenItem(records, more, open, counted);
        if (item === "ambiguous") return { outcome: "ambiguous", scan: null, choices: [...records] };
        open.last += 1;
        const scan = { text, itemId: item?.id ?? null, name: item?.name ?? null, by, at, length, weight };
        kept.set(open.last, scan);
        const outcome = outcomeOf(item, open, counted);
        if (item) counted.add(item.id);
        return { outcome, scan: { ...scan, number: open.last }, choices: [] };
      });
      await this.records.saveScans(profileId, countId, kept);
      for (const [number, scan] of kept) open.scans.set(number, scan);
      const added = [...kept].map(([number, scan]): NumberedScan => ({ ...scan, number }));
      this.#push(profileId, countId, added.length > MAX_PUSHED ? null : added);
      return { outcomes };
    });
  }

  measure({ profileId, countId, number, ...amounts }: CallInput<"measureScan">): Promise<void> {
    return this.#change(async () => {
      const { scans } = await this.#load(profileId, countId);
      const scan = scans.get(number);
      if (!scan) throw invalidInput("This scan was taken back meanwhile.");
      const measured = { ...scan, ...amounts };
      await this.records.saveScans(profileId, countId, new Map([[number, measured]]));
      scans.set(number, measured);
      this.#push(profileId, countId, null);
    });
  }

  remove({ profileId, countId, numbers }: CallInput<"removeScans">): Promise<void> {
    return this.#change(async () => {
      const { scans } = await this.#load(profileId, countId);
      await this.records.saveScans(profileId, countId, new Map(numbers.map((number) => [number, null])));
      for (const number of numbers) scans.delete(number);
      this.#push(profileId, countId, null);
    });
  }

  /** Compares the list with the scans and keeps the findings. The list is part of them. */
  close({ profileId, countId }: CallInput<"closeCount">): Promise<void> {
    return this.#change(async () => {
      const { count, rows, scans } = await this.#load(profileId, countId);
      const expected = [...rows.values()];
      const ids = idsToLookUp(expected, scans.values());
      const { place, tolerance } = count;
      const states = await this.states(profileId, ids, count);
      const findings = reconcile({ expected, scans: scans.values(), states, place, tolerance });
      await this.records.saveLists(profileId, countId, { findings, expected: [] });
      await this.records.saveCount(profileId, countId, { ...count, closedAt: this.#now() });
      this.#open.delete(countId);
    });
  }

  /** Replaces the findings of a verified count. One that was deleted or restored meanwhile stays as it is. */
  saveVerified(
    profileId: string,
    countId: string,
    findings: readonly Finding[],
    verifiedAt: string,
  ): Promise<void> {
    return this.#change(async () => {
      const count = await this.records.count(profileId, countId);
      if (count?.closedAt == null) return;
      await this.records.saveLists(profileId, countId, { findings });
      await this.records.saveCount(profileId, countId, { ...count, verifiedAt });
    });
  }

  delete({ profileId, countId }: CallInput<"deleteCount">): Promise<void> {
    return this.#change(async () => {
      await this.records.delete(profileId, countId);
      this.#open.delete(countId);
    });
  }

  /**
   * Items as the local copy has them, with their changes since a count began.
   * @param until ISO 8601; changes that were surely made later are left out. Null for no limit.
   */
  async states(
    profileId: string,
    ids: readonly string[],
    { startedAt, changeNumber }: CountBegin,
    until: string | null = null,
  ): Promise<ReadonlyMap<string, ItemState>> {
    const states = await this.read(profileId, READ_ITEM_STATES, {
      ids,
      since: { startedAt, changeNumber },
    });
    const end = until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
    const isDuring = ({ after }: SeenChange): boolean => after === null || Date.parse(after) < end;
    return new Map(
      states.map((state) => [state.item.id, { ...state, changes: state.changes.filter(isDuring) }]),
    );
  }

  /** The material types and the names of the locations, by id. */
  async references(profileId: string) {
    const { types, locations } = await this.read(profileId, READ_REFERENCES, undefined);
    return {
      types: new Map(types.map((type) => [type.id, type])),
      locations: new Map(locations.map(({ id, name }) => [id, name])),
    };
  }

  /** Runs a task on the open copy. @throws AppFailure `invalid_input` if it has none. */
  async read<Input, Output>(
    profileId: string,
    task: ThreadTask<ReadingContext, Input, Output>,
    input: Input,
  ): Promise<Output> {
    const store = this.#options.current.storeOf(profileId);
    if (!store) throw invalidInput("There are no data here yet.");
    return runTask(store.reader, task, input);
  }

  /** Loads an open count. @throws AppFailure `invalid_input` if it does not exist or is closed. */
  async #load(profileId: string, countId: string): Promise<OpenCount> {
    const known = this.#open.get(countId);
    if (known) return known;
    const loading = this.#readOpen(profileId, countId);
    this.#open.set(countId, loading);
    loading.catch(() => this.#open.delete(countId));
    return loading;
  }

  async #readOpen(profileId: string, countId: string): Promise<OpenCount> {
    const count = await this.records.count(profileId, countId);
    if (!count) throw invalidInput("This count was deleted.");
    if (count.closedAt !== null) throw invalidInput("This count is closed.");
    const rows = await this.records.list(profileId, countId, "expected");
    if (rows.length === 0 && (await this.records.list(profileId, countId, "findings")).length > 0) {
      // The app ended between the two writes that close a count.
      await this.records.saveCount(profileId, countId, { ...count, closedAt: this.#now() });
      throw invalidInput("This count is closed.");
    }
    const scans = await this.records.scans(profileId, countId);
    const last = Math.max(0, ...[...scans.keys()].slice(-1));
    return { count, rows: new Map(rows.map((row) => [row.item.id, row])), scans, last };
  }

  async #lookUp(profileId: string, entries: CallInput<"countItems">["entries"]) {
    const pattern = await this.#options.documents.readSingle("scanPattern", profileId);
    const scans = entries.map(({ text, itemId }) =>
      itemId === null ? textsOfScan(pattern, text) : [itemId],
    );
    return this.read(profileId, LOOK_UP_ITEMS, { scans, limit: MAX_FOUND });
  }

  #push(profileId: string, countId: string, added: NumberedScan[] | null): void {
    this.#options.events.emit("countScans", { profileId, countId, added });
  }

  #now(): string {
    return new Date(this.#options.current.serviceNow()).toISOString();
  }
}

/** Draws a random share of the rows, at least one. */
function drawRows(items: readonly CountedItem[], share: number): readonly ExpectedRow[] {
  const wanted = Math.ceil((items.length * share) / 100);
  let left = wanted;
  // Each row is drawn with the probability (rows still wanted) / (rows still to come), so that all draws are equally likely.
  return items.map((item, at) => {
    const isDrawn = randomInt(items.length - at) < left;
    if (isDrawn) left -= 1;
    return { item, isDrawn };
  });
}

/**
 * The item that a text means. Of several, the only one that is expected and not yet counted is taken. A blind count would
 * tell by that what is in its list.
 */
function chosenItem(
  records: readonly FoundRecord[],
  more: boolean,
  { count, rows }: OpenCount,
  counted: ReadonlySet<string>,
): FoundRecord | null | "ambiguous" {
  const [record = null, second] = records;
  if (second === undefined) return record;
  if (count.blind) return "ambiguous";
  const [expected, ...others] = records.filter(
    ({ id }) => rows.get(id)?.isDrawn === true && !counted.has(id),
  );
  return expected && others.length === 0 && !more ? expected : "ambiguous";
}

function outcomeOf(
  item: FoundRecord | null,
  { count, rows }: OpenCount,
  counted: ReadonlySet<string>,
): Outcome["outcome"] {
  if (!item) return "unknown";
  if (counted.has(item.id)) return "again";
  return rows.get(item.id)?.isDrawn === true || count.blind ? "counted" : "notListed";
}
