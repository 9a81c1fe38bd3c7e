import { localDay } from "../../../shared/base/time/local-day.ts";
import { filePlanSchema, type FilePlan } from "../../../shared/delivery/planned-mails.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";
import type { PushBus } from "../../base/push-bus.ts";
import { subjectOf } from "../../delivery/mail/letter.ts";
import type { MailService } from "../../delivery/mail/mail-service.ts";
import { fileText, formatMoment, LETTER } from "../../delivery/mail/messages.ts";
import type { MailContent, MailKind, MailRun } from "../../delivery/planned/planned-mails.ts";
import { OVERVIEW_ERRORS, OVERVIEW_WORDS, OVERVIEW_MAIL } from "./messages.ts";
import { notPrinted, type SheetPrinting } from "./sheet-printing.ts";

const BYTES_PER_MB = 1_000_000;

export interface OverviewMailParts {
  readonly events: PushBus;
  readonly mail: Pick<MailService, "settings">;
  /** The printing of sheets. Null if the host cannot print in the background; then nothing is sent. */
  readonly printing: SheetPrinting | null;
  /** Returns the status of a connection; null unless the connection is open. */
  readonly statusOf: (connectionId: string) => SyncStatus | null;
}

/**
 * The kind of mail that sends a connection's overview as a PDF. It is printed when the connection is open and its copy
 * complete.
 */
export function overviewMail({ events, mail, printing, statusOf }: OverviewMailParts): MailKind<FilePlan> {
  const isReady = (connectionId: string): boolean =>
    printing !== null && statusOf(connectionId)?.firstPullComplete === true;
  /** Waits until the overview can be printed. On a host that cannot print, it waits until the signal aborts. */
  const waitUntilReady = (connectionId: string, signal: AbortSignal): Promise<void> | null => {
    if (isReady(connectionId)) return null;
    return new Promise((resolve, reject) => {
      const unsubscribe = events.subscribe((name) => {
        if ((name === "switched" || name === "status") && isReady(connectionId)) end(resolve);
      });
      const stop = (): void => end(() => reject(signal.reason as Error));
      const end = (settle: () => void): void => {
        unsubscribe();
        signal.removeEventListener("abort", stop);
        settle();
      };
      signal.addEventListener("abort", stop);
    });
  };
  /**
   * Prints the overview. If another connection is opened meanwhile, printing starts again when the overview's
   * connection is open again.
   */
  const print = async (connectionId: string, signal: AbortSignal) => {
    for (;;) {
      if (!printing) throw notPrinted(OVERVIEW_ERRORS.noPrinter);
      await waitUntilReady(connectionId, signal);
      // The time is read before the print, so that the message never claims newer data than the figures show.
      const age = statusOf(connectionId)?.completeAsOf ?? null;
      const pdf = await printing.print(connectionId, () => isReady(connectionId), signal);
      if (pdf) return { pdf, age };
    }
  };
  return {
    name: "overview",
    words: OVERVIEW_WORDS,
    plan: filePlanSchema,
    problem: printing ? null : OVERVIEW_ERRORS.noPrinter,
    waitUntilReady,
    compose: async (run) => {
      // The access is checked first, to avoid printing in vain. A locked keychain may be unlocked by the second try.
      const access = await mail.settings.access();
      if ("failure" in access && access.failure !== "keychain") return access;
      return contentOf(run, await print(run.connectionId, run.signal));
    },
    notMade: OVERVIEW_ERRORS.notPrinted,
  };
}

function contentOf(
  { connection, plan, began }: MailRun<FilePlan>,
  { pdf, age }: { readonly pdf: Uint8Array; readonly age: string | null },
): MailContent {
  const day = localDay(new Date(began));
  const name = OVERVIEW_MAIL.fileName({ day });
  return {
    subject: subjectOf(plan.subject, { connection, date: day }),
    text: fileText({
      first: OVERVIEW_MAIL.line({ connection }),
      connection,
      age: age === null ? LETTER.unknownAge : formatMoment(age),
      file: name,
    }),
    file: { name, content: pdf, limitBytes: plan.limitMb * BYTES_PER_MB },
  };
}
