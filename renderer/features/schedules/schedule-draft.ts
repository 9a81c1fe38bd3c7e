import type { SchedulePlan } from "../../../shared/features/schedules/schedules.ts";
import { draftOf, timingOf, type TimingDraft } from "../../delivery/planned/timing-draft.ts";
import { mailPartSchema, type MailPart } from "../../../shared/delivery/mail.ts";
import { readRecipients } from "../../delivery/mail/read-recipients.ts";
import { chosenColumns, DIALECTS, type ExportChoice } from "../../delivery/files/export-choice.ts";

/** The suggested number of files to keep: more than a month of working days. */
export const FIRST_KEEP = 30;

/** The state of the form, which may be incomplete. */
export interface ScheduleDraft {
  /** Null if the view was deleted. */
  readonly viewId: string | null;
  readonly columns: ExportChoice["columns"];
  readonly format: SchedulePlan["format"];
  readonly separators: ExportChoice["separators"];
  readonly timing: TimingDraft;
  /** The number of files to keep; null for all, NaN for an invalid text. */
  readonly keep: number | null;
  readonly manifest: boolean;
  readonly refreshFirst: boolean;
  /** Null if the files are not sent. */
  readonly mail: MailDraft | null;
}

/** The message of a schedule, which may be incomplete. */
export interface MailDraft {
  /** The recipients as they were typed. */
  readonly to: string;
  readonly subject: string;
  readonly limitMb: number | null;
}

/** The draft of a plan. @param viewIds the ids of existing views. */
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
    mail: plan.mail && { ...plan.mail, to: plan.mail.to.join(", ") },
  };
}

/**
 * The plan of a draft; null while it is incomplete. @param before the plan that the draft started from. @param
 * hasNames whether the user gave any id a name.
 */
export function planOf(draft: ScheduleDraft, before: SchedulePlan, hasNames: boolean): SchedulePlan | null {
  const { viewId, columns, format, separators, keep, manifest, refreshFirst } = draft;
  const timing = timingOf(draft.timing);
  const isCount = keep === null || (Number.isInteger(keep) && keep >= 1);
  const mail = draft.mail && mailOf(draft.mail);
  if (viewId === null || timing === null || !isCount || (draft.mail && !mail)) return null;
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
    mail,
  };
}

/** The message of a draft; null while it is incomplete. */
function mailOf({ to, subject, limitMb }: MailDraft): MailPart | null {
  return mailPartSchema.safeParse({ to: readRecipients(to).to, subject, limitMb }).data ?? null;
}

function columnChoice(plan: SchedulePlan): ExportChoice["columns"] {
  const wanted = plan.columns.join();
  // A schedule saved before any id had a name has no name columns.
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
