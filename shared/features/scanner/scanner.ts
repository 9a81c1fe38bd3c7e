import { PATTERN_LIMITS } from "./messages.ts";
import { z } from "zod";
import type { ConnectionDocument } from "../../contract/declarations.ts";
import { ofConnection } from "../../inventory/connections.ts";
import { RESOURCES } from "../../inventory/resource-names.ts";
import type { ScanPattern } from "./scan-pattern.ts";

/** The most characters of a scan. The largest QR code contains this number of characters (ISO/IEC 18004). */
export const MAX_SCAN_LENGTH = 4_296;

const affix = z.string().max(200);
const scanPatternSchema: z.ZodType<ScanPattern> = z.discriminatedUnion("part", [
  z.strictObject({ part: z.literal("gs1"), identifier: z.string().regex(/^\d{2,4}$/) }),
  z.strictObject({ part: z.literal("segment"), prefix: affix }),
  z.strictObject({ part: z.literal("between"), prefix: affix, suffix: affix }),
  z.strictObject({ part: z.literal("lastSegment") }),
  z.strictObject({ part: z.literal("parameter"), name: affix.min(1) }),
]);

/** The pattern for the codes on a company's labels. The document has a single record. */
export const SCAN_PATTERN = {
  name: "scanPattern",
  record: scanPatternSchema,
  maxRecords: 1,
  tooMany: PATTERN_LIMITS.tooMany,
} as const satisfies ConnectionDocument;

/** The most records that one scan returns. */
export const MAX_FOUND = 50;

const resourceSchema = z.enum(RESOURCES);

/** A record that a scan found. The names of type and location distinguish items of the same name. */
export const foundRecordSchema = z.strictObject({
  resource: resourceSchema,
  id: z.string(),
  name: z.string(),
  /** The names of an item's material type and location; null if unknown. */
  typeName: z.string().nullable(),
  locationName: z.string().nullable(),
});
export type FoundRecord = Readonly<z.infer<typeof foundRecordSchema>>;

/** The calls of scans. */
export const SCANNER_CALLS = {
  /**
   * Finds the records for a scanned text. The search tries the text itself, then the text without outer blanks, then
   * the part that the connection's pattern names. Each of these texts is looked up as an id, then as an exact name. The
   * search ends at the first text that finds a record.
   */
  lookUpScan: {
    input: z.strictObject({
      ...ofConnection,
      text: z.string().min(1).max(MAX_SCAN_LENGTH),
      /** The resources to search in; at least one. */
      resources: z.array(resourceSchema).min(1).max(RESOURCES.length),
    }),
    output: z.strictObject({
      records: z.array(foundRecordSchema).max(MAX_FOUND),
      /** Whether more records have this name. */
      more: z.boolean(),
    }),
  },
} as const;
