import { readDensityUnit } from "../../../shared/inventory/density.ts";
import type { UnitProposal } from "../../../shared/features/units/units.ts";
import {
  QUANTITIES,
  SI_FACTORS,
  UNITS,
  type Quantity,
  type Unit,
  type UnitSet,
} from "../../../shared/inventory/units.ts";
import type { Database } from "../../store/database/open-database.ts";
import type { ThreadTask } from "../../store/database/worker-rpc.ts";
import type { ReadingContext } from "../../index/reading-context.ts";

/** Proposes units for the numbers, from weights, lengths and densities. */
export const PROPOSE_UNITS: ThreadTask<ReadingContext, undefined, UnitProposal> = {
  name: "units.propose",
  run: ({ database }) => proposeUnits(readWeighedItems(database)),
};

/** One item with the numbers that determine its weight, as the service sends them. */
export interface WeighedItem {
  readonly length: number;
  readonly weight: number;
  readonly spoolWeight: number | null;
  readonly width: number | null;
  readonly thickness: number | null;
  readonly density: number;
  readonly densityUnit: string;
}

const IMPERIAL: ReadonlySet<Unit> = new Set(["mil", "in", "ft", "yd", "oz", "lb"]);

/** The fewest items with which the weights prove anything. */
const FEWEST = 12;
/** The largest median error that counts as agreement. */
const LARGEST_ERROR = 0.1;
/** The difference of errors up to which two readings count as equally good. */
const SAME_ERROR = 0.005;

/**
 * The sizes of a typical roll or drum in SI units. They are needed because weights alone cannot distinguish m × mm from
 * mm × m.
 */
const TYPICAL: Readonly<Record<Quantity, number>> = { length: 300, weight: 20, width: 0.8, thickness: 1e-4 };

/** The numbers of an item as logarithms, so that another unit only adds a constant. */
interface Logged {
  readonly dimensions: 1 | 2 | 3;
  /** The logarithm of the computed weight if every unit were the SI unit. */
  readonly computed: number;
  /** The logarithms of the weight with and without the spool; NaN if the weight without the spool is not positive. */
  readonly gross: number;
  readonly net: number;
}

/** One possible reading of the numbers: units, and whether weights include the spool. */
interface Candidate {
  readonly units: UnitSet;
  readonly withSpool: boolean;
  readonly error: number;
}

/**
 * Finds the units with which items' weights agree with their other measures. These are length, width, thickness and
 * density. A quantity that is not needed for any density gets no unit.
 */
export function proposeUnits(items: readonly WeighedItem[]): UnitProposal {
  const logged = items.flatMap((item) => log(item) ?? []);
  if (logged.length < FEWEST) return { kind: "tooFew", items: logged.length };
  const candidates = candidatesOf(logged);
  const least = Math.min(...candidates.map(({ error }) => error));
  const close = candidates.filter(({ error }) => error <= least + SAME_ERROR);
  const ranked = close.toSorted(
    (a, b) => implausibility(a, items) - implausibility(b, items) || a.error - b.error,
  );
  const [best] = ranked;
  if (!best || least > LARGEST_ERROR) return { kind: "noFit", items: logged.length, medianError: least };
  return {
    kind: "fit",
    units: best.units,
    withSpool: best.withSpool,
    items: logged.length,
    medianError: best.error,
    ratios: ratiosOf(logged, best),
  };
}

function log(item: WeighedItem): Logged | null {
  const { length, weight, spoolWeight, width, thickness, density } = item;
  const unit = readDensityUnit(item.densityUnit);
  if (!unit) return null;
  const { dimensions, factor } = unit;
  const parts = [length, ...(dimensions > 1 ? [width] : []), ...(dimensions > 2 ? [thickness] : [])];
  const known = parts.filter((part) => part !== null && part > 0);
  if (known.length < parts.length || weight <= 0 || density <= 0) return null;
  const computed = known.reduce<number>((sum, part) => sum + Math.log(part ?? 1), Math.log(density * factor));
  const net = weight - (spoolWeight ?? 0);
  return { dimensions, computed, gross: Math.log(weight), net: net > 0 ? Math.log(net) : Number.NaN };
}

/** The possible units of a quantity. If the quantity is not needed for any item's density, null is the only choice. */
function choices<Q extends Quantity>(quantity: Q, isNeeded: boolean): readonly UnitSet[Q][] {
  return (isNeeded ? UNITS[quantity] : [null]) as readonly UnitSet[Q][];
}

function candidatesOf(logged: readonly Logged[]): readonly Candidate[] {
  const most = Math.max(...logged.map(({ dimensions }) => dimensions));
  return choices("length", true).flatMap((length) =>
    choices("weight", true).flatMap((weight) =>
      choices("width", most > 1).flatMap((width) =>
        choices("thickness", most > 2).flatMap((thickness) =>
          [true, false].map((withSpool) => {
            const units = { length, weight, width, thickness };
            return { units, withSpool, error: errorOf(logged, { units, withSpool }) };
          }),
        ),
      ),
    ),
  );
}

/** The logarithms that units add to computed ÷ recorded weight, by the density's dimensions. */
function shiftsOf({ length, weight, width, thickness }: UnitSet): readonly number[] {
  const of = (unit: Unit | null): number => (unit === null ? 0 : Math.log(SI_FACTORS[unit]));
  const linear = of(length) - of(weight);
  return [Number.NaN, linear, linear + of(width), linear + of(width) + of(thickness)];
}

function logRatios(
  logged: readonly Logged[],
  { units, withSpool }: Pick<Candidate, "units" | "withSpool">,
): readonly number[] {
  const shifts = shiftsOf(units);
  return logged.flatMap(({ dimensions, computed, gross, net }) => {
    const ratio = computed + (shifts[dimensions] ?? 0) - (withSpool ? net : gross);
    return Number.isNaN(ratio) ? [] : [ratio];
  });
}

/** The median difference between computed and recorded weights, as a share of the recorded weight. */
function errorOf(logged: readonly Logged[], candidate: Pick<Candidate, "units" | "withSpool">): number {
  const errors = Float64Array.from(logRatios(logged, candidate), (ratio) => Math.abs(Math.expm1(ratio)));
  return errors.toSorted()[Math.floor(errors.length / 2)] ?? Number.POSITIVE_INFINITY;
}

/** The computed weight divided by the recorded weight of each item, the smallest ratio first. */
function ratiosOf(logged: readonly Logged[], candidate: Candidate): number[] {
  return logRatios(logged, candidate)
    .map((ratio) => Math.exp(ratio))
    .toSorted((a, b) => a - b);
}

/**
 * The implausibility of a reading: the powers of ten by which sizes differ from typical sizes, and a penalty for mixed
 * unit systems.
 */
function implausibility({ units }: Candidate, items: readonly WeighedItem[]): number {
  const used = QUANTITIES.flatMap((quantity) => {
    const unit = units[quantity];
    return unit === null ? [] : [{ quantity, unit }];
  });
  const off = used.map(({ quantity, unit }) => {
    const size = medianOf(items.map((item) => item[quantity])) * SI_FACTORS[unit];
    return Math.abs(Math.log10(size / TYPICAL[quantity]));
  });
  const imperial = used.filter(({ unit }) => IMPERIAL.has(unit)).length;
  return off.reduce((sum, one) => sum + one, 0) + Math.min(imperial, used.length - imperial);
}

function medianOf(values: readonly (number | null)[]): number {
  const known = values
    .filter((value) => value !== null && value > 0)
    .toSorted((a, b) => Number(a) - Number(b));
  return known[Math.floor(known.length / 2)] ?? Number.NaN;
}

/**
 * The number of items in the sample. It is enough for a median, and small enough to try all combinations of units
 * quickly.
 */
const SAMPLE = 600;

/**
 * Reads items whose weight can be computed from their length and their type's density. They are taken evenly from the
 * whole table.
 */
function readWeighedItems(database: Database): WeighedItem[] {
  const from = `items AS t JOIN types AS m ON m.id = t.materialTypeId
    WHERE t.remainingLength > 0 AND t.weight > 0 AND m.calculatedDensity > 0 AND m.densityDisplayUnit IS NOT NULL
    AND t.noLongerReturnedSince IS NULL`;
  const { count } = database.prepare(`SELECT count(*) AS count FROM ${from}`).get() as { count: number };
  // The rows are taken at equal distances, so that the sample contains more than the oldest type.
  const step = Math.max(1, Math.floor(count / SAMPLE));
  return database
    .prepare(
      `SELECT length, weight, spoolWeight, width, thickness, density, densityUnit FROM
        (SELECT t.remainingLength AS length, t.weight AS weight, m.spoolWeight AS spoolWeight, m.width AS width,
           m.thickness AS thickness, m.calculatedDensity AS density, m.densityDisplayUnit AS densityUnit,
           row_number() OVER () AS place
         FROM ${from})
       WHERE place % ? = 0 LIMIT ?`,
    )
    .all(step, SAMPLE) as WeighedItem[];
}
