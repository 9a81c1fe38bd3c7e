import { z } from "zod";
import { parseJson, unsafePart, type ValueLimits } from "../base/text/json.ts";
import { alertRuleSchema } from "../features/alerts/alerts.ts";
import { teamAlertActionSchema, teamAlertSchema } from "../features/alerts/team-alerts.ts";
import { itemNoteSchema } from "../features/custody/custody-calls.ts";
import { nameEntrySchema } from "../features/names/names.ts";
import { TEAM_LIMITS, type TeamDocumentName } from "../features/team/team-kinds.ts";
import { savedViewSchema, viewDefinitionSchema } from "../query/views/views.ts";
import { SINGLE_RECORD } from "./declarations.ts";
import { DOCUMENTS, type DocumentName } from "./documents.ts";

interface TeamSchema {
  readonly id: z.ZodType;
  readonly record: z.ZodType;
}

/** A document that users also have alone. Another id would take the place of a single record. */
const ofUsers = <N extends DocumentName>(name: N) => ({
  id: DOCUMENTS[name].maxRecords === 1 ? z.literal(SINGLE_RECORD) : z.string(),
  record: DOCUMENTS[name].record as (typeof DOCUMENTS)[N]["record"],
});

const { id: nameId, ...nameShape } = nameEntrySchema.shape;
const { id: noteId, ...noteShape } = itemNoteSchema.shape;
const { id: viewId, resource, name: viewName } = savedViewSchema.shape;

/** More than any record has. Without a bound, a schema would list every fault of a large value, for seconds. */
const RECORD_LIMITS: ValueLimits = { depth: 48, parts: 20_000, width: 1_000, forbidden: new Set() };

/** The value of a JSON text; null if it is not JSON, or has more parts than any record. */
function boundedValue(text: string, parts = RECORD_LIMITS.parts): unknown {
  const value = parseJson(text);
  return unsafePart(value, { ...RECORD_LIMITS, parts }) === null ? value : null;
}

/** The most parts of a view. Each of its filters is compared with the schemas of all kinds. */
const MAX_VIEW_PARTS = 10_000;

/** JSON within a text, as the tables of views and rules have it. */
const jsonText = z.string().transform((text) => boundedValue(text, MAX_VIEW_PARTS));

/** The schemas of the team's records, by document. Their limits are `TEAM_LIMITS`. */
const SCHEMAS = {
  thresholds: ofUsers("thresholds"),
  limits: ofUsers("limits"),
  units: ofUsers("units"),
  mutes: ofUsers("mutes"),
  cutPlans: ofUsers("cutPlans"),
  priceBases: ofUsers("priceBases"),
  typeBases: ofUsers("typeBases"),
  scanPattern: ofUsers("scanPattern"),
  counts: ofUsers("counts"),
  countScans: ofUsers("countScans"),
  countLists: ofUsers("countLists"),
  names: { id: nameId, record: z.strictObject(nameShape) },
  itemNotes: { id: noteId, record: z.strictObject({ ...noteShape, outAt: z.string().nullable() }) },
  views: {
    id: viewId,
    record: z.strictObject({ resource, name: viewName, definition: jsonText.pipe(viewDefinitionSchema) }),
  },
  alertRules: {
    id: alertRuleSchema.shape.id,
    record: z.strictObject({ definition: jsonText.pipe(alertRuleSchema.omit({ id: true })) }),
  },
  alerts: { id: z.string(), record: teamAlertSchema },
  alertActions: { id: z.string(), record: teamAlertActionSchema },
} as const satisfies Readonly<Record<TeamDocumentName, TeamSchema>>;

export type TeamValueOf<N extends TeamDocumentName> = z.infer<(typeof SCHEMAS)[N]["record"]>;

const SCHEMA_OF: ReadonlyMap<string, TeamSchema> = new Map(Object.entries(SCHEMAS));

/** Reads a record of another workstation, or of a file. @returns undefined if it does not fit the schema. */
export function readRecord<T>(schema: z.ZodType<T>, text: string): T | undefined {
  return schema.safeParse(boundedValue(text)).data;
}

/**
 * Reads a value of a team's document. A collector refuses those that cannot be read, and a workstation ignores them.
 * @security for values from other workstations: nothing else may be made of their texts.
 * @param text JSON; null for a deleted record.
 * @returns undefined for a deleted record, an unknown document, and a value that is too large or does not fit the schema.
 */
export function readTeamValue<N extends TeamDocumentName>(
  document: N,
  id: string,
  text: string | null | undefined,
): TeamValueOf<N> | undefined;
export function readTeamValue(document: string, id: string, text: string | null | undefined): unknown;
export function readTeamValue(document: string, id: string, text: string | null | undefined): unknown {
  const schema = SCHEMA_OF.get(document);
  if (!schema || text == null || text.length > (TEAM_LIMITS.get(document)?.characters ?? 0)) return undefined;
  return schema.id.safeParse(id).success ? readRecord(schema.record, text) : undefined;
}

/** Reads values of a team's document, by id. Those that cannot be read, and deleted ones, are left out. */
export const readTeamValues = <N extends TeamDocumentName>(
  document: N,
  values: Iterable<readonly [id: string, text: string | null]>,
): ReadonlyMap<string, TeamValueOf<N>> =>
  new Map(
    [...values].flatMap(([id, text]) => {
      const value = readTeamValue(document, id, text);
      return value === undefined ? [] : [[id, value] as const];
    }),
  );
