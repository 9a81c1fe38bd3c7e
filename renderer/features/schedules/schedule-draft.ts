import { MAX_HOURS, type SchedulePlan, type Timing } from "../../../shared/features/schedules/schedules.ts";
import { chosenColumns, DIALECTS, type ExportChoice } from "../exports/export-choice.ts";

/** The first suggestion: working days, after work. */
export const FIRST_DAYS = { kind: "days", days: [1, 2, 3, 4, 5], time: "18:00" } as const;
/** The suggestion in hours: four times a day. */
const FIRST_HOURS = 6;
/** Files that a new schedule keeps unless the user changes it: more than a month of working days. */
export const FIRST_KEEP = 30;

/** The fields of the form, which may be unfinished. */
export interface ScheduleDraft {
  /** Null if the view was deleted. */
  readonly viewId: string | null;
  readonly columns: ExportChoice["columns"];
  readonly format: SchedulePlan["format"];
  readonly separators: ExportChoice["separators"];
  readonly timing: TimingDraft;
  /** How many files are kept: null for all, NaN while it is half typed. */
  readonly keep: number | null;
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
    keep: plan.keep,
    manifest: plan.manifest,
    refreshFirst: plan.refreshFirst,
  };
}

/**
 * The plan of a draft; null while something is missing.
 * @param before the plan that the draft was made of.
 * @param hasNames whether the user gave any id a name.
 */
export function planOf(draft: ScheduleDraft, before: SchedulePlan, hasNames: boolean): SchedulePlan | null {
  const { viewId, columns, format, separators, keep, manifest, refreshFirst } = draft;
  const timing = timingOf(draft.timing);
  const isCount = keep === null || (Number.isInteger(keep) && keep >= 1);
  if (viewId === null || timing === null || !isCount) return null;
  return {
    resource: before.resource,
    viewId,
    columns: [...chosenColumns({ ...before, hasNames }, { columns })],
    format,
    dialect: DIALECTS[separators],
    manifest,
    refreshFirst,
    timing,
    keep,
  };
}

function columnChoice(plan: SchedulePlan): ExportChoice["columns"] {
  const wanted = plan.columns.join();
  // The schedule may be older than the first name.
  const isSame = (choice: ExportChoice["columns"]): boolean =>
    [true, false].some(
      (hasNames) => chosenColumns({ ...plan, hasNames }, { columns: choice }).join() === wanted,
    );
  return (["all", "named"] as const).find(isSame) ?? "shown";
}

function separatorsOf({ dialect }: SchedulePlan): ExportChoice["separators"] {
  const found = Object.entries(DIALECTS).find(([, { delimiter }]) => delimiter === dialect.delimiter);
  return (found?.[0] ?? "comma") as ExportChoice["separators"];
}

type Days = Extract<Timing, { kind: "days" }>;
type Hours = Extract<Timing, { kind: "hours" }>;

export interface TimingDraft {
  readonly kind: Timing["kind"];
  readonly days: readonly number[];
  readonly time: string;
  readonly every: number | null;
}

/** The draft of a timing, with the suggestion of the other kind. */
export function draftOf(timing: Timing): TimingDraft {
  return { ...FIRST_DAYS, every: FIRST_HOURS, ...timing };
}

/** The timing of a draft; null while something is missing. */
export function timingOf({ kind, days, time, every }: TimingDraft): Timing | null {
  if (kind === "days") {
    const chosen: Days = { kind, days: days.toSorted((a, b) => a - b), time };
    return days.length === 0 || time === "" ? null : chosen;
  }
  const hours: Hours | null = every !== null ? { kind, every } : null;
  return hours && Number.isInteger(hours.every) && hours.every >= 1 && hours.every <= MAX_HOURS
    ? hours
    : null;
}
