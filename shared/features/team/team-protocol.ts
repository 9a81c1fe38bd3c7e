import { z } from "zod";
import { LAST_DATE_MS } from "../../base/time/instant.ts";
import { MAX_TEAM_VALUE, TOKEN_RIGHTS } from "./team-kinds.ts";

/** The path of the team's documents on a collector (electron/features/collector/README.md). */
export const TEAM_PATH = "/stockdeck/v1/documents";

/** The most edits in one request, and the most records in one answer. */
export const [MAX_EDITS, MAX_TEAM_PAGE] = [200, 1_000] as const;
/** The most characters of a request's body. */
export const MAX_EDITS_BODY = 4_000_000;

const nameSchema = z.string().regex(/^[A-Za-z]{1,40}$/);
const idSchema = z.string().max(1_100);
const momentSchema = z.int().min(0).max(LAST_DATE_MS);

/**
 * An edit of one record, or the dismissal of a value that lost. An edit that is sent twice with the same `edit` counts
 * once.
 */
export const teamEditSchema = z.union([
  z.strictObject({
    edit: z.uuid(),
    document: nameSchema,
    id: idSchema,
    /** A JSON text that `readTeamValue` can read; null deletes the record. */
    value: z.string().max(MAX_TEAM_VALUE).nullable(),
    /** The version of the record that the user saw; 0 if the user saw no record. */
    basedOn: z.int().min(0),
    /** The time of the edit by the collector's clock, ms since the epoch. The workstation estimates this clock. */
    editedAt: momentSchema,
  }),
  z.strictObject({ edit: z.uuid(), dismiss: z.int().min(1) }),
]);
export type TeamEdit = z.infer<typeof teamEditSchema>;
export type RecordEdit = Extract<TeamEdit, { readonly document: string }>;

export const teamEditsSchema = z.strictObject({ edits: z.array(teamEditSchema).min(1).max(MAX_EDITS) });

/**
 * The result of an edit. `lost`: the collector already had a later edit of the same record, and keeps the lost value
 * next to the record. `refused`: the collector's storage is full, or cannot read the value.
 */
export const teamOutcomeSchema = z.enum(["accepted", "lost", "refused"]);
export type TeamOutcome = z.infer<typeof teamOutcomeSchema>;

export const teamResultsSchema = z.object({
  results: z.array(z.object({ edit: z.string(), outcome: teamOutcomeSchema })),
});

/** A value that lost against a later edit. A null value is a deletion. */
export const teamLoserSchema = z.object({
  number: z.int().min(1),
  value: z.string().nullable(),
  editedAt: momentSchema,
  editedBy: z.string(),
});
export type TeamLoser = z.infer<typeof teamLoserSchema>;

/**
 * A record of the team, as a collector sends it. Each change of the record or of its lost values gets the next sequence
 * number.
 */
export const teamRecordSchema = z.object({
  sequence: z.int().min(1),
  document: nameSchema,
  id: idSchema,
  /** The value as JSON; null if the record is deleted. */
  value: z.string().nullable(),
  version: z.int().min(1),
  editedAt: momentSchema,
  /** The label of the token with which the record was edited. */
  editedBy: z.string(),
  losers: z.array(teamLoserSchema).readonly(),
});
export type TeamRecord = z.infer<typeof teamRecordSchema>;

/** One page of records, in the order of their sequence numbers. */
export const teamPageSchema = z.object({
  records: z.array(teamRecordSchema).readonly(),
  /** The last sequence number that the page covers. */
  last: z.int().min(0),
  more: z.boolean(),
  epoch: z.string(),
  /** The right of the request's token. */
  right: z.enum(TOKEN_RIGHTS),
  /** The label of the request's token. */
  label: z.string(),
});
export type TeamPage = z.infer<typeof teamPageSchema>;
