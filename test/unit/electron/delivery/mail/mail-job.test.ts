import { expect, it } from "vitest";
import {
  beginTry,
  endBrokenTry,
  endTry,
  mailError,
  newJob,
  openRecipients,
  outcomeOf,
  resumeJob,
  type MailJob,
} from "../../../../../electron/delivery/mail/mail-job.ts";
import type { Attempt } from "../../../../../electron/delivery/mail/smtp.ts";

const BEGIN = Date.parse("2026-11-23T17:00:00Z");
const MINUTE_MS = 60_000;
const [ANN, BOB] = ["ann@example.com", "bob@example.com"];
const JOB = newJob({
  id: "a",
  connectionId: "p",
  source: "s",
  madeAt: BEGIN,
  to: [ANN, BOB],
  subject: "List",
  text: "",
  html: null,
  file: null,
  limitBytes: 0,
});
const attempt = (part: Partial<Attempt>): Attempt => ({
  accepted: [],
  refused: [],
  deferred: [],
  error: null,
  code: null,
  ...part,
});
const later = (to: readonly string[]): Attempt => attempt({ deferred: to, error: mailError("deferred") });
/** The job after several tries, one minute apart. */
const after = (...attempts: readonly Attempt[]): MailJob =>
  attempts.reduce((job, one, at) => endTry(beginTry(job), one, BEGIN + at * MINUTE_MS), JOB);

it("a message is sent if all recipients received it", () => {
  expect(after(attempt({ accepted: [ANN, BOB] }))).toMatchObject({
    state: "sent",
    error: null,
    nextTryAt: null,
  });
});

it("a message to deferred recipients is retried only after 1 and after 5 minutes", () => {
  const once = after(later([ANN, BOB]));
  expect(once).toMatchObject({ state: "waiting", nextTryAt: BEGIN + MINUTE_MS });
  const twice = after(later([ANN, BOB]), later([ANN, BOB]));
  expect(twice).toMatchObject({ state: "waiting", nextTryAt: BEGIN + 6 * MINUTE_MS });
  const thrice = after(later([ANN, BOB]), later([ANN, BOB]), later([ANN, BOB]));
  expect(thrice).toMatchObject({
    state: "failed",
    tries: 3,
    nextTryAt: null,
    error: { failure: "deferred" },
  });
});

it("a message is retried only for recipients who have not received it", () => {
  const half = after(attempt({ accepted: [ANN], deferred: [BOB], error: mailError("deferred") }));
  expect(half.state).toBe("waiting");
  expect(openRecipients(half)).toEqual([BOB]);
  const whole = endTry(beginTry(half), attempt({ accepted: [BOB] }), BEGIN + MINUTE_MS);
  expect(whole).toMatchObject({ state: "sent", accepted: [ANN, BOB], error: null });
});

it("a refused recipient makes the whole message fail", () => {
  const half = after(attempt({ refused: [ANN], deferred: [BOB], error: mailError("recipients") }));
  const whole = endTry(beginTry(half), attempt({ accepted: [BOB] }), BEGIN + MINUTE_MS);
  expect(outcomeOf(whole)).toMatchObject({
    state: "failed",
    accepted: 1,
    recipients: 2,
    error: { failure: "recipients" },
  });
});

it("a message with an unknown outcome is not retried", () => {
  expect(after(attempt({ error: mailError("unknown") }))).toMatchObject({
    state: "unknown",
    nextTryAt: null,
  });
});

it("an interrupted try counts only if it reached a recipient", () => {
  expect(endBrokenTry(JOB, later([ANN, BOB]), BEGIN)).toBe(JOB);
  const half = endBrokenTry(JOB, attempt({ accepted: [ANN], deferred: [BOB] }), BEGIN);
  expect(half).toMatchObject({ state: "waiting", tries: 1, nextTryAt: BEGIN + MINUTE_MS });
  expect(openRecipients(half)).toEqual([BOB]);
  const refused = endBrokenTry(JOB, attempt({ refused: [ANN], deferred: [BOB] }), BEGIN);
  expect(openRecipients(refused)).toEqual([BOB]);
  expect(endBrokenTry(JOB, attempt({ deferred: [BOB] }), BEGIN)).toMatchObject({ state: "unknown" });
  expect(endBrokenTry(JOB, attempt({ accepted: [ANN, BOB] }), BEGIN)).toMatchObject({ state: "sent" });
});

it("a message that was being sent at a restart is marked as possibly sent", () => {
  expect(resumeJob(beginTry(JOB), BEGIN + 1)).toMatchObject({
    state: "unknown",
    error: { failure: "unknown" },
  });
  expect(resumeJob(JOB, BEGIN + 1)).toBe(JOB);
  const sent = after(attempt({ accepted: [ANN, BOB] }));
  expect(resumeJob(sent, BEGIN + 1)).toBe(sent);
});

it("a message that waited over a day is no longer sent", () => {
  expect(resumeJob(JOB, BEGIN + 25 * 60 * MINUTE_MS)).toMatchObject({ state: "failed", nextTryAt: null });
});
