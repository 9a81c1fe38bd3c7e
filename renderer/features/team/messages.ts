import { texts } from "../../../shared/base/text/texts.ts";
import type { SharePreview, TeamSummary } from "../../../shared/features/team/team-calls.ts";
import { KIND_LABELS, type TeamKind } from "../../../shared/features/team/team-kinds.ts";
import { parseJson } from "../../../shared/base/text/json.ts";
import { formatNumber, listOf } from "../../base/format.ts";
import { joinFacts } from "../../ui/messages.ts";

export type LostValue = TeamSummary["lost"][number];

export const SECTION = texts("team.section", {
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
  sharedLabel: "{kind}: edits go to the team",
  member: "This workstation is “{label}”.",
  reader: "This workstation is “{label}”. Its token may only read: your edits stay on this computer.",
  waiting: "{edits, plural, one {# edit} other {# edits}} not sent yet",
  refused:
    "{edits, plural, one {# edit} other {# edits}} refused: the collector has no room for them, or cannot read them",
  lossText:
    "It has begun another numbering, and has less than half of the {records, plural, one {# record} other {# records}} here. Its file may have been lost: ask its administrator to restore the backup. Until the records are back, they stay on this computer, and your edits wait.",
  acceptLossNote:
    "The {records, plural, one {# record} other {# records}} of the team on this computer {records, plural, one {is} other {are}} replaced by what the collector has. This cannot be undone.",
  asksText:
    "This workstation was away for longer than the collector keeps deleted records. Read the team’s records first, then decide about your {edits, plural, one {# edit} other {# edits}}.",
  exchanged: "Exchanged",
});

/** The name of the workstation at the collector, with its right. */
export const memberText = ({ label, right }: NonNullable<TeamSummary["state"]>): string =>
  right === "annotate" ? SECTION.member({ label }) : SECTION.reader({ label });
export const unsentText = ({ waiting, refused }: Pick<TeamSummary, "waiting" | "refused">): string =>
  joinFacts(
    waiting === 0 ? null : SECTION.waiting({ edits: waiting }),
    refused === 0 ? null : SECTION.refused({ edits: refused }),
  );

export const sharedLabel = (kind: TeamKind): string => SECTION.sharedLabel({ kind: KIND_LABELS[kind] });
export const PREFER = texts("team.prefer", {
  label: "Use the team’s ({kept, number})",
  title: "{kind}: use the team’s records",
  note: "{kept, plural, one {# record} other {# records}} of yours {kept, plural, one {stands} other {stand}} in front of the team’s. Afterwards the team’s {kept, plural, one {is} other {are}} used. Yours are kept behind; edits that cannot be sent are discarded.",
});
export const preferTitle = (kind: TeamKind): string => PREFER.title({ kind: KIND_LABELS[kind] });

export const LOST = texts("team.lost", {
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
  /** A scan's measured amounts in words. */
  scan: "length {length}, weight {weight}",
  /** The author of a value, and the time of the edit. */
  author: "{editedBy}, {time}",
  action: "{action}: {record}",
});
/**
 * A record in words: its kind, and its name or id. A document with a single value has no id. A scan is named by its
 * count and its item.
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
/** A scan's measured amounts in words. @param value JSON; null if the scan was removed. */
export function scanValueText(value: string | null): string {
  const scan = scanOf(value);
  if (!scan) return LOST.takenBack;
  const amount = (number: unknown): string =>
    typeof number === "number" ? formatNumber(number) : LOST.notMeasured;
  return LOST.scan({ length: amount(scan.length), weight: amount(scan.weight) });
}

interface ScanValue {
  readonly name?: string | null;
  readonly text?: string;
  readonly length?: number | null;
  readonly weight?: number | null;
}
const scanOf = (value: string | null): ScanValue | null =>
  value === null ? null : (parseJson(value) as ScanValue | null);

/** A record's value in words: "measure: items, below: 3". @param value JSON; null for a deleted record. */
export function valueText(value: string | null): string {
  return value === null ? LOST.deleted : partText(parseJson(value));
}
function partText(part: unknown): string {
  if (Array.isArray(part)) return listOf(part.map((entry) => partText(entry)));
  if (typeof part !== "object" || part === null) return String(part);
  return listOf(Object.entries(part).map(([name, value]) => `${name}: ${partText(value)}`));
}

export const SHARE = texts("team.share", {
  title: "Share mine: {kind}",
  from: "Records of",
  fromNote: "The connection that you used before may have records, too.",
  differing: "Records that differ",
  leave: "Leave the team’s",
  replace: "Replace them by mine",
  record: "Record",
  own: "Mine",
  team: "The team’s",
  share: "Share",
  shared: "{records, plural, one {# record} other {# records}} shared with the team",
  nothing: "This connection has no records of this kind of its own.",
  preview: "{added, number} new, {equal, number} equal, {differing, number} different.",
  more: "And {more, number} more.",
});
export const shareLabel = (kind: TeamKind): string => SHARE.title({ kind: KIND_LABELS[kind] });
/** The numbers that a comparison found: "3 new, 12 equal, 2 different". */
export const previewText = ({ added, equal, differing }: SharePreview): string =>
  added + equal + differing === 0 ? SHARE.nothing : SHARE.preview({ added, equal, differing });
