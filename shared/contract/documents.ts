import { z } from "zod";
import { ALERT_RULES } from "../features/alerts/alerts.ts";
import { COUNT_LISTS, COUNT_SCANS, COUNTS } from "../features/counts/count-records.ts";
import { CUT_PLANS } from "../features/cut-finder/saved-plan.ts";
import { THRESHOLDS } from "../features/low-stock/low-stock.ts";
import { ITEM_NOTES, OUT_LIMITS } from "../features/custody/custody-calls.ts";
import { NAME_BOOK } from "../features/names/names.ts";
import { PROBLEM_MUTES } from "../features/problems/problem-mutes.ts";
import { SCAN_PATTERN } from "../features/scanner/scanner.ts";
import { CONFIRMED_BASES, TYPE_BASES } from "../features/stock-value/prices.ts";
import { PLANNED_MAILS } from "../delivery/planned-mails.ts";
import { VIEWS } from "../features/views/view-calls.ts";
import { ofConnection } from "../inventory/connections.ts";
import { CONFIRMED_UNITS } from "../features/units/units.ts";
import type { ConnectionDocument } from "./declarations.ts";

/** The documents of users for a connection, by name. */
export const DOCUMENTS = {
  thresholds: THRESHOLDS,
  limits: OUT_LIMITS,
  units: CONFIRMED_UNITS,
  mutes: PROBLEM_MUTES,
  cutPlans: CUT_PLANS,
  priceBases: CONFIRMED_BASES,
  typeBases: TYPE_BASES,
  scanPattern: SCAN_PATTERN,
  counts: COUNTS,
  countScans: COUNT_SCANS,
  countLists: COUNT_LISTS,
  plannedMails: PLANNED_MAILS,
  names: NAME_BOOK,
  itemNotes: ITEM_NOTES,
  views: VIEWS,
  alertRules: ALERT_RULES,
} as const satisfies Readonly<Record<string, ConnectionDocument>>;

export type DocumentName = keyof typeof DOCUMENTS;
export type RecordOf<N extends DocumentName> = z.infer<(typeof DOCUMENTS)[N]["record"]>;

const NAMES = Object.keys(DOCUMENTS) as [DocumentName, ...DocumentName[]];
const ofDocument = { ...ofConnection, document: z.enum(NAMES) } as const;
const idSchema = z.string().max(1_100);
/** The input schemas for saving records of each document; null deletes a record. */
const savedSchemas = Object.entries(DOCUMENTS).map(([name, document]) =>
  z.strictObject({
    ...ofConnection,
    document: z.literal(name as DocumentName),
    records: z
      .array(
        z.strictObject({
          id: "id" in document ? document.id : idSchema,
          value: document.record.nullable(),
          /** The value that the editor showed when the user opened it; null if there was no value. */
          seen: document.record.nullable().optional(),
        }),
      )
      .max(document.maxRecords),
  }),
);

/** The calls for the documents of users. The connection need not be open. */
export const DOCUMENT_CALLS = {
  readRecords: {
    input: z.strictObject(ofDocument),
    output: z.array(z.strictObject({ id: z.string(), value: z.unknown() })),
  },
  /**
   * Saves records one by one, and deletes each record that is null. All other records stay. If a record of the team
   * differs from `seen`, its value is kept next to the new value, as when two workstations edit a record at the same
   * time.
   */
  saveRecords: {
    input: z.discriminatedUnion("document", savedSchemas as [(typeof savedSchemas)[number]]),
    output: z.undefined(),
  },
} as const;

export const DOCUMENT_PUSHES = {
  /** Pushed after records of a document were saved or deleted in any window. */
  recordsChanged: z.strictObject(ofDocument),
} as const;
