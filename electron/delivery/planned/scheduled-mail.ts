import type { Stats } from "node:fs";
import path from "node:path";
import { formatCount } from "../../../shared/base/text/locale.ts";
import { localDay } from "../../../shared/base/time/local-day.ts";
import type { MailPart } from "../../../shared/delivery/mail.ts";
import { letterId, subjectOf } from "../mail/letter.ts";
import { mailError, type NewMail } from "../mail/mail-job.ts";
import { fileText, formatMoment, LETTER } from "../mail/messages.ts";

const BYTES_PER_MB = 1_000_000;

/** A run that wrote a file. */
interface WrittenRun {
  readonly schedule: string;
  readonly connectionId: string;
  readonly connection: string;
  readonly view: string;
  /** The start of the run; ms since the epoch. */
  readonly began: number;
  readonly rows: number;
  /** The service's time up to which the rows are complete, ISO 8601; null if unknown. */
  readonly age: string | null;
  readonly file: string;
  /** The size and time of the file after writing; null if the file can no longer be read. */
  readonly stats: Pick<Stats, "size" | "mtimeMs"> | null;
  /** The name that the recipients see; by default the name of the file. */
  readonly name?: string;
}

/** The message that sends the file of a run to its recipients. */
export function scheduledMail({ to, subject, limitMb }: MailPart, run: WrittenRun): NewMail {
  const { schedule, connectionId, connection, view, began, rows, age, file, stats } = run;
  const { name = path.basename(file) } = run;
  return {
    id: letterId(schedule, String(began)),
    connectionId,
    source: schedule,
    madeAt: began,
    to: [...to],
    subject: subjectOf(subject, { view, date: localDay(new Date(began)), rows: formatCount(rows) }),
    text: fileText({
      first: LETTER.rows({ view, rows }),
      connection,
      age: age === null ? LETTER.unknownAge : formatMoment(age),
      file: name,
    }),
    html: null,
    file: stats && { path: file, name, bytes: stats.size, modifiedAt: stats.mtimeMs },
    ...(stats === null && { failure: mailError("file") }),
    limitBytes: limitMb * BYTES_PER_MB,
  };
}
