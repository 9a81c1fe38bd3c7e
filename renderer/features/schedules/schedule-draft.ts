import type { SchedulePlan } from "../../../shared/features/schedules/schedules.ts";
import { draftOf, timingOf, type TimingDraft } from "../../delivery/planned/timing-draft.ts";
import { mailPartSchema, type MailPart } from "../../../shared/delivery/mail.ts";
import { readRecipients } from "../../delivery/mail/read-recipients.ts";
import { chosenColumns, DIALECTS, type ExportChoice } from "../../delivery/files/export-choice.ts";

/** The suggested number of files to keep: the files of more than a month of working days. */
export const FIRST_KEEP = 30;

/** The state of the form for a schedule, which may be incomplete. */
export interface ScheduleDraft {
  /** The view's id; null if the view was deleted. */
  readonly viewId: string | null;
  readonly columns: ExportChoice["columns"];
  readonly format: SchedulePlan["format"];
  readonly separators: ExportChoice["separators"];
  readonly timing: TimingDraft;
  /** The number of files to keep; null for all, NaN for an invalid text. */
  readonly keep: number | null;
  readonly manifest: boolean;
  readonly refreshFirst: boolean;
  /** The message; null if the files are not sent. */
  readonly mail: MailDraft | null;
}

/** The draft of a schedule's message, which may be incomplete. */
export interface MailDraft {
  /** The recipients as the user typed them. */
  readonly to: string;
  readonly subject: string;
  readonly limitMb: number | null;
}

/** Makes the draft of a plan. @param viewIds the ids of all existing views. */
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
 * Makes the plan of a draft; null while the draft is incomplete. @param before the plan from which the draft started.
 * @param hasNames whether the user gave a name to any id.
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

/** Makes the message of a draft; null while the draft is incomplete. */
function mailOf({ to, subject, limitMb }: MailDraft): MailPart | null {
  return mailPartSchema.safeParse({ to: readRecipients(to).to, subject, limitMb }).data ?? null;
}

function columnChoice(plan: SchedulePlan): ExportChoice["columns"] {
  const wanted = plan.columns.join();
  // A schedule that was saved before any id had a name has no columns of names.
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
