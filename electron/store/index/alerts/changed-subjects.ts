import type { AlertDetail, Watch } from "../../../../shared/features/alerts/alerts.ts";
import type { AlertRow } from "../../database/alert-rows.ts";
import { changedFields, type ChangedRecords } from "../../query/changed-records.ts";
import type { Subject } from "./alert-rules.ts";
import type { Comparison } from "./compare-versions.ts";

/** What a rule finds at a refresh. */
export interface Finding {
  /** What begins to hold, or happened. */
  readonly entered: readonly Subject[];
  /** How many match in all, where that is another number. */
  readonly total?: number;
  /** Whether the condition of an alert that has not ended has done so. */
  readonly ended: (row: AlertRow) => boolean;
  /** What the rule is to know at the next refresh. */
  readonly value: number | null;
  readonly members: readonly number[] | null;
}

/** A rule that finds nothing. */
export const NOTHING: Finding = { entered: [], ended: () => false, value: null, members: null };

/** What entered or left a view by changes of its rows. */
export function findInView(event: "enters" | "leaves", { changed, before, after }: Comparison): Finding {
  const [from, to] = event === "enters" ? [before, after] : [after, before];
  const entered = [...to.keys()].filter((id) => !from.has(id)).map((id) => subjectOf(changed, id));
  if (event === "leaves") return { ...NOTHING, entered };
  return {
    ...NOTHING,
    entered,
    ended: ({ subject }) => changed.summaries.has(subject) && !after.has(subject),
  };
}

/** What happened to one record. */
export function findRecord({ id }: Extract<Watch, { kind: "record" }>, { changed }: Comparison): Finding {
  if (!changed.summaries.has(id)) return NOTHING;
  const subject = subjectOf(changed, id);
  const { detail } = subject;
  const isChange =
    detail.kind === "changed"
    && (detail.presence !== null || Object.keys(detail.fields).some((name) => name !== "updatedAt"));
  return isChange ? { ...NOTHING, entered: [subject] } : NOTHING;
}

/** A count or sum after what entered, left and changed. */
export function changedAmount(former: number, { before, after }: Comparison, isCount: boolean): number {
  if (isCount) return former + after.size - before.size;
  const sum = (numbers: Iterable<number | null>): number =>
    [...numbers].reduce<number>((total, number) => total + (number ?? 0), 0);
  return former + sum(after.values()) - sum(before.values());
}

/** Whether an amount fires, or still does. @param isUp whether it has fired and not ended. */
export function amountHolds(
  { direction, threshold, clearAt }: Extract<Watch, { kind: "amount" }>,
  value: number,
  isUp: boolean,
): boolean {
  // A clearing threshold behind the other one keeps a number that swings around it from firing again and again.
  const limit = isUp ? (clearAt ?? threshold) : threshold;
  return direction === "above" ? value > limit : value < limit;
}

function subjectOf(changed: ChangedRecords, id: string): Subject {
  const { resource, now } = changed;
  return { id, name: now.get(id)?.name ?? id, resource, detail: changeDetail(changed, id) };
}

/** Old and new values of a record that changed; empty for one that did not. */
export function changeDetail({ resource, summaries, now }: ChangedRecords, id: string): AlertDetail {
  const summary = summaries.get(id);
  const hidden = (now.get(id)?.hidden ?? null) !== null;
  const presence =
    summary?.wasHidden === false && hidden ? "gone" : summary?.wasHidden === true && !hidden ? "back" : null;
  return { kind: "changed", fields: summary ? changedFields(resource, summary) : {}, presence };
}
