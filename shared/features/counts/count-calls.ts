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

/** An expected item with the names of its material type and its location. */
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

/** A scan with its number within the count. The numbers follow the order of scanning and may have gaps. */
const numberedScanSchema = countScanSchema.extend({ number: z.int() });
export type NumberedScan = Readonly<z.infer<typeof numberedScanSchema>>;

/** The outcomes of counting one text or item. */
export const COUNT_OUTCOMES = [
  "counted",
  /** The item was counted before, and is counted again. */
  "again",
  /** The item is counted, but is not on the list of expected items. A blind count does not show this. */
  "notListed",
  /** The text names no item. The scan is kept. */
  "unknown",
  /** The text names several items. Nothing is counted until the user chooses one. */
  "ambiguous",
] as const;

/** An amount of money in the currency's minor unit (cents). */
const moneySchema = z.strictObject({ minor: z.number(), currency: z.string() }).nullable();
export type CountMoney = Readonly<NonNullable<z.infer<typeof moneySchema>>>;

/** A finding with its names and its value, as the screen lists it. */
const listedFindingSchema = findingSchema.extend({
  typeName: text,
  locationName: text,
  /** The name of the location at which the item is now. */
  nowLocationName: text,
  /** The item's value, from the present prices, units and price bases; null if the item has no value. */
  value: moneySchema,
  /** The value of the measured amount minus the value of the recorded amount; null if either value is unknown. */
  valueDifference: moneySchema,
});
export type ListedFinding = Readonly<z.infer<typeof listedFindingSchema>>;

/**
 * The most records that a verification requests one by one. If more items are missing, the verification runs one full
 * check.
 */
export const MAX_ASKED = 250;

/**
 * The calls of counts. The document `counts` has the list of counts. A count needs its connection to be open. It works
 * offline, except for the verification. Nothing is written to the service.
 */
export const COUNT_CALLS = {
  /**
   * Starts a count. The present rows of a query become the fixed list of expected items.
   * @throws AppFailure `invalid_input` if there are no rows, or more than `MAX_EXPECTED`.
   */
  startCount: {
    input: z.strictObject({
      ...ofConnection,
      ...countPlanShape,
      query: querySchema,
      /** Whether the count is shared with the team from the start. */
      withTeam: z.boolean(),
    }),
    output: z.strictObject({ countId }),
  },
  /** Lists the expected items of an open count. @throws AppFailure `invalid_input` for a blind count. */
  listExpected: {
    input: z.strictObject(ofCount),
    output: z.strictObject({ items: z.array(listedItemSchema).max(MAX_EXPECTED) }),
  },
  /** Lists the scans of an open count, in the order of scanning. */
  listCountScans: {
    input: z.strictObject(ofCount),
    output: z.strictObject({ scans: z.array(numberedScanSchema) }),
  },
  /**
   * Counts items. Texts are looked up like scanned labels (`lookUpScan`). If several items have the name, the call
   * counts the item that is expected and not yet counted, provided that exactly one such item exists.
   */
  countItems: {
    input: z.strictObject({
      ...ofCount,
      by: z.enum(COUNTED_BY),
      entries: z
        .array(
          z.strictObject({
            text: z.string().min(1).max(MAX_SCANNED_TEXT),
            /** The item's id; null if the text must be looked up. */
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
          /** The scan that was saved; null for an ambiguous text. */
          scan: numberedScanSchema.nullable(),
          /** The items that an ambiguous text may mean. */
          choices: z.array(foundRecordSchema).max(MAX_FOUND),
        }),
      ),
    }),
  },
  /** Replaces the measured amounts in a scan. */
  measureScan: {
    input: z.strictObject({ ...ofCount, number: z.int().min(1), length: amount, weight: amount }),
    output: z.undefined(),
  },
  /** Removes scans from the count. */
  removeScans: {
    input: z.strictObject({ ...ofCount, numbers: z.array(z.int().min(1)).min(1).max(MAX_EXPECTED) }),
    output: z.undefined(),
  },
  /**
   * Closes a count: compares the list with the scans, and begins the verification. A closed count cannot be opened
   * again.
   */
  closeCount: { input: z.strictObject(ofCount), output: z.undefined() },
  /**
   * Asks the service about the missing items: one by one up to `MAX_ASKED` items, by a full check if there are more.
   * @throws AppFailure if the service did not answer for all missing items. Then the result stays unverified.
   */
  verifyCount: { input: z.strictObject(ofCount), output: z.undefined() },
  /** Returns the findings of a closed count, with their values by the present prices. */
  countResult: {
    input: z.strictObject(ofCount),
    output: z.strictObject({
      findings: z.array(listedFindingSchema),
      /** The scans that other workstations added or changed after the comparison; null if there are no such scans. */
      late: z
        .strictObject({
          /** The number of added scans; 0 if other workstations only measured again or removed earlier scans. */
          scans: z.int().min(0),
          /** Whether the late scans can be compared: the list of expected items must be complete. */
          isComparable: z.boolean(),
        })
        .nullable(),
    }),
  },
  /**
   * Compares the scans of a team's closed count again, with the scans that arrived later. Then the verification begins.
   */
  compareCount: { input: z.strictObject(ofCount), output: z.undefined() },
  /** Shares a count of this workstation with the team. */
  shareCount: { input: z.strictObject(ofCount), output: z.undefined() },
  deleteCount: { input: z.strictObject(ofCount), output: z.undefined() },
} as const;

export const COUNT_PUSHES = {
  /**
   * Pushed when a count's scans changed in any window. `added` has the added scans, or is null if all scans must be
   * read again.
   */
  countScans: z.strictObject({ ...ofCount, added: z.array(numberedScanSchema).max(100).nullable() }),
  /**
   * The number of missing items in a count that were already requested, and of all. The verification has ended when all
   * were requested.
   */
  countProgress: z.strictObject({ ...ofCount, done: z.int(), total: z.int() }),
} as const;
