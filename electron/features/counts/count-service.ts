import { COUNT_ERRORS } from "./messages.ts";
import { randomUUID } from "node:crypto";
import type { CallInput, CallOutput } from "../../../shared/contract/contract.ts";
import { invalidInput } from "../../../shared/base/errors.ts";
import { groupBy } from "../../../shared/base/group-by.ts";
import { MAX_EXPECTED, type Count, type CountScan } from "../../../shared/features/counts/count-records.ts";
import type { NumberedScan } from "../../../shared/features/counts/count-calls.ts";
import { idsToLookUp, reconcile, type Finding } from "../../../shared/features/counts/reconcile.ts";
import { checkQuery } from "../../../shared/query/query.ts";
import { oneAtATime } from "../../base/one-at-a-time.ts";
import type { PushBus } from "../../base/push-bus.ts";
import type { OpenCopy } from "../../index/inventory-store.ts";
import type { ConnectionDocuments } from "../../store/user-data/connection-documents.ts";
import { CountCopy } from "./count-copy.ts";
import { byNumber, CountRecords } from "./count-records.ts";
import { FREEZE_LIST } from "./count-tasks.ts";
import { chosenItem, drawRows, nextNumber, outcomeOf, type OpenCount, type Outcome } from "./open-count.ts";
import { TeamCounts, type CountTeam } from "./team-counts.ts";

interface CountServiceOptions {
  readonly documents: ConnectionDocuments;
  readonly current: OpenCopy;
  readonly events: PushBus;
  readonly team: CountTeam;
}

/** The records that other workstations have changed; null if it is unknown which ones. */
interface TeamChanges {
  readonly documents: readonly string[];
  readonly records: readonly { readonly document: string; readonly id: string }[] | null;
}

/**
 * The most scans that are pushed to other windows one by one. If there are more, other windows read all scans again.
 */
const MAX_PUSHED = 100;

/** Counts of items: their frozen lists, their scans, and the comparison of both. */
export class CountService {
  readonly #options: CountServiceOptions;
  readonly records: CountRecords;
  readonly team: TeamCounts;
  readonly copy: CountCopy;
  readonly #open = new Map<string, Promise<OpenCount>>();
  readonly #change = oneAtATime();

  constructor(options: CountServiceOptions) {
    this.#options = options;
    this.records = new CountRecords(options.documents);
    this.team = new TeamCounts(this.records, options.team);
    this.copy = new CountCopy(options.current, options.documents);
    // After a restored backup or a new sample company, all records are new.
    options.events.on("restored", () => this.#open.clear());
    options.events.on("switched", () => this.#open.clear());
  }

  /**
   * Saves the present rows as the list of a new count. @throws AppFailure `invalid_input` if there are no rows, or too
   * many.
   */
  async start({
    connectionId,
    query,
    withTeam,
    ...plan
  }: CallInput<"startCount">): Promise<{ countId: string }> {
    checkQuery("items", query);
    if (withTeam) await this.team.labelOf(connectionId);
    const { asOf: _asOf, ...present } = query;
    const { items, more, changeNumber } = await this.copy.read(connectionId, FREEZE_LIST, {
      query: present,
      withCheckedOut: plan.withCheckedOut,
      now: this.#options.current.serviceNow(),
      limit: MAX_EXPECTED,
    });
    if (items.length === 0) throw invalidInput(COUNT_ERRORS.nothing);
    if (more) throw invalidInput(COUNT_ERRORS.tooMany({ most: String(MAX_EXPECTED) }));
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
        // The list is saved first. If the app ends between the two writes, no count exists without its list.
        await this.records.saveLists(connectionId, countId, { expected: rows });
        await this.records.saveCount(connectionId, countId, count);
        if (withTeam) await this.team.share(connectionId, countId, count);
      } catch (thrown) {
        await this.records.delete(connectionId, countId);
        throw thrown;
      }
    });
    return { countId };
  }

  /** The list of expected items of an open count that is not blind. @throws AppFailure `invalid_input`. */
  async expected({ connectionId, countId }: CallInput<"listExpected">): Promise<CallOutput<"listExpected">> {
    const { count, rows } = await this.#load(connectionId, countId);
    if (count.blind) throw invalidInput(COUNT_ERRORS.blind);
    const { types, locations } = await this.copy.references(connectionId);
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

  async scans({ connectionId, countId }: CallInput<"listCountScans">): Promise<CallOutput<"listCountScans">> {
    const { scans } = await this.#load(connectionId, countId);
    return { scans: [...scans].map(([number, scan]) => ({ ...scan, number })) };
  }

  /** Counts texts or items; an ambiguous text is not counted. */
  count({ connectionId, countId, by, entries }: CallInput<"countItems">): Promise<CallOutput<"countItems">> {
    return this.#change(async () => {
      const open = await this.#load(connectionId, countId);
      const found = await this.copy.lookUp(connectionId, entries);
      const counted = new Set([...open.scans.values()].flatMap(({ itemId }) => itemId ?? []));
      const kept = new Map<number, CountScan>();
      const now = this.#options.current.serviceNow();
      const at = new Date(now).toISOString();
      const desk = open.count.team ? { desk: await this.team.labelOf(connectionId) } : {};
      const outcomes = entries.map(({ text, length, weight }, place): Outcome => {
        const { records = [], more = false } = found[place] ?? {};
        const item = chosenItem(records, more, open, counted);
        if (item === "ambiguous") return { outcome: "ambiguous", scan: null, choices: [...records] };
        open.last = nextNumber(open, now);
        const named = { itemId: item?.id ?? null, name: item?.name ?? null };
        const scan = { text, ...named, by, at, length, weight, ...desk };
        kept.set(open.last, scan);
        const outcome = outcomeOf(item, open, counted);
        if (item) counted.add(item.id);
        return { outcome, scan: { ...scan, number: open.last }, choices: [] };
      });
      await this.records.saveScans(connectionId, countId, kept);
      for (const [number, scan] of kept) open.scans.set(number, scan);
      const added = [...kept].map(([number, scan]): NumberedScan => ({ ...scan, number }));
      this.#push(connectionId, countId, added.length > MAX_PUSHED ? null : added);
      return { outcomes };
    });
  }

  measure({ connectionId, countId, number, ...amounts }: CallInput<"measureScan">): Promise<void> {
    return this.#change(async () => {
      const { scans } = await this.#load(connectionId, countId);
      const scan = scans.get(number);
      if (!scan) throw invalidInput(COUNT_ERRORS.takenBack);
      const measured = { ...scan, ...amounts };
      await this.records.saveScans(connectionId, countId, new Map([[number, measured]]));
      scans.set(number, measured);
      this.#push(connectionId, countId, null);
    });
  }

  remove({ connectionId, countId, numbers }: CallInput<"removeScans">): Promise<void> {
    return this.#change(async () => {
      const { scans } = await this.#load(connectionId, countId);
      const known = numbers.filter((number) => scans.has(number));
      await this.records.saveScans(connectionId, countId, new Map(known.map((number) => [number, null])));
      for (const number of known) scans.delete(number);
      this.#push(connectionId, countId, null);
    });
  }

  /** Compares the list with the scans and saves the findings. They replace the list. */
  close({ connectionId, countId }: CallInput<"closeCount">): Promise<void> {
    return this.#change(async () => {
      const { count, rows, scans } = await this.#load(connectionId, countId);
      const expected = [...rows.values()];
      const ids = idsToLookUp(expected, scans.values());
      const { place, tolerance } = count;
      const states = await this.copy.states(connectionId, ids, count);
      const findings = reconcile({ expected, scans: scans.values(), states, place, tolerance });
      const closed = { ...count, closedAt: this.#now() };
      if (count.team) {
        const { team } = await this.#require(connectionId, countId, "open");
        if (!team) throw invalidInput(COUNT_ERRORS.deleted);
        const closedBy = await this.team.labelOf(connectionId);
        await this.team.saveResult(
          connectionId,
          countId,
          { ...closed, team: { ...team, closedBy } },
          findings,
          scans,
        );
      } else {
        await this.records.saveLists(connectionId, countId, { findings, expected: [] });
        await this.records.saveCount(connectionId, countId, closed);
      }
      this.#open.delete(countId);
    });
  }

  /** Compares the scans of a team's closed count again. Scans may have arrived after it was closed. */
  compare({ connectionId, countId }: CallInput<"compareCount">): Promise<void> {
    return this.#change(async () => {
      const count = await this.#require(connectionId, countId, "closed");
      const { place, tolerance, closedAt } = count;
      const expected = await this.team.expected(connectionId, countId, count);
      if (!expected) throw invalidInput(COUNT_ERRORS.noList);
      const scans = await this.records.scans(connectionId, countId);
      const ids = idsToLookUp(expected, scans.values());
      const states = await this.copy.states(connectionId, ids, count, closedAt);
      const findings = reconcile({ expected, scans: scans.values(), states, place, tolerance });
      await this.team.saveResult(connectionId, countId, { ...count, verifiedAt: null }, findings, scans);
      this.#push(connectionId, countId, null);
    });
  }

  /** Shares a count of this workstation with the team. @throws AppFailure `invalid_input` if there is no such count. */
  share({ connectionId, countId }: CallInput<"shareCount">): Promise<void> {
    return this.#change(async () => {
      const count = await this.records.count(connectionId, countId);
      if (!count) throw invalidInput(COUNT_ERRORS.deleted);
      if (count.team) throw invalidInput(COUNT_ERRORS.sharedAlready);
      await this.team.share(connectionId, countId, count);
      this.#open.delete(countId);
    });
  }

  /** Takes over the changes that a team's other workstations made to counts. */
  teamChanged(connectionId: string, { documents, records }: TeamChanges): Promise<void> {
    if (!documents.some((document) => COUNT_DOCUMENTS.has(document))) return Promise.resolve();
    return this.#change(async () => {
      if (records === null || documents.includes("counts"))
        await this.#dropChanged(connectionId, records === null);
      if (records === null) {
        const all = await this.#options.documents.read("counts", connectionId);
        for (const countId of all.keys()) this.#push(connectionId, countId, null);
        return;
      }
      const ids = records.flatMap(({ document, id }) => (document === "countScans" ? [id] : []));
      for (const [countId, those] of groupBy(ids, (id) => id.split("/", 1)[0] ?? ""))
        await this.#merge(connectionId, countId, those);
    });
  }

  /** Drops open counts from memory that were closed or deleted. @param all true to read all of them again. */
  async #dropChanged(connectionId: string, all: boolean): Promise<void> {
    for (const [countId, loading] of this.#open) {
      // The caller that opened the count gets this failure, so it is ignored here.
      const open = await loading.catch(() => null);
      if (open?.connectionId !== connectionId) continue;
      const count = all ? null : await this.records.count(connectionId, countId);
      if (count === null || count.closedAt !== null) this.#open.delete(countId);
    }
  }

  /** Takes over scans of an open count. @param ids the ids of their records. */
  async #merge(connectionId: string, countId: string, ids: readonly string[]): Promise<void> {
    // The caller that opened the count gets this failure, so it is ignored here.
    const open = await this.#open.get(countId)?.catch(() => null);
    if (!open) {
      this.#push(connectionId, countId, null);
      return;
    }
    const added: NumberedScan[] = [];
    let others = 0;
    for (const [number, scan] of await this.records.scansOf(connectionId, ids)) {
      const before = open.scans.get(number);
      if (JSON.stringify(scan ?? undefined) === JSON.stringify(before)) continue;
      if (scan && !before) added.push({ ...scan, number });
      else others += 1;
      if (scan) open.scans.set(number, scan);
      else open.scans.delete(number);
      open.last = Math.max(open.last, number);
    }
    if (added.length + others === 0) return;
    open.scans = byNumber(open.scans);
    this.#push(connectionId, countId, others > 0 || added.length > MAX_PUSHED ? null : added);
  }

  /** Reads a count. @throws AppFailure `invalid_input` if the count does not exist, or is not in the given state. */
  async #require(connectionId: string, countId: string, state: "open" | "closed"): Promise<Count> {
    const count = await this.records.count(connectionId, countId);
    if (!count) throw invalidInput(COUNT_ERRORS.deleted);
    if (count.closedAt !== null && state === "open") throw invalidInput(COUNT_ERRORS.closed);
    if (count.closedAt === null && state === "closed") throw invalidInput(COUNT_ERRORS.stillOpen);
    return count;
  }

  /**
   * Replaces the findings of a verified count. If the count was deleted, restored or compared again meanwhile, it is
   * not changed.
   * @param former the count whose findings were verified.
   */
  saveVerified(
    connectionId: string,
    countId: string,
    findings: readonly Finding[],
    verifiedAt: string,
    former: Count,
  ): Promise<void> {
    return this.#change(async () => {
      const count = await this.records.count(connectionId, countId);
      if (count?.closedAt == null || count.team?.result?.list !== former.team?.result?.list) return;
      const verified = { ...count, verifiedAt };
      if (count.team) {
        await this.team.saveResult(connectionId, countId, verified, findings, null);
        return;
      }
      await this.records.saveLists(connectionId, countId, { findings });
      await this.records.saveCount(connectionId, countId, verified);
    });
  }

  delete({ connectionId, countId }: CallInput<"deleteCount">): Promise<void> {
    return this.#change(async () => {
      const count = await this.records.count(connectionId, countId);
      if (count?.team) await this.team.delete(connectionId, countId);
      else await this.records.delete(connectionId, countId);
      this.#open.delete(countId);
    });
  }

  /** Loads an open count. @throws AppFailure `invalid_input` if the count does not exist or is closed. */
  async #load(connectionId: string, countId: string): Promise<OpenCount> {
    const known = this.#open.get(countId);
    if (known) return known;
    const loading = this.#readOpen(connectionId, countId);
    this.#open.set(countId, loading);
    loading.catch(() => this.#open.delete(countId));
    return loading;
  }

  async #readOpen(connectionId: string, countId: string): Promise<OpenCount> {
    const count = await this.#require(connectionId, countId, "open");
    const rows = await this.records.wholeList(connectionId, countId, "expected", count.team?.parts ?? 0);
    if (!rows) throw invalidInput(COUNT_ERRORS.listIncomplete);
    if (rows.length === 0 && (await this.records.parts(connectionId, countId, "findings")) > 0) {
      // The app must have ended between the two writes that close a count.
      await this.records.saveCount(connectionId, countId, { ...count, closedAt: this.#now() });
      throw invalidInput(COUNT_ERRORS.closed);
    }
    const scans = await this.records.scans(connectionId, countId);
    const last = [...scans.keys()].at(-1) ?? 0;
    return { connectionId, count, rows: new Map(rows.map((row) => [row.item.id, row])), scans, last };
  }

  #push(connectionId: string, countId: string, added: NumberedScan[] | null): void {
    this.#options.events.emit("countScans", { connectionId, countId, added });
  }

  #now(): string {
    return new Date(this.#options.current.serviceNow()).toISOString();
  }
}

const COUNT_DOCUMENTS: ReadonlySet<string> = new Set(["counts", "countScans", "countLists"]);
