import { z } from "zod";
import { CUT_PLANS } from "../cutting/saved-plan.ts";
import { THRESHOLDS } from "../domain/low-stock.ts";
import { OUT_LIMITS } from "../domain/out-limits-schema.ts";
import { PROBLEM_MUTES } from "../domain/problem-mutes.ts";
import { profileIdSchema } from "../domain/profiles.ts";
import { CONFIRMED_UNITS } from "../domain/unit-schema.ts";
import type { ConnectionDocument } from "../domain/connection-document.ts";

/** Everything that users set for a connection, by name. */
export const DOCUMENTS = {
  thresholds: THRESHOLDS,
  limits: OUT_LIMITS,
  units: CONFIRMED_UNITS,
  mutes: PROBLEM_MUTES,
  cutPlans: CUT_PLANS,
} as const satisfies Readonly<Record<string, ConnectionDocument>>;

export type DocumentName = keyof typeof DOCUMENTS;
export type RecordOf<N extends DocumentName> = z.infer<(typeof DOCUMENTS)[N]["record"]>;

const NAMES = Object.keys(DOCUMENTS) as [DocumentName, ...DocumentName[]];
const ofDocument = { profileId: profileIdSchema, document: z.enum(NAMES) } as const;
const idSchema = z.string().max(1_100);
const MOST_AT_ONCE = Math.max(...Object.values(DOCUMENTS).map(({ maxRecords }) => maxRecords));

/** The calls of what users set for a connection, which need not be open. */
export const DOCUMENT_CALLS = {
  readRecords: {
    input: z.strictObject(ofDocument),
    output: z.array(z.strictObject({ id: z.string(), value: z.unknown() })),
  },
  /** Saves records one by one and deletes those that are null; the others stay. */
  saveRecords: {
    input: z
      .strictObject({
        ...ofDocument,
        records: z.array(z.strictObject({ id: idSchema, value: z.unknown() })).max(MOST_AT_ONCE),
      })
      .superRefine(({ document, records }, context) => {
        const schema = DOCUMENTS[document].record.nullable();
        for (const [at, { value }] of records.entries()) {
          const [issue] = schema.safeParse(value).error?.issues ?? [];
          if (issue) context.addIssue({ ...issue, path: ["records", at, "value", ...issue.path] });
        }
      }),
    output: z.undefined(),
  },
} as const;

export const DOCUMENT_EVENTS = {
  /** Records of a document were saved or deleted in any window. */
  recordsChanged: z.strictObject(ofDocument),
} as const;
