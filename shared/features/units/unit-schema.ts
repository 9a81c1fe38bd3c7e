import { z } from "zod";
import type { ConnectionDocument } from "../../contract/connection-document.ts";
import { UNITS, type Units, type UnitSet } from "../../inventory/units.ts";

const unitSet = {
  length: z.enum(UNITS.length).nullable(),
  weight: z.enum(UNITS.weight).nullable(),
  width: z.enum(UNITS.width).nullable(),
  thickness: z.enum(UNITS.thickness).nullable(),
} as const;
export const unitSetSchema: z.ZodType<UnitSet> = z.strictObject(unitSet);

/** The most material types that may have units of their own. */
const MAX_OVERRIDES = 1_000;

/** The units of a connection's numbers. */
export const unitsSchema: z.ZodType<Units> = z.strictObject({
  ...unitSet,
  shownIn: z.strictObject({ length: unitSet.length, weight: unitSet.weight }),
  overrides: z
    .record(z.string().max(500), unitSetSchema)
    .refine((overrides) => Object.keys(overrides).length <= MAX_OVERRIDES),
});

/** The units of a connection's numbers, a single record. */
export const CONFIRMED_UNITS = {
  name: "units",
  record: unitsSchema,
  maxRecords: 1,
  tooMany: "A connection has one set of units.",
} as const satisfies ConnectionDocument;
