import type { Alert } from "../../../../shared/features/alerts/alerts.ts";
import { reasonOf, titleOf } from "../../../../shared/features/alerts/alert-words.ts";
import { oneLine } from "../../../delivery/mail/letter.ts";
import { formatMoment, LETTER } from "../../../delivery/mail/messages.ts";
import { DIGEST, PLAIN_REASONS } from "../messages.ts";

/** The active alerts of a connection. */
export interface ActiveAlerts {
  /** The latest active alerts, at most `LISTED_ALERTS`. */
  readonly alerts: readonly Alert[];
  readonly total: number;
  /** The number of new alerts, whether they are listed or not. */
  readonly fresh: number;
  /** The service's time up to which the copy is complete, ISO 8601; null if unknown. */
  readonly completeAsOf: string | null;
}

/** The most alerts that a digest lists. */
export const LISTED_ALERTS = 100;
/** The most characters of a name in a digest. */
const MAX_NAME = 120;

/** A line of a digest. Headings are the names of rules. */
interface Line {
  readonly heading: boolean;
  readonly text: string;
}

interface Digest {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * The digest of the active alerts, as plain text and as HTML.
 * @param since ms since the epoch; alerts that fired later are new.
 */
export function digestOf(connection: string, active: ActiveAlerts, since: number): Digest {
  const { alerts, total, fresh, completeAsOf } = active;
  const begin = formatMoment(new Date(since).toISOString());
  const first = total === 0 ? DIGEST.none : DIGEST.first({ total, fresh, begin });
  const age = completeAsOf === null ? LETTER.unknownAge : formatMoment(completeAsOf);
  const lines = linesOf(alerts, since);
  const rest = total - alerts.length;
  const end = [
    ...(rest > 0 ? [DIGEST.more({ count: rest })] : []),
    LETTER.connection({ connection }),
    LETTER.age({ age }),
    LETTER.onSchedule,
  ];
  const text = [
    first,
    "",
    ...lines.map(({ heading, text: line }) => (heading ? `\n${line}` : `  - ${line}`)),
    "",
    ...end,
    "",
  ];
  return {
    subject: oneLine(
      total === 0 ? DIGEST.subjectOfNone({ connection }) : DIGEST.subject({ connection, total, fresh }),
    ),
    text: text.join("\n"),
    html: htmlOf(first, lines, end),
  };
}

/** One line for each rule, followed by its alerts. */
function linesOf(alerts: readonly Alert[], since: number): readonly Line[] {
  const rules = [...new Set(alerts.map(({ ruleId }) => ruleId))];
  const grouped = rules.map((rule) => alerts.filter(({ ruleId }) => ruleId === rule));
  return grouped.flatMap((those): Line[] => [
    { heading: true, text: oneLine(those[0]?.ruleName ?? "", MAX_NAME) },
    ...those.map((alert): Line => ({ heading: false, text: alertLine(alert, since) })),
  ]);
}

function alertLine(alert: Alert, since: number): string {
  const { firedAt, state } = alert;
  const [title, reason] = [oneLine(titleOf(alert), MAX_NAME), reasonOf(alert, PLAIN_REASONS)];
  const parts = [
    reason === "" ? title : DIGEST.reason({ title, reason }),
    firedAt === null ? "" : DIGEST.since({ moment: formatMoment(firedAt) }),
    state === "firing" ? "" : DIGEST[state],
    isNew(alert, since) ? DIGEST.new : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

const isNew = ({ firedAt }: Alert, since: number): boolean => firedAt !== null && Date.parse(firedAt) > since;

/** Writes a digest as HTML. @security every text is escaped, because names come from the service. */
function htmlOf(first: string, lines: readonly Line[], end: readonly string[]): string {
  const items = lines.map(({ heading, text }) =>
    heading ? `<h2 style="font-size:16px">${escaped(text)}</h2>` : `<p>• ${escaped(text)}</p>`,
  );
  const rest = end.map((text) => `<p style="color:#555">${escaped(text)}</p>`);
  return `<!doctype html><html><body><p>${escaped(first)}</p>${items.join("")}${rest.join("")}</body></html>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? "");
