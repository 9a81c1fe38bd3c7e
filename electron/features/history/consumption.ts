import { localDay } from "../../../shared/base/time/local-day.ts";
import { toMilliseconds, type Instant } from "../../../shared/base/time/instant.ts";
import { CORRECTED_DAYS } from "../../../shared/inventory/stock.ts";
import type { ItemLog } from "../../store/ingest/change-log.ts";
import type { Computation } from "../../store/ingest/computation.ts";
import type { Database } from "../../store/database/open-database.ts";
import type { Received } from "../../store/ingest/derive-changes.ts";

/**
 * `CORRECTED_DAYS` in microseconds. An increase within this time corrects earlier uses; a later increase is a refill.
 */
const CORRECTED_WITHIN = CORRECTED_DAYS * 86_400_000_000;

type Measure = "length" | "weight";

/** The record's field for each measure. */
const FIELDS = { length: "remainingLength", weight: "weight" } as const satisfies Record<Measure, string>;

/** The value of an item that was counted last. */
interface Counted {
  readonly typeId: string;
  readonly source: string;
  readonly value: number;
}

interface Use {
  readonly rowid: number;
  readonly day: string;
  readonly amount: number;
}

/**
 * The share of the last counted value. Smaller differences are ignored, because the values of scales fluctuate by less.
 */
const COUNTED_PART = 0.005;

/** A use that may still be corrected. */
interface CountedUse {
  readonly amount: number;
}

/** The result of a new value: an added use, or corrections of earlier uses. */
interface Counting {
  /** The value with which the next value is compared. */
  readonly counted: number;
  readonly used: number;
  /** The amounts by which the recent uses become smaller, in their order. */
  readonly takenBack: readonly number[];
}

/**
 * Compares a value with the last counted value. A decrease is a use. An increase corrects recent uses, the latest
 * first; the rest of the increase is a refill. A difference below 0.5 % is not counted yet: slow use adds up until it
 * is counted, but fluctuations never are.
 * @param recent the uses that an increase may correct, the latest first.
 */
function countValue(last: number, value: number, recent: readonly CountedUse[]): Counting {
  const difference = last - value;
  // The factor lets 995 of 1,000 count as exactly 0.5 %, despite the rounding of binary numbers.
  const isCounted = difference !== 0 && Math.abs(difference) >= Math.abs(last) * COUNTED_PART * (1 - 1e-9);
  if (!isCounted) return { counted: last, used: 0, takenBack: recent.map(() => 0) };
  let surplus = Math.max(0, -difference);
  const takenBack = recent.map(({ amount }) => {
    const part = Math.min(amount, surplus);
    surplus -= part;
    return part;
  });
  return { counted: value, used: Math.max(0, difference), takenBack };
}

/**
 * Adds up the use of each material type by local day. The value of each item is compared with its last counted value.
 * The counted values are stored, so that a restart loses nothing.
 */
class ConsumptionLog implements ItemLog {
  readonly #counted;
  readonly #keep;
  readonly #forget;
  readonly #recent;
  readonly #addUse;
  readonly #shrinkUse;
  readonly #dropUses;
  readonly #add;
  readonly #dropEmpty;

  constructor(database: Database) {
    this.#counted = database.prepare(
      "SELECT typeId, source, value FROM counted_values WHERE id = ? AND measure = ?",
    );
    this.#keep = database.prepare(
      "INSERT OR REPLACE INTO counted_values (id, measure, typeId, source, value) VALUES (?, ?, ?, ?, ?)",
    );
    this.#forget = database.prepare("DELETE FROM counted_values WHERE id = ? AND measure = ?");
    this.#recent = database.prepare(
      `SELECT rowid, day, amount FROM counted_uses WHERE id = ? AND measure = ? AND typeId = ? AND at >= ?
       ORDER BY at DESC, rowid DESC`,
    );
    this.#addUse = database.prepare(
      "INSERT INTO counted_uses (id, measure, typeId, at, day, amount) VALUES (?, ?, ?, ?, ?, ?)",
    );
    this.#shrinkUse = database.prepare("UPDATE counted_uses SET amount = amount - ? WHERE rowid = ?");
    this.#dropUses = database.prepare("DELETE FROM counted_uses WHERE amount <= 0 OR at < ?");
    this.#add = {
      length: database.prepare(
        `INSERT INTO consumption (day, typeId, length, weight) VALUES (?, ?, ?, 0)
         ON CONFLICT (day, typeId) DO UPDATE SET length = min(1e300, max(0, length + excluded.length))`,
      ),
      weight: database.prepare(
        `INSERT INTO consumption (day, typeId, length, weight) VALUES (?, ?, 0, ?)
         ON CONFLICT (day, typeId) DO UPDATE SET weight = min(1e300, max(0, weight + excluded.weight))`,
      ),
    };
    this.#dropEmpty = database.prepare(
      "DELETE FROM consumption WHERE day = ? AND typeId = ? AND length <= 0 AND weight <= 0",
    );
  }

  /** Compares two versions of an item. @param at when the later version was observed, by the service's clock. */
  record(before: Received, after: Received, at: Instant): void {
    for (const measure of ["length", "weight"] as const) this.#recordMeasure(measure, before, after, at);
  }

  /** Deletes uses that can no longer be corrected. */
  prune(now: Instant): void {
    this.#dropUses.run(now - CORRECTED_WITHIN);
  }

  #recordMeasure(measure: Measure, before: Received, after: Received, at: Instant): void {
    const id = after["id"];
    const [was, is] = [keyOf(measure, before), keyOf(measure, after)];
    if (typeof id !== "string") return;
    // After a change of the type or of the weight's source, values cannot be compared, so counting starts again.
    if (!is || !was || is.typeId !== was.typeId || is.source !== was.source) {
      if (was) this.#forget.run(id, measure);
      return;
    }
    const [former, value] = [before[FIELDS[measure]] ?? null, after[FIELDS[measure]] ?? null];
    if (former === value) return;
    const last = this.#lastCounted(id, measure, is) ?? former;
    if (typeof last !== "number") return;
    // After a gap, a value is compared with the last value before the gap.
    const { counted } =
      typeof value === "number" ? this.#count(id, measure, is.typeId, last, value, at) : { counted: last };
    this.#keep.run(id, measure, is.typeId, is.source, counted);
  }

  #lastCounted(id: string, measure: Measure, { typeId, source }: Omit<Counted, "value">): number | null {
    const row = this.#counted.get(id, measure) as Counted | undefined;
    return row?.typeId === typeId && row.source === source ? row.value : null;
  }

  #count(id: string, measure: Measure, typeId: string, last: number, value: number, at: Instant) {
    const since = at - CORRECTED_WITHIN;
    const recent = value > last ? (this.#recent.all(id, measure, typeId, since) as unknown as Use[]) : [];
    const counting = countValue(last, value, recent);
    for (const [index, taken] of counting.takenBack.entries()) {
      const use = recent[index];
      if (!use || taken <= 0) continue;
      this.#shrinkUse.run(taken, use.rowid);
      this.#add[measure].run(use.day, typeId, -taken);
      this.#dropEmpty.run(use.day, typeId);
    }
    if (counting.used > 0) {
      const day = localDay(new Date(toMilliseconds(at)));
      this.#add[measure].run(day, typeId, counting.used);
      this.#addUse.run(id, measure, typeId, at, day, counting.used);
    }
    return counting;
  }
}

/** Adds up the use from each change of an item. It writes no columns. */
export const CONSUMPTION: Computation = {
  name: "consumption",
  phase: "rows",
  documents: [],
  follow: (database) => new ConsumptionLog(database),
  write: () => [],
};

/** The key of a counted value. Null for an item without a type, because use is added up by type. */
function keyOf(measure: Measure, record: Received): Omit<Counted, "value"> | null {
  const typeId = record["materialTypeId"];
  const source = measure === "weight" ? record["weightSource"] : null;
  return typeof typeId === "string" ? { typeId, source: typeof source === "string" ? source : "" } : null;
}
