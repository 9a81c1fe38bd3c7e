import { valuer, type PriceBasis, type ValueRule } from "../../../shared/features/stock-value/valuation.ts";
import { valueRule } from "../../../shared/features/stock-value/value-rule.ts";
import type { OutLimits } from "../../../shared/features/custody/out-limits.ts";
import type { NameEntry } from "../../../shared/features/names/names.ts";
import {
  isLow,
  stockById,
  STOCK_STATUSES,
  type StockRow,
  type StockStatus,
  type Thresholds,
} from "../../../shared/inventory/stock.ts";
import type { Item } from "../../../shared/inventory/resources.ts";
import { fromMilliseconds } from "../../../shared/base/time/instant.ts";
import { localDay, startOfLocalDay } from "../../../shared/base/time/local-day.ts";
import { NO_UNITS, type Units } from "../../../shared/inventory/units.ts";
import { makePast, PAST_DAYS, type PastChange } from "../../sample-service/generated-history.ts";
import type { SampleCompany, SampleService } from "../../sample-service/index.ts";
import { dataFolder } from "../../store/database/data-folder.ts";
import type { History } from "../../store/ingest/history-log.ts";
import { runTask } from "../../store/database/worker-rpc.ts";
import { openInventoryStore } from "../../index/inventory-store.ts";
import { IMPORT_VALUE_DAYS, type TypeValue, type ValueDays } from "../stock-value/public.ts";

/** The events per minute in the sample company. They are enough for the user to see the table change. */
const SAMPLE_LIFE = 30;

/** Runs the sample service while its connection exists. */
export class SampleHost {
  #service: SampleService | null = null;

  /** The running service; null if there is none. */
  get service(): SampleService | null {
    return this.#service;
  }

  /** Starts a sample service. Its company is new, so the old copy must be removed. */
  async start(): Promise<SampleService> {
    // The module is loaded on demand, because other starts of the app do not need it.
    const { startSampleService } = await import("../../sample-service/index.ts");
    this.#service = await startSampleService({ eventsPerMinute: SAMPLE_LIFE });
    return this.#service;
  }

  async stop(): Promise<void> {
    const service = this.#service;
    this.#service = null;
    await service?.close();
  }
}

/** A generated past, with the value of the stock on each day. */
export interface SampleHistory extends History {
  readonly values: ValueDays;
}

/** The seed for generating the past of the sample company. */
export const SAMPLE_SEED = 1;

const HOUR = 3_600_000;
/** The hours of the sample past's passes: every half hour from seven to six, on weekends to noon. */
const [OPENED, CLOSED, CLOSED_AT_WEEKENDS, STEP] = [7 * HOUR, 18 * HOUR, 12 * HOUR, HOUR / 2];

/**
 * Generates eight weeks of observed history of the sample company: changes with their bounds, each day's stock, and
 * gaps at night and on weekend afternoons.
 */
export function sampleHistory(company: SampleCompany, seed: number, now: number): SampleHistory {
  const { items, locations, userIds } = company;
  const current = [...items.all()];
  const passes = passTimes(now);
  const past = makePast({
    seed,
    now,
    items: current,
    userIds,
    locationIds: [...locations.all()].map(({ id }) => id),
  });
  const changes = past.flatMap(({ before, after, at }) => {
    const seen = passes.findIndex((pass) => pass >= at);
    const time = passes[seen];
    if (time === undefined || seen === 0) return [];
    const observation = {
      pass: seen - passes.length,
      after: fromMilliseconds(passes[seen - 1] ?? time),
      before: fromMilliseconds(time),
      event: null,
    };
    return [{ before, after, observation }];
  });
  const ownData = sampleOwnData(company);
  const rules = sampleRules(company, ownData);
  const thresholds = Object.entries(ownData.thresholds);
  const generated = snapshotsOf(current, past, passes, rules);
  const snapshots = generated.map(({ at, rows }) => {
    const byId = stockById(rows, "types");
    const low = thresholds.filter(([id, threshold]) => isLow(threshold, byId.get(id) ?? []));
    return { at, rows, lowStock: low.length };
  });
  const days = generated.map(({ at, values }) => ({ day: localDay(new Date(at)), values }));
  return { changes, passes, snapshots, values: { rules, days: days.toReversed() } };
}

/** The rules by which the sample company's items are valued, by type. In its past, prices never changed. */
function sampleRules({ types }: SampleCompany, { priceBases, units }: SampleOwnData) {
  const pricing = { bases: new Map(Object.entries(priceBases)), types: new Map(), units };
  return new Map([...types.all()].map((type) => [type.id, valueRule(type, pricing)]));
}

/** Writes a generated past into a new copy, which is not open. @throws AppFailure of kind `store`. */
export async function importHistory(folder: string, { values, ...history }: SampleHistory): Promise<void> {
  const store = await openInventoryStore(dataFolder(folder).inventory);
  try {
    await store.writer.importHistory(history);
    await runTask(store.writer, IMPORT_VALUE_DAYS, values);
  } finally {
    await store.close();
  }
}

/** The times at which passes ended, the oldest first; ms since the epoch. */
function passTimes(now: number): readonly number[] {
  const today = localDay(new Date(now));
  return Array.from({ length: PAST_DAYS + 1 }, (_, at) => PAST_DAYS - at).flatMap((back) => {
    const day = startOfLocalDay(today, -back);
    const isWeekend = day.getDay() === 0 || day.getDay() === 6;
    const steps = ((isWeekend ? CLOSED_AT_WEEKENDS : CLOSED) - OPENED) / STEP;
    return Array.from({ length: steps + 1 }, (__, step) => day.getTime() + OPENED + step * STEP).filter(
      (time) => time < now,
    );
  });
}

/** The stock at the last pass of each day, except today. It is computed backwards, from the present stock. */
function snapshotsOf(
  current: readonly Item[],
  past: readonly PastChange[],
  passes: readonly number[],
  rules: ReadonlyMap<string, ValueRule>,
): readonly {
  readonly at: number;
  readonly rows: readonly StockRow[];
  readonly values: readonly TypeValue[];
}[] {
  const stock = new StockCounter(current);
  const values = new ValueCounter(current, rules);
  const undone = past.toReversed();
  const lastOfDay = passes.filter(
    (time, at) => localDay(new Date(time)) !== localDay(new Date(passes[at + 1] ?? 0)),
  );
  let next = 0;
  return lastOfDay.toReversed().map((at) => {
    for (let change = undone[next]; change && change.at > at; change = undone[next]) {
      for (const counter of [stock, values]) {
        counter.add(change.after, -1);
        if (change.before) counter.add(change.before, 1);
      }
      next += 1;
    }
    return { at, rows: stock.rows(), values: values.values() };
  });
}

/** Counts and adds up items by type, location and status. */
class StockCounter {
  readonly #cells = new Map<string, { items: number; length: number; weight: number }>();

  constructor(items: readonly Item[]) {
    for (const item of items) this.add(item, 1);
  }

  add(item: Item, sign: 1 | -1): void {
    const status = STOCK_STATUSES.find((known) => known === item.status) ?? "other";
    for (const [dimension, id] of [
      ["types", item.materialTypeId],
      ["locations", item.locationId],
    ] as const) {
      const key = JSON.stringify([dimension, id ?? "", status]);
      const cell = this.#cells.get(key) ?? { items: 0, length: 0, weight: 0 };
      cell.items += sign;
      cell.length += sign * (item.remainingLength ?? 0);
      cell.weight += sign * (item.weight ?? 0);
      this.#cells.set(key, cell);
    }
  }

  rows(): readonly StockRow[] {
    return [...this.#cells]
      .filter(([, { items }]) => items > 0)
      .map(([key, { items, length, weight }]) => {
        const [dimension, id, status] = JSON.parse(key) as [StockRow["dimension"], string, StockStatus];
        const isSummed = dimension === "types";
        return {
          dimension,
          id,
          status,
          items,
          length: isSummed ? length : null,
          weight: isSummed ? weight : null,
          lastChange: null,
        };
      });
  }
}

/** Adds up the values of items in stock by type. */
class ValueCounter {
  readonly #types: ReadonlyMap<
    string,
    {
      readonly value: ReturnType<typeof valuer>;
      readonly sums: { -readonly [K in keyof TypeValue]: TypeValue[K] };
    }
  >;

  constructor(items: readonly Item[], rules: ReadonlyMap<string, ValueRule>) {
    this.#types = new Map(
      [...rules].flatMap(([typeId, rule]) => {
        if ("gap" in rule) return [];
        const sums = { typeId, currency: rule.currency, items: 0, value: 0, available: 0, checkedOut: 0 };
        return [[typeId, { value: valuer(rule), sums }] as const];
      }),
    );
    for (const item of items) this.add(item, 1);
  }

  add({ materialTypeId, status, remainingLength, weight }: Item, sign: 1 | -1): void {
    const type = this.#types.get(materialTypeId ?? "");
    const valued = type?.value(remainingLength ?? null, weight ?? null);
    if (!type || !valued || "gap" in valued || status === "archived") return;
    type.sums.items += sign;
    type.sums.value += sign * valued.minor;
    if (status === "available") type.sums.available += sign * valued.minor;
    if (status === "checked_out") type.sums.checkedOut += sign * valued.minor;
  }

  values(): readonly TypeValue[] {
    return [...this.#types.values()].flatMap(({ sums }) => (sums.items > 0 ? [{ ...sums }] : []));
  }
}

/** The data that a user of the sample company would have entered by now. With these data, every screen has content. */
export interface SampleOwnData {
  readonly names: readonly NameEntry[];
  readonly units: Units;
  readonly outLimits: OutLimits;
  readonly thresholds: Thresholds;
  /** The meaning of each pricing basis. */
  readonly priceBases: Readonly<Record<string, PriceBasis>>;
}

/** The people of the sample company, by team. Further holders have no name, so that the user can try to name one. */
const TEAMS: Readonly<Record<string, readonly string[]>> = {
  Print: ["Ayşe Yılmaz", "Bo Lindqvist", "Ines Ferreira", "Jakub Nowak", "Maya Cohen", "Tom Baker"],
  Lamination: ["Chiamaka Okonkwo", "Diego Morales", "Eva Novotná", "Hanna Virtanen", "Luca Bianchi"],
  Slitting: ["Δημήτρης Παπαδόπουλος", "Fatima Haddad", "Georg Huber", "Kenji Tanaka", "Nadia Petrova"],
  Warehouse: ["Anna Meyer", "Olivier Dubois", "Priya Nair", "Samuel Osei", "Wei Chen"],
};

/** The limits, in days, for items of some types. All other types use their usual times. */
const LIMITS = [14, 30];
/**
 * The thresholds of some types, as shares of their available stock. Three types are low on stock, three have enough.
 */
const SHARES = [1.3, 1.15, 1.05, 0.8, 0.6, 0.5];

export function sampleOwnData({ items, types, userIds }: SampleCompany): SampleOwnData {
  const available = new Map<string, number>();
  for (const { materialTypeId, status } of items.all())
    if (typeof materialTypeId === "string" && status === "available")
      available.set(materialTypeId, (available.get(materialTypeId) ?? 0) + 1);
  const stocked = [...types.all()].map(({ id }) => id).filter((id) => (available.get(id) ?? 0) > 0);
  const ofTypes = <T>(amounts: readonly number[], valueOf: (amount: number, id: string) => T) =>
    Object.fromEntries(
      amounts.flatMap((amount, at) => {
        const id = stocked[at];
        return id === undefined ? [] : [[id, valueOf(amount, id)] as const];
      }),
    );
  return {
    names: namesOf(userIds),
    units: { ...NO_UNITS, length: "m", weight: "kg", width: "mm", thickness: "µm", weighing: "gross" },
    priceBases: { foot: "foot", pound: "pound" },
    outLimits: { all: null, types: ofTypes(LIMITS, (days) => days) },
    thresholds: ofTypes(SHARES, (share, id) => ({
      measure: "items" as const,
      below: Math.ceil((available.get(id) ?? 0) * share),
    })),
  };
}

function namesOf(userIds: readonly string[]): readonly NameEntry[] {
  const people = Object.entries(TEAMS).flatMap(([team, names]) =>
    names.map((name) => ({ name, team, note: "" })),
  );
  return people.flatMap((person, at) => {
    const id = userIds[at];
    return id === undefined ? [] : [{ id, ...person }];
  });
}
