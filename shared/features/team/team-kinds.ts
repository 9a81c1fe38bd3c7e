import type { DocumentName } from "../../contract/documents.ts";

/** The kinds of records that users can share, with their documents. */
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
} as const satisfies Readonly<
  Record<string, readonly (DocumentName | "names" | "itemNotes" | "views" | "alertRules")[]>
>;

/** The name of views among the team's documents. */
export const TEAM_VIEWS = "views";

export type TeamKind = keyof typeof TEAM_KINDS;
export const TEAM_KIND_NAMES = Object.keys(TEAM_KINDS) as [TeamKind, ...TeamKind[]];

/** The documents of all kinds. Records of others have no effect here. */
export const TEAM_DOCUMENTS: ReadonlySet<string> = new Set([
  ...Object.values(TEAM_KINDS).flat(),
  "alerts",
  "alertActions",
]);

/** The documents that only the collector edits. */
export const COLLECTOR_DOCUMENTS: ReadonlySet<string> = new Set(["alerts"]);

/** The documents of which no value is kept that lost: their records follow from others. */
export const DOCUMENTS_WITHOUT_LOSERS: ReadonlySet<string> = new Set(["alerts", "alertActions"]);

/**
 * Documents whose records are parts of a record of another document. The id of a part is that record's id, a slash and
 * more. The parts are the team's if the record is.
 */
export const TEAM_PARTS: ReadonlyMap<string, DocumentName> = new Map<DocumentName, DocumentName>([
  ["countScans", "counts"],
  ["countLists", "counts"],
]);

/** The kinds whose records a user gives to the team one by one. Their edits follow the record, not a choice for the kind. */
export const ONE_BY_ONE: ReadonlySet<TeamKind> = new Set<TeamKind>(["views", "alertRules", "counts"]);

/** Documents that workstations write whole. No value is kept that lost, and a deletion wins. */
export const WHOLE_DOCUMENTS: ReadonlySet<string> = new Set<DocumentName>(["counts", "countLists"]);

/** The most characters of a record's value. */
export const MAX_TEAM_VALUE = 500_000;

/** The most records that a collector keeps, deleted ones included. */
export const MAX_TEAM_RECORDS = 500_000;

/** The rights of a collector's token: every token reads, and "annotate" also edits the team's records. */
export const TOKEN_RIGHTS = ["read", "annotate"] as const;
export type TokenRight = (typeof TOKEN_RIGHTS)[number];
