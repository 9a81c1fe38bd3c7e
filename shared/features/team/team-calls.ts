import { z } from "zod";
import { appErrorSchema } from "../../base/error-schema.ts";
import { ofConnection } from "../../inventory/connections.ts";
import { viewIdSchema } from "../../query/views/views.ts";
import { TEAM_KIND_NAMES, TOKEN_RIGHTS } from "./team-kinds.ts";
import { teamLoserSchema, teamRecordSchema } from "./team-protocol.ts";

const kindSchema = z.enum(TEAM_KIND_NAMES);
const ofRecord = { ...ofConnection, document: z.string().max(40), id: z.string().max(1_100) } as const;
const presentSchema = teamRecordSchema.pick({ value: true, editedAt: true, editedBy: true });

/** A value that lost against a later edit, together with the record's present value. Both values are JSON. */
const lostValueSchema = teamLoserSchema.extend({
  kind: kindSchema,
  document: z.string(),
  id: z.string(),
  /** The name of the count to which a scan belongs; null for other records. */
  owner: z.string().nullable(),
  present: presentSchema,
});

const teamSummarySchema = z.strictObject({
  /** Null if the connection does not read from a collector that keeps documents. */
  state: z
    .strictObject({
      label: z.string(),
      right: z.enum(TOKEN_RIGHTS),
      /** Whether waiting edits need the user's confirmation before they are sent. */
      asks: z.boolean(),
      /**
       * Whether the collector has lost most of this workstation's records. The records are deleted on this workstation
       * only if the user confirms.
       */
      asksLoss: z.boolean(),
    })
    .nullable(),
  /**
   * The time of the last complete exchange since the app's start, ms since the epoch; null if there was no exchange.
   */
  exchangedAt: z.number().nullable(),
  error: appErrorSchema.nullable(),
  waiting: z.int(),
  refused: z.int(),
  kinds: z.array(
    z.strictObject({
      kind: kindSchema,
      /** Whether this workstation's edits go to the team. */
      isShared: z.boolean(),
      /** The number of the team's records of this kind. */
      records: z.int(),
      /** The number of the user's own records that take precedence over the team's records. */
      kept: z.int(),
    }),
  ),
  lost: z.array(lostValueSchema),
});
export type TeamSummary = Readonly<z.infer<typeof teamSummarySchema>>;

const sharePreviewSchema = z.strictObject({
  /** The number of records that the team lacks; below, of records that equal the team's records. */
  added: z.int(),
  equal: z.int(),
  differing: z.int(),
  /**
   * The first records that differ from the team's records, at most `MAX_LISTED`. Values are JSON; the team's value is
   * null if the team deleted the record.
   */
  differences: z.array(
    z.strictObject({ document: z.string(), id: z.string(), own: z.string(), team: z.string().nullable() }),
  ),
});
export type SharePreview = Readonly<z.infer<typeof sharePreviewSchema>>;

/** The calls for records that a team shares through its collector. */
export const TEAM_CALLS = {
  readTeam: { input: z.strictObject(ofConnection), output: teamSummarySchema },
  /** Decides whether new edits of a kind go to the team. Existing records stay unchanged. */
  setTeamScope: {
    input: z.strictObject({ ...ofConnection, kind: kindSchema, isShared: z.boolean() }),
    output: z.undefined(),
  },
  /** Compares the user's own records in the connection `from` with the team's records. */
  previewShare: {
    input: z.strictObject({ ...ofConnection, from: ofConnection.connectionId, kind: kindSchema }),
    output: sharePreviewSchema,
  },
  /**
   * Shares the user's own records with the team. A record that differs from the team's record is shared only if
   * `replaces` is true.
   */
  shareRecords: {
    input: z.strictObject({
      ...ofConnection,
      from: ofConnection.connectionId,
      kind: kindSchema,
      replaces: z.boolean(),
    }),
    output: z.strictObject({ shared: z.int() }),
  },
  /** Lets the team's records of a kind take precedence over the user's own records. */
  preferTeamRecords: { input: z.strictObject({ ...ofConnection, kind: kindSchema }), output: z.undefined() },
  /** Turns a view of the user into a view of the team. */
  shareView: { input: z.strictObject({ ...ofConnection, id: viewIdSchema }), output: z.undefined() },
  /** Deletes a view of the team for all workstations. */
  deleteTeamView: { input: z.strictObject({ ...ofConnection, id: viewIdSchema }), output: z.undefined() },
  /**
   * Dismisses a value that lost against a later edit. If `uses` is true, the record gets this value again before the
   * dismissal.
   */
  resolveLost: {
    input: z.strictObject({ ...ofRecord, number: z.int().min(1), uses: z.boolean() }),
    output: z.undefined(),
  },
  /** Sends the edits that wait for the user's confirmation, or discards them. */
  confirmTeamEdits: { input: z.strictObject({ ...ofConnection, sends: z.boolean() }), output: z.undefined() },
  /**
   * Accepts that a collector has lost most records (`asksLoss`). The lost records are deleted on this workstation too.
   */
  acceptTeamLoss: { input: z.strictObject(ofConnection), output: z.undefined() },
  /** Exchanges records with the collector now. Edits that the collector refused before are sent again. */
  exchangeTeam: { input: z.strictObject(ofConnection), output: z.undefined() },
} as const;

export const TEAM_PUSHES = {
  /** Pushed after a window or an exchange changed the state of a team's records. */
  team: z.strictObject(ofConnection),
} as const;
