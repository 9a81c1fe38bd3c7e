import { z } from "zod";
import { ofConnection } from "../../inventory/connections.ts";
import { idSchema } from "../../inventory/resources.ts";
import { querySchema } from "../../query/query.ts";
import { foundRecordSchema, MAX_FOUND } from "../scanner/public.ts";
import {
  COUNTED_BY,
  countPlanShape,
  countScanSchema,
  findingSchema,
  MAX_EXPECTED,
  MAX_SCANNED_TEXT,
} from "./count-records.ts";

const countId = z.uuid();
const ofCount = { ...ofConnection, countId } as const;
const amount = z.number().nullable();
const text = z.string().nullable();

/** An expected item with the names of its type and location. */
const listedItemSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  typeId: text,
  typeName: text,
  locationId: text,
  locationName: text,
  length: amount,
  weight: amount,
});
export type ListedItem = Readonly<z.infer<typeof listedItemSchema>>;

/** A scan with its number in the count. Numbers follow the order of scanning, and may have gaps. */
const numberedScanSchema = countScanSchema.extend({ number: z.int() });
export type NumberedScan = Readonly<z.infer<typeof numberedScanSchema>>;

/** The outcomes of one counted text or item. */
export const COUNT_OUTCOMES = [
  "counted",
  /** It was counted before, and is again. */
  "again",
  /** The item is counted, but not in the list. A blind count does not show this. */
  "notListed",
  /** The text names no item. It is kept. */
  "unknown",
  /** The text names several items. Nothing is counted until the user chooses one. */
  "ambiguous",
] as const;

/** An amount of money in the currency's minor unit (cents). */
const moneySchema = z.strictObject({ minor: z.number(), currency: z.string() }).nullable();
export type CountMoney = Readonly<NonNullable<z.infer<typeof moneySchema>>>;

/** A finding with names and value, as the screen lists it. */
const listedFindingSchema = findingSchema.extend({
  typeName: text,
  locationName: text,
  /** The name of the item's present location. */
  nowLocationName: text,
  /** The item's value by the present prices, units and bases; null if it has no value. */
  value: moneySchema,
  /** The value of the measured amount minus the value of the recorded amount; null if either value is unknown. */
  valueDifference: moneySchema,
});
export type ListedFinding = Readonly<z.infer<typeof listedFindingSchema>>;

/** The most single records that a verification requests. If more items are missing, it runs one full check. */
export const MAX_ASKED = 250;

/**
 * The calls of counts. The list of counts is the document `counts`. A count needs its connection to be open; it works
 * offline, except for the verification. Nothing is written to the service.
 */
export const COUNT_CALLS = {
  /**
   * Freezes the rows of a query as the list of a new count.
   * @throws AppFailure `invalid_input` if there are no rows, or more than `MAX_EXPECTED`.
   */
  startCount: {
    input: z.strictObject({
      ...ofConnection,
      ...countPlanShape,
      query: querySchema,
      /** Whether the count is the team's from the start. */
      withTeam: z.boolean(),
    }),
    output: z.strictObject({ countId }),
  },
  /** The expected items of an open count. @throws AppFailure `invalid_input` for a blind count. */
  listExpected: {
    input: z.strictObject(ofCount),
    output: z.strictObject({ items: z.array(listedItemSchema).max(MAX_EXPECTED) }),
  },
  /** The scans of an open count, in their order. */
  listCountScans: {
    input: z.strictObject(ofCount),
    output: z.strictObject({ scans: z.array(numberedScanSchema) }),
  },
  /**
   * Counts items. Texts are looked up as scans are (`lookUpScan`). If several items have the name, the item is
   * taken that is expected and not yet counted, provided there is exactly one.
   */
  countItems: {
    input: z.strictObject({
      ...ofCount,
      by: z.enum(COUNTED_BY),
      entries: z
        .array(
          z.strictObject({
            text: z.string().min(1).max(MAX_SCANNED_TEXT),
            /** The item's id; null to look the text up. */
            itemId: idSchema.nullable(),
            length: amount,
            weight: amount,
          }),
        )
        .min(1)
        .max(MAX_EXPECTED),
    }),
    output: z.strictObject({
      outcomes: z.array(
        z.strictObject({
          outcome: z.enum(COUNT_OUTCOMES),
          /** The scan that was kept; null for an ambiguous text. */
          scan: numberedScanSchema.nullable(),
          /** The items of an ambiguous text. */
          choices: z.array(foundRecordSchema).max(MAX_FOUND),
        }),
      ),
    }),
  },
  /** Replaces the measured amounts of a scan. */
  measureScan: {
    input: z.strictObject({ ...ofCount, number: z.int().min(1), length: amount, weight: amount }),
    output: z.undefined(),
  },
  /** Takes scans back. */
  removeScans: {
    input: z.strictObject({ ...ofCount, numbers: z.array(z.int().min(1)).min(1).max(MAX_EXPECTED) }),
    output: z.undefined(),
  },
  /** Closes a count: compares the list with the scans, and begins to verify. It cannot be opened again. */
  closeCount: { input: z.strictObject(ofCount), output: z.undefined() },
  /**
   * Asks the service for the missing items: up to `MAX_ASKED` one by one, more by a full check.
   * @throws AppFailure if the service did not answer for all missing items. The result then stays unverified.
   */
  verifyCount: { input: z.strictObject(ofCount), output: z.undefined() },
  /** The findings of a closed count, with their values by the present prices. */
  countResult: {
    input: z.strictObject(ofCount),
    output: z.strictObject({
      findings: z.array(listedFindingSchema),
      /** The scans that other workstations added or changed after the comparison; null if there are no such scans. */
      late: z
        .strictObject({
          /** The number of added scans; 0 if earlier scans were only measured again or taken back. */
          scans: z.int().min(0),
          /** Whether they can be compared: the list of expected items is whole. */
          isComparable: z.boolean(),
        })
        .nullable(),
    }),
  },
  /**
   * Compares the scans of a team's closed count again, including scans that arrived later. Then it begins to verify.
   */
  compareCount: { input: z.strictObject(ofCount), output: z.undefined() },
  /** Shares a count of this workstation with the team. */
  shareCount: { input: z.strictObject(ofCount), output: z.undefined() },
  deleteCount: { input: z.strictObject(ofCount), output: z.undefined() },
} as const;

export const COUNT_PUSHES = {
  /** A count's scans changed in any window: the added scans, or null if all must be read again. */
  countScans: z.strictObject({ ...ofCount, added: z.array(numberedScanSchema).max(100).nullable() }),
  /** The number of a count's missing items that were requested. When all were, the verification has ended. */
  countProgress: z.strictObject({ ...ofCount, done: z.int(), total: z.int() }),
} as const;
