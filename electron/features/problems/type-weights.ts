import { weightPerLength, type TypeDensity } from "../../../shared/inventory/density.ts";
import { NO_UNITS, type Units } from "../../../shared/inventory/units.ts";
import type { Database } from "../../store/database/open-database.ts";

/** The weight of a material type's items, in their own units. */
interface TypeWeight {
  readonly perLength: number;
  readonly spool: number;
}

/** The share by which a weight may differ from the one computed by density. */
const TOLERANCE = 0.1;
/** Weights are rounded, which is much for the last metre of a roll. */
const ROUNDING = 0.01;

/** The weights of the material types whose density and units are known. */
export function readTypeWeights(database: Database, units: Units | null): ReadonlyMap<string, TypeWeight> {
  const types = database
    .prepare(
      `SELECT id, calculatedDensity AS density, densityDisplayUnit AS densityUnit, width, thickness, spoolWeight
       FROM types ORDER BY id`,
    )
    .all() as unknown as (TypeDensity & { readonly spoolWeight: number | null })[];
  return new Map(
    types.flatMap((type) => {
      const perLength = weightPerLength(type, units ?? NO_UNITS);
      return perLength === null ? [] : [[type.id, { perLength, spool: type.spoolWeight ?? 0 }] as const];
    }),
  );
}

/** Gives a connection the function `weight_disagrees(typeId, length, weight)`: 0 if there is nothing to compare. */
export function defineWeightDisagrees(database: Database, weights: ReadonlyMap<string, TypeWeight>): void {
  database.function("weight_disagrees", (typeId: unknown, length: unknown, weight: unknown) => {
    const type = typeof typeId === "string" ? weights.get(typeId) : undefined;
    if (!type || typeof length !== "number" || typeof weight !== "number" || length < 0) return 0;
    const net = type.perLength * length;
    // Some services weigh the spool too, some do not.
    const [least, most] = [net * (1 - TOLERANCE), (net + type.spool) * (1 + TOLERANCE)];
    return Number(weight < least - ROUNDING || weight > most + ROUNDING);
  });
}
