import type { z } from "zod";
import { ALERT_KINDS, DETAILS, type AlertDetail, type Watch, type WatchKind } from "./alert-kinds.ts";
import type { CopyWords, Detail, Kind, ReasonContext, ReasonSubject, RuleNames } from "./alert-kind.ts";

/** The declaration of a kind, for code that treats all kinds alike. */
export const kindOf = (kind: WatchKind): Kind<Watch> => ALERT_KINDS[kind];

/** The condition of a rule, as a sentence without a full stop. */
export const watchSentence = (watch: Watch, names: RuleNames): string =>
  kindOf(watch.kind).sentence(watch, names);

/**
 * The text of a notification for a rule about the whole copy. Null for a rule about rows, because each of its alerts
 * names its subject.
 */
export function noticeOf(watch: Watch): string | null {
  const kind: Kind<Watch> | CopyWords<Watch> = ALERT_KINDS[watch.kind];
  return "notice" in kind ? kind.notice(watch) : null;
}

/** The title of an alert: a short name of its subject. */
export function titleOf(alert: {
  readonly kind: WatchKind;
  readonly subjectName: string;
  readonly subjectId: string;
  readonly ruleName: string;
}): string {
  const { kind, subjectName, subjectId, ruleName } = alert;
  const declared = ALERT_KINDS[kind];
  if (subjectName !== "") return subjectName;
  return declared.about === "copy" ? declared.title : subjectId || ruleName;
}

/** The reason why an alert fired, in words. */
export function reasonOf(
  alert: ReasonSubject & { readonly detail: AlertDetail },
  context: ReasonContext,
): string {
  const declared: Detail<z.ZodType<AlertDetail>> = DETAILS[alert.detail.kind];
  return declared.reason(alert.detail, alert, context);
}
