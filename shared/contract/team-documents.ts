import { z } from "zod";
import { parseJson, unsafePart, type ValueLimits } from "../base/text/json.ts";
import { teamAlertActionSchema, teamAlertSchema } from "../features/alerts/team-alerts.ts";
import { TEAM_LIMITS, type TeamDocumentName } from "../features/team/team-kinds.ts";
import { SINGLE_RECORD, type ConnectionDocument } from "./declarations.ts";
import { DOCUMENTS, type DocumentName, type RecordOf } from "./documents.ts";

interface TeamSchema {
  readonly id: z.ZodType;
  readonly record: z.ZodType;
  readonly maxTeamParts?: number;
}

/**
 * Limits that no real record reaches. Without limits, a schema would spend seconds on listing the faults of a large
 * value.
 */
const RECORD_LIMITS: ValueLimits = { depth: 48, parts: 20_000, width: 1_000, forbidden: new Set() };

/** The value of a JSON text; null if it is not JSON, or has more parts than a record may have. */
function boundedValue(text: string, parts = RECORD_LIMITS.parts): unknown {
  const value = parseJson(text);
  return unsafePart(value, { ...RECORD_LIMITS, parts }) === null ? value : null;
}

/** The documents that only teams have. */
const TEAM_DOCUMENTS = {
  alerts: { id: z.string(), record: teamAlertSchema },
  alertActions: { id: z.string(), record: teamAlertActionSchema },
} as const satisfies Readonly<Record<Exclude<TeamDocumentName, DocumentName>, TeamSchema>>;

export type TeamValueOf<N extends TeamDocumentName> = N extends DocumentName
  ? RecordOf<N>
  : N extends keyof typeof TEAM_DOCUMENTS
    ? z.infer<(typeof TEAM_DOCUMENTS)[N]["record"]>
    : never;

/**
 * Makes the schema of a document that users also have without a team. A document with a single record accepts only the
 * id of this record.
 */
const ofUsers = ({ id, maxRecords, ...document }: ConnectionDocument): TeamSchema => ({
  ...document,
  id: id ?? (maxRecords === 1 ? z.literal(SINGLE_RECORD) : z.string()),
});

/** The schemas of records, by document. The documents of a team are the documents that have limits (`TEAM_LIMITS`). */
const SCHEMA_OF: ReadonlyMap<string, TeamSchema> = new Map<string, TeamSchema>([
  ...Object.entries(DOCUMENTS).map(([name, document]) => [name, ofUsers(document)] as const),
  ...Object.entries(TEAM_DOCUMENTS),
]);

/** Reads a record from another workstation or from a file. @returns undefined if the record does not fit the schema. */
export function readRecord<T>(schema: z.ZodType<T>, text: string, maxParts?: number): T | undefined {
  return schema.safeParse(boundedValue(text, maxParts)).data;
}

/**
 * Reads a value of a team's document. If a value cannot be read, a collector refuses it, and a workstation
 * ignores it.
 * @security for values from other workstations: only this function may read their texts.
 * @param text JSON; null for a deleted record.
 * @returns undefined for a deleted record, an unknown document, and a value that is too large or does not fit
 * the schema.
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
  return schema.id.safeParse(id).success ? readRecord(schema.record, text, schema.maxTeamParts) : undefined;
}

/** Reads values of a team's document, by id. Deleted values, and values that cannot be read, are left out. */
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
