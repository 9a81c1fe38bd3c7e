import type { SchedulePlan } from "../../../shared/exports/schedules.ts";
import { chosenColumns, DIALECTS, type ExportChoice } from "../export/export-choice.ts";
import { draftOf, timingOf, type TimingDraft } from "./timing-draft.ts";

/** What the fields of the form hold, which may be unfinished. */
export interface ScheduleDraft {
  /** Null where the view was deleted. */
  readonly viewId: string | null;
  readonly columns: ExportChoice["columns"];
  readonly format: SchedulePlan["format"];
  readonly separators: ExportChoice["separators"];
  readonly timing: TimingDraft;
  /** How many files are kept: empty for all, a text while it is half typed. */
  readonly keep: number | string;
  readonly manifest: boolean;
  readonly refreshFirst: boolean;
}

/** The draft of a plan. @param viewIds of the views that there are. */
export function draftOfPlan(plan: SchedulePlan, viewIds: readonly string[]): ScheduleDraft {
  return {
    viewId: viewIds.includes(plan.viewId) ? plan.viewId : null,
    columns: columnChoice(plan),
    format: plan.format,
    separators: separatorsOf(plan),
    timing: draftOf(plan.timing),
    keep: plan.keep ?? "",
    manifest: plan.manifest,
    refreshFirst: plan.refreshFirst,
  };
}

/** The plan of a draft; null while something is missing. @param before the plan that the draft was made of. */
export function planOf(draft: ScheduleDraft, before: SchedulePlan): SchedulePlan | null {
  const { viewId, columns, format, separators, keep, manifest, refreshFirst } = draft;
  const timing = timingOf(draft.timing);
  const kept = keep === "" ? null : keep;
  const isCount = kept === null || (typeof kept === "number" && Number.isInteger(kept) && kept >= 1);
  if (viewId === null || timing === null || !isCount) return null;
  return {
    resource: before.resource,
    viewId,
    columns: [...chosenColumns(before, { columns })],
    format,
    dialect: DIALECTS[separators],
    manifest,
    refreshFirst,
    timing,
    keep: kept,
  };
}

function columnChoice(plan: SchedulePlan): ExportChoice["columns"] {
  const wanted = plan.columns.join();
  const isSame = (choice: ExportChoice["columns"]): boolean =>
    chosenColumns(plan, { columns: choice }).join() === wanted;
  return (["all", "named"] as const).find(isSame) ?? "shown";
}

function separatorsOf({ dialect }: SchedulePlan): ExportChoice["separators"] {
  const found = Object.entries(DIALECTS).find(([, { delimiter }]) => delimiter === dialect.delimiter);
  return (found?.[0] ?? "comma") as ExportChoice["separators"];
}
