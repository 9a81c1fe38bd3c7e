import { texts } from "../../base/text/texts.ts";
import type { DocumentName } from "../../contract/documents.ts";

/** The kinds of records that users can share, each with its documents. */
export const TEAM_KINDS = {
  names: ["names"],
  notes: ["itemNotes"],
  limits: ["limits"],
  thresholds: ["thresholds"],
  units: ["units"],
  prices: ["priceBases", "typeBases"],
  mutes: ["mutes"],
  views: ["views"],
  cutPlans: ["cutPlans"],
  scanPattern: ["scanPattern"],
  alertRules: ["alertRules"],
  counts: ["counts", "countScans", "countLists"],
} as const satisfies Readonly<Record<string, readonly DocumentName[]>>;

/** The name of the document with views, among the team's documents. */
export const TEAM_VIEWS = "views";

export type TeamKind = keyof typeof TEAM_KINDS;
/** The names of the kinds, as users read them. */
export const KIND_LABELS: Readonly<Record<TeamKind, string>> = texts("team.kinds", {
  names: "Names of holders",
  notes: "Notes on items",
  limits: "Limits of checked-out items",
  thresholds: "Low-stock thresholds",
  units: "Units",
  prices: "Price bases",
  mutes: "Muted data problems",
  views: "Saved views",
  cutPlans: "Cut plans",
  scanPattern: "Code on the labels",
  alertRules: "Alert rules",
  counts: "Counts",
});

export const TEAM_KIND_NAMES = Object.keys(TEAM_KINDS) as [TeamKind, ...TeamKind[]];

/** The limits of one document of a team. */
interface TeamLimit {
  /** The most records. Deleted records do not count. */
  readonly records: number;
  /** The most characters of a value, which is JSON. */
  readonly characters: number;
}

/** The most characters of a record's value. */
export const MAX_TEAM_VALUE = 500_000;

/**
 * The documents that a team shares, with their limits. A collector keeps no other documents. A team may have at least
 * as many records as a single user; the limits of counts are for all workstations together. In JSON, one character of a
 * text can take six characters.
 */
const LIMITS = {
  names: { records: 20_000, characters: 8_000 },
  itemNotes: { records: 25_000, characters: 8_000 },
  limits: { records: 501, characters: 500 },
  thresholds: { records: 20_000, characters: 500 },
  units: { records: 1, characters: MAX_TEAM_VALUE },
  priceBases: { records: 1_000, characters: 500 },
  typeBases: { records: 20_000, characters: 500 },
  mutes: { records: 5_000, characters: 8_000 },
  views: { records: 1_000, characters: MAX_TEAM_VALUE },
  cutPlans: { records: 200, characters: MAX_TEAM_VALUE },
  scanPattern: { records: 1, characters: 4_000 },
  alertRules: { records: 200, characters: 8_000 },
  counts: { records: 2_000, characters: 30_000 },
  countScans: { records: 300_000, characters: 30_000 },
  countLists: { records: 20_000, characters: MAX_TEAM_VALUE },
  // An alert about a change contains values of the changed record.
  alerts: { records: 5_000, characters: MAX_TEAM_VALUE },
  alertActions: { records: 20_000, characters: 8_000 },
} as const satisfies Readonly<Record<string, TeamLimit>>;

export type TeamDocumentName = keyof typeof LIMITS;
/** The limits by document. The collector ignores records of a document without limits. */
export const TEAM_LIMITS: ReadonlyMap<string, TeamLimit> = new Map(Object.entries(LIMITS));

/** The documents that only the collector edits. */
export const COLLECTOR_DOCUMENTS: ReadonlySet<string> = new Set(["alerts"]);

/** Documents that keep no value that lost against a later edit. Their records are derived from other records. */
export const DOCUMENTS_WITHOUT_LOSERS: ReadonlySet<string> = new Set(["alerts", "alertActions"]);

/**
 * Documents whose records are parts of a record in another document. The id of a part begins with the id of that record
 * and a slash. The parts belong to the team if that record does.
 */
export const TEAM_PARTS: ReadonlyMap<string, DocumentName> = new Map<DocumentName, DocumentName>([
  ["countScans", "counts"],
  ["countLists", "counts"],
]);

/**
 * The kinds whose records a user shares with the team one by one. The record decides whether its edits are shared; the
 * user makes no choice for the kind.
 */
export const ONE_BY_ONE: ReadonlySet<TeamKind> = new Set<TeamKind>(["views", "alertRules", "counts"]);

/**
 * Documents whose records workstations always replace as a whole. These documents keep no value that lost against a
 * later edit, and a deletion always wins.
 */
export const WHOLE_DOCUMENTS: ReadonlySet<string> = new Set<DocumentName>(["counts", "countLists"]);

/** The most lost values in one answer. A preview has at most this number of differences. */
export const MAX_LISTED = 200;

/** The most records that a collector keeps, including deleted records. */
export const MAX_TEAM_RECORDS = 500_000;

/** The rights of a collector's token. Every token may read; "annotate" may also edit the team's records. */
export const TOKEN_RIGHTS = ["read", "annotate"] as const;
export type TokenRight = (typeof TOKEN_RIGHTS)[number];

/**
 * The documents with the user's choices: which kinds are shared with the team, and which of the user's own records take
 * precedence.
 */
export const [TEAM_SCOPES, TEAM_KEPT] = ["teamScopes", "teamKept"] as const;
