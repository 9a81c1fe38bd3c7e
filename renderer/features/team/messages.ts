import type { SharePreview, TeamSummary } from "../../../shared/features/team/team-calls.ts";
import type { TeamKind } from "../../../shared/features/team/team-kinds.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import { formatCount, formatNumber, plural } from "../../base/format.ts";
import { joinFacts } from "../../ui/messages.ts";

export type LostValue = TeamSummary["lost"][number];

export const KIND_LABELS: Readonly<Record<TeamKind, string>> = {
  names: "Names of holders",
  notes: "Notes on checked-out items",
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
};

export const SECTION = {
  title: "Team",
  intro:
    "The collector of this connection keeps records for all workstations. The team’s record stands in front of yours. An edit of yours goes to the team if its kind is shared; otherwise it stays on this computer.",
  exchange: "Exchange now",
  kinds: "Kinds of records",
  kind: "Kind",
  records: "Team’s records",
  shared: "Edits go to the team",
  share: "Share mine…",
  locked: "No: locked",
  oneByOne: "One by one, on its screen",
  asksLoss: "The collector has lost most of the team’s records",
  acceptLoss: "Delete them here too",
  asks: "Your edits are more than a year old",
  send: "Send them",
  discard: "Discard them",
};

/** The workstation's name at the collector, with its right. */
export const memberText = ({ label, right }: NonNullable<TeamSummary["state"]>): string =>
  right === "annotate"
    ? `This workstation is “${label}”.`
    : `This workstation is “${label}”. Its token may only read: your edits stay on this computer.`;
export const unsentText = ({ waiting, refused }: Pick<TeamSummary, "waiting" | "refused">): string =>
  joinFacts(
    waiting === 0 ? null : `${plural(waiting, "edit")} not sent yet`,
    refused === 0
      ? null
      : `${plural(refused, "edit")} refused: the collector has no room for them, or cannot read them`,
  );
export const lossText = (records: number): string =>
  `It has begun another numbering, and has less than half of the ${plural(records, "record")} here. Its file may have been lost: ask its administrator to restore the backup. Until the records are back, they stay on this computer, and your edits wait.`;
export const acceptLossNote = (records: number): string =>
  `The ${plural(records, "record")} of the team on this computer ${records === 1 ? "is" : "are"} replaced by what the collector has. This cannot be undone.`;
export const EXCHANGED = "Exchanged";
export const asksText = (edits: number): string =>
  `This workstation was away for longer than the collector keeps deleted records. Read the team’s records first, then decide about your ${plural(edits, "edit")}.`;

export const sharedLabel = (kind: TeamKind): string => `${KIND_LABELS[kind]}: edits go to the team`;
export const shareLabel = (kind: TeamKind): string => `Share mine: ${KIND_LABELS[kind]}`;
export const preferText = (kept: number): string => `Use the team’s (${formatCount(kept)})`;
export const preferTitle = (kind: TeamKind): string => `${KIND_LABELS[kind]}: use the team’s records`;
export const preferNote = (kept: number): string =>
  `${plural(kept, "record")} of yours ${kept === 1 ? "stands" : "stand"} in front of the team’s. Afterwards the team’s ${kept === 1 ? "is" : "are"} used. Yours are kept behind; edits that cannot be sent are discarded.`;

export const LOST = {
  title: "Values that lost against a later edit",
  note: "Two workstations edited these records without seeing each other’s value. The later edit counts. Use a value again, or dismiss it, for all workstations.",
  record: "Record",
  value: "Lost value",
  present: "Value now",
  actions: "Actions",
  use: "Use it",
  dismiss: "Dismiss",
  deleted: "Deleted",
  takenBack: "Taken back",
  notMeasured: "not measured",
};
/**
 * A record in words: its kind, and its name or id. Single values have no id. A scan has its count and its item.
 * @param names the names of material types, by id.
 */
export function recordText(
  { kind, id, owner, value, present }: Pick<LostValue, "kind" | "id" | "owner" | "value" | "present">,
  names: ReadonlyMap<string, string> = new Map(),
): string {
  if (owner === null) return joinFacts(KIND_LABELS[kind], names.get(id) ?? id);
  const { name = null, text = null } = scanOf(value) ?? scanOf(present.value) ?? {};
  return joinFacts(KIND_LABELS[kind], owner, name ?? text);
}
/** The author and time of a value. */
export const authorText = (editedBy: string, time: string): string => `${editedBy}, ${time}`;
/** A scan's measured amounts in words. @param value JSON; null if the scan was removed. */
export function scanValueText(value: string | null): string {
  const scan = scanOf(value);
  if (!scan) return LOST.takenBack;
  const amount = (number: unknown): string =>
    typeof number === "number" ? formatNumber(number) : LOST.notMeasured;
  return `length ${amount(scan.length)}, weight ${amount(scan.weight)}`;
}

interface ScanValue {
  readonly name?: string | null;
  readonly text?: string;
  readonly length?: number | null;
  readonly weight?: number | null;
}
const scanOf = (value: string | null): ScanValue | null =>
  value === null ? null : (parseJson(value) as ScanValue | null);

export const actionLabel = (action: string, record: string): string => `${action}: ${record}`;

/** A record's value in words: "measure: items, below: 3". @param value JSON; null for a deleted record. */
export function valueText(value: string | null): string {
  return value === null ? LOST.deleted : partText(parseJson(value));
}
function partText(part: unknown): string {
  if (Array.isArray(part)) return part.map((entry) => partText(entry)).join(", ");
  if (typeof part !== "object" || part === null) return String(part);
  return Object.entries(part)
    .map(([name, value]) => `${name}: ${partText(value)}`)
    .join(", ");
}

export const SHARE = {
  title: (kind: TeamKind): string => `Share mine: ${KIND_LABELS[kind]}`,
  from: "Records of",
  fromNote: "The connection that you used before may have records, too.",
  differing: "Records that differ",
  leave: "Leave the team’s",
  replace: "Replace them by mine",
  record: "Record",
  own: "Mine",
  team: "The team’s",
  share: "Share",
};
/** The outcome of a comparison: "3 new, 12 equal, 2 different". */
export const previewText = ({ added, equal, differing }: SharePreview): string =>
  added + equal + differing === 0
    ? "This connection has no records of this kind of its own."
    : `${formatCount(added)} new, ${formatCount(equal)} equal, ${formatCount(differing)} different.`;
export const moreDifferences = (more: number): string => `And ${formatCount(more)} more.`;
export const sharedNotice = (shared: number): string => `${plural(shared, "record")} shared with the team`;
