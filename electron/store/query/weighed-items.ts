import type { Database } from "../database/open-database.ts";
import type { WeighedItem } from "./propose-units.ts";

/** Items in the sample: enough for a median, few enough to try every combination of units in a moment. */
const SAMPLE = 600;

/**
 * Items whose weight can be computed from their length and their type's density. They are spread evenly over the table.
 */
export function readWeighedItems(database: Database): WeighedItem[] {
  const from = `items AS t JOIN types AS m ON m.id = t.materialTypeId
    WHERE t.remainingLength > 0 AND t.weight > 0 AND m.calculatedDensity > 0 AND m.densityDisplayUnit IS NOT NULL
    AND t.noLongerReturnedSince IS NULL`;
  const { count } = database.prepare(`SELECT count(*) AS count FROM ${from}`).get() as { count: number };
  // Takes rows at equal distances, so that the type that came first is not all of the sample.
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
