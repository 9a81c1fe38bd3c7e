import { z } from "zod";
import { said } from "../../../shared/base/errors.ts";
import type { Sentence } from "../../../shared/base/text/texts.ts";
import {
  mailErrorSchema,
  type MailError,
  type MailFailure,
  type MailOutcome,
} from "../../../shared/delivery/mail.ts";
import { FAILURE_TEXTS } from "./messages.ts";
import type { Attempt } from "./smtp.ts";

/** Ms before the second and before the third try. */
export const RETRY_MS = [60_000, 300_000] as const;
/** Ms after which a waiting message is no longer sent. The app may have been closed meanwhile. */
const EXPIRES_AFTER_MS = 86_400_000;

/** A message and the state of its sending, as both are stored. Times are ms since the epoch. */
export const mailJobSchema = z.strictObject({
  id: z.string(),
  connectionId: z.string(),
  /** The source of the message, such as the id of a schedule. */
  source: z.string(),
  madeAt: z.number(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string(),
  html: z.string().nullable(),
  /** The attached file, as it was written. */
  file: z
    .strictObject({ path: z.string(), name: z.string(), bytes: z.number(), modifiedAt: z.number() })
    .nullable(),
  limitBytes: z.number(),
  state: z.enum(["waiting", "sending", "sent", "failed", "unknown"]),
  tries: z.number(),
  nextTryAt: z.number().nullable(),
  accepted: z.array(z.string()),
  refused: z.array(z.string()),
  error: mailErrorSchema.nullable(),
});
export type MailJob = Readonly<z.infer<typeof mailJobSchema>>;

/** A new message, without the fields that its tries will change. */
export type NewMail = Omit<MailJob, "state" | "tries" | "nextTryAt" | "accepted" | "refused" | "error"> & {
  /** The reason why the content could not be made. Then the message is not sent. Absent if the content was made. */
  readonly failure?: MailError;
};

export const newJob = ({ failure, ...mail }: NewMail): MailJob => ({
  ...mail,
  state: failure ? "failed" : "waiting",
  tries: 0,
  nextTryAt: failure ? null : mail.madeAt,
  accepted: [],
  refused: [],
  error: failure ?? null,
});

/**
 * The error of a failure that no server reported.
 * @param sentence replaces the general sentence for this failure.
 */
export const mailError = (failure: MailFailure, sentence: Sentence = FAILURE_TEXTS[failure]): MailError => ({
  failure,
  ...said(sentence),
  reply: null,
});

/** The recipients who have neither got the message nor been refused. */
export const openRecipients = ({ to, accepted, refused }: MailJob): readonly string[] =>
  to.filter((address) => !accepted.includes(address) && !refused.includes(address));

/**
 * A waiting job without the recipients who were removed.
 * @param to the recipients from now on; recipients that are not in the job are not added.
 * @returns the same job if its recipients stay as they are; null if no recipient is left.
 */
export function keepRecipients(job: MailJob, to: readonly string[]): MailJob | null {
  const kept = job.to.filter((address) => to.includes(address));
  if (kept.length === job.to.length) return job;
  const revised = { ...job, to: kept };
  return openRecipients(revised).length === 0 ? null : revised;
}

/** The job at the begin of a try. It is stored before the first byte is sent. */
export const beginTry = (job: MailJob): MailJob => ({
  ...job,
  state: "sending",
  tries: job.tries + 1,
  nextTryAt: null,
});

/** The job after a try. Only recipients whom the server deferred are tried again. */
export function endTry(job: MailJob, attempt: Attempt, now: number): MailJob {
  const accepted = [...job.accepted, ...attempt.accepted];
  const refused = [...job.refused, ...attempt.refused];
  // The reason for a refusal in the first try is kept, even if a later try succeeds.
  const error = attempt.error ?? (job.refused.length > 0 ? job.error : null);
  const next = { ...job, accepted, refused, error, nextTryAt: null };
  const left = openRecipients(next);
  if (attempt.deferred.length < left.length) return { ...next, state: "unknown" };
  if (left.length === 0) return { ...next, state: refused.length === 0 ? "sent" : "failed" };
  const wait = RETRY_MS[job.tries - 1];
  if (wait === undefined || isExpired(job, now)) return { ...next, state: "failed" };
  return { ...next, state: "waiting", nextTryAt: now + wait };
}

/**
 * The job after a try that was interrupted because the app ended. The try counts only if the server answered
 * for a recipient, or may have the message.
 * @param waiting the job before the try.
 */
export function endBrokenTry(waiting: MailJob, attempt: Attempt, now: number): MailJob {
  const isUntouched = attempt.deferred.length === openRecipients(waiting).length;
  return isUntouched ? waiting : endTry(beginTry(waiting), attempt, now);
}

/**
 * A job after the process ended and started again. A message that was just being sent at that time is never sent again.
 */
export function resumeJob(job: MailJob, now: number): MailJob {
  if (job.state === "sending") return { ...job, state: "unknown", error: mailError("unknown") };
  return job.state === "waiting" && isExpired(job, now)
    ? { ...job, state: "failed", nextTryAt: null, error: job.error ?? mailError("network") }
    : job;
}

export const isSettled = ({ state }: Pick<MailJob, "state">): boolean =>
  state !== "waiting" && state !== "sending";

/** Whether a message is too old to be sent. */
export const isExpired = ({ madeAt }: MailJob, now: number): boolean => now - madeAt > EXPIRES_AFTER_MS;

export const outcomeOf = (job: MailJob): MailOutcome => ({
  state: job.state,
  at: new Date(job.madeAt).toISOString(),
  accepted: job.accepted.length,
  recipients: job.to.length,
  nextTry: job.nextTryAt === null ? null : new Date(job.nextTryAt).toISOString(),
  error: job.error,
});
