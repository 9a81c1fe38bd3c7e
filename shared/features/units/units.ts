import { UNIT_LIMITS } from "./messages.ts";
import { z } from "zod";
import type { ConnectionDocument } from "../../contract/declarations.ts";
import { ofConnection } from "../../inventory/connections.ts";
import { UNITS, WEIGHINGS, type TypeUnits, type Units, type UnitSet } from "../../inventory/units.ts";

const unitSet = {
  length: z.enum(UNITS.length).nullable(),
  weight: z.enum(UNITS.weight).nullable(),
  width: z.enum(UNITS.width).nullable(),
  thickness: z.enum(UNITS.thickness).nullable(),
} as const;
const unitSetSchema: z.ZodType<UnitSet> = z.strictObject(unitSet);
// Absent in backups and in units that an earlier version saved.
const weighing = z.enum(WEIGHINGS).nullable().default(null);
const typeUnitsSchema: z.ZodType<TypeUnits> = z.strictObject({ ...unitSet, weighing });

/** The most material types that may have their own units. */
const MAX_OVERRIDES = 1_000;

/** The units of a connection's numbers. */
const unitsSchema: z.ZodType<Units> = z.strictObject({
  ...unitSet,
  weighing,
  shownIn: z.strictObject({ length: unitSet.length, weight: unitSet.weight }),
  overrides: z
    .record(z.string().max(500), typeUnitsSchema)
    .refine((overrides) => Object.keys(overrides).length <= MAX_OVERRIDES),
});

/** The confirmed units of a connection's numbers. The document has a single record. */
export const CONFIRMED_UNITS = {
  name: "units",
  record: unitsSchema,
  maxRecords: 1,
  tooMany: UNIT_LIMITS.tooMany,
} as const satisfies ConnectionDocument;

/** Proposed units for the numbers of a connection, derived from its data. */
export const unitProposalSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("fit"),
    /** The unit of each quantity; null if the quantity does not affect the weights. */
    units: unitSetSchema,
    /** Whether an item's weight includes the spool. */
    withSpool: z.boolean(),
    items: z.int(),
    /** The median difference between computed and recorded weights, as a share of the recorded weight. */
    medianError: z.number(),
    /** The computed weight divided by the recorded weight of each item, the smallest ratio first. */
    ratios: z.array(z.number()),
  }),
  /** Not enough items have all the numbers that a proposal needs. */
  z.strictObject({ kind: z.literal("tooFew"), items: z.int() }),
  /** No combination of units explains the weights. `medianError` is the error of the best combination. */
  z.strictObject({ kind: z.literal("noFit"), items: z.int(), medianError: z.number() }),
]);
export type UnitProposal = z.infer<typeof unitProposalSchema>;

/** The calls of the units. */
export const UNIT_CALLS = {
  /** Proposes the units that fit the rows of the open connection. */
  proposeUnits: { input: z.strictObject(ofConnection), output: unitProposalSchema },
} as const;
