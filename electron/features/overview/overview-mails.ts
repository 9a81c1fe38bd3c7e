import path from "node:path";
import { invalidInput } from "../../../shared/base/errors.ts";
import { localDay } from "../../../shared/base/time/local-day.ts";
import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { MailError } from "../../../shared/delivery/mail.ts";
import type { OVERVIEW_MAIL_CALLS, OverviewMail } from "../../../shared/features/overview/overview-mail.ts";
import type { SyncStatus } from "../../../shared/inventory/status.ts";
import type { PushBus } from "../../base/push-bus.ts";
import { subjectOf } from "../../delivery/mail/letter.ts";
import { mailError } from "../../delivery/mail/mail-job.ts";
import type { MailService } from "../../delivery/mail/mail-service.ts";
import { fileText, formatMoment, UNKNOWN_AGE } from "../../delivery/mail/messages.ts";
import {
  PlannedMail,
  type MailContent,
  type PlannedMailOptions,
  type PlannedRun,
} from "../../delivery/planned/planned-mail.ts";
import { NO_PRINTER, NOT_PRINTED, overviewFileName, overviewLine } from "./messages.ts";
import { Outbox } from "./outbox.ts";
import { NotPrinted, SheetPrinting, type PrintSheet } from "./sheet-printing.ts";

const BYTES_PER_MB = 1_000_000;

type Run = PlannedRun<OverviewMail>;

export interface OverviewMailsOptions extends Omit<
  PlannedMailOptions<OverviewMail>,
  "name" | "compose" | "waitUntilReady" | "mail"
> {
  /** The folder with everything that Stockdeck keeps. */
  readonly folder: string;
  readonly events: PushBus;
  readonly mail: PlannedMailOptions<OverviewMail>["mail"] & Pick<MailService, "settings" | "isOpenFile">;
  /** Absent if the host cannot print out of the user's sight. Then nothing is sent. */
  readonly print?: PrintSheet | undefined;
  /** The status of a connection; null unless it is open. */
  readonly statusOf: (profileId: string) => SyncStatus | null;
}

/** Sends the overviews of connections as PDFs. Each is printed once its connection is open and its copy whole. */
export class OverviewMails {
  readonly planned: PlannedMail<OverviewMail>;
  readonly printing: SheetPrinting | null;
  readonly #options: OverviewMailsOptions;
  readonly #outbox: Outbox;
  /** Whether the plans and the messages were read. */
  #isLoaded = false;

  constructor(options: OverviewMailsOptions) {
    this.#options = options;
    const { folder, clock, events, mail, print } = options;
    this.printing = print ? new SheetPrinting({ clock, events, print }) : null;
    this.#outbox = new Outbox(
      path.join(folder, "outbox"),
      (file, profileId) => mail.isOpenFile(file) || this.planned.isRunning(profileId),
    );
    this.planned = new PlannedMail({
      ...options,
      name: "overview",
      waitUntilReady: (profileId, signal) => this.#waitUntilReady(profileId, signal),
      compose: (run) => this.#compose(run),
      onChange: (profileId) => {
        options.onChange(profileId);
        void this.#tidy();
      },
    });
  }

  /** Reads the plans, and deletes files that an earlier end of the app has left. @throws AppFailure of kind `store`. */
  async load(): Promise<void> {
    await this.planned.load();
    this.#isLoaded = true;
    await this.#tidy();
  }

  /** Deletes the files of connections that were removed. */
  async profilesChanged(): Promise<void> {
    this.planned.profilesChanged();
    await this.#tidy();
  }

  /** Before the messages are loaded, every file of one would look like a leftover. */
  async #tidy(): Promise<void> {
    if (this.#isLoaded) await this.#outbox.tidy();
  }

  #isReady(profileId: string): boolean {
    return this.printing !== null && this.#options.statusOf(profileId)?.firstPullComplete === true;
  }

  /**
   * Waits until the connection is open and its first pull has ended; null if that is so. On a host that cannot print it
   * waits for the end.
   */
  #waitUntilReady(profileId: string, signal: AbortSignal): Promise<void> | null {
    if (this.#isReady(profileId)) return null;
    return new Promise((resolve, reject) => {
      const unsubscribe = this.#options.events.subscribe((name) => {
        if ((name === "switched" || name === "status") && this.#isReady(profileId)) end(resolve);
      });
      const stop = (): void => end(() => reject(signal.reason as Error));
      const end = (settle: () => void): void => {
        unsubscribe();
        signal.removeEventListener("abort", stop);
        settle();
      };
      signal.addEventListener("abort", stop);
    });
  }

  async #compose(run: Run): Promise<MailContent | MailError> {
    const { mail, log } = this.#options;
    // Nothing is printed in vain. A locked keychain may be unlocked by the second try.
    const access = await mail.settings.access();
    if ("failure" in access && access.failure !== "keychain") return access;
    try {
      return await this.#content(run);
    } catch (thrown) {
      if (run.signal.aborted) throw thrown;
      log.warn("the overview was not printed", { cause: thrown });
      return {
        ...mailError("internal"),
        message: thrown instanceof NotPrinted ? thrown.message : NOT_PRINTED,
      };
    }
  }

  async #content(run: Run): Promise<MailContent> {
    const { profileId, id, connection, plan, began, signal } = run;
    const { age, pdf } = await this.#printed(profileId, signal);
    const day = localDay(new Date(began));
    const file = await this.#outbox.write(profileId, id, overviewFileName(day), pdf);
    return {
      subject: subjectOf(plan.subject, { connection, date: day }),
      text: fileText({
        first: overviewLine(connection),
        connection,
        age: age === null ? UNKNOWN_AGE : formatMoment(age),
        file: file.name,
      }),
      html: null,
      file,
      limitBytes: plan.limitMb * BYTES_PER_MB,
    };
  }

  /** Prints the overview. If another connection is opened meanwhile, it is printed once its own is open again. */
  async #printed(
    profileId: string,
    signal: AbortSignal,
  ): Promise<{ readonly pdf: Uint8Array; readonly age: string | null }> {
    for (;;) {
      if (!this.printing) throw new NotPrinted(NO_PRINTER);
      await this.#waitUntilReady(profileId, signal);
      // Read before the print, so that the message never claims more than the figures contain.
      const age = this.#options.statusOf(profileId)?.completeAsOf ?? null;
      const pdf = await this.printing.print(profileId, () => this.#isReady(profileId), signal);
      if (pdf) return { pdf, age };
    }
  }
}

interface OverviewMailHandlerParts {
  readonly overviews: OverviewMails;
  readonly startup: { readonly opened: Promise<void> };
}

/** The handlers of the overview by mail. */
export function overviewMailHandlers({ overviews, startup: { opened } }: OverviewMailHandlerParts) {
  const { planned, printing } = overviews;
  return {
    getOverviewMail: ({ profileId }) => opened.then(() => planned.show(profileId)),
    sendOverviewMail: async ({ profileId }) => {
      await opened;
      if (!printing) throw invalidInput(NO_PRINTER);
      planned.send(profileId);
    },
    reportSheetDrawn: (report) => printing?.drawn(report),
  } satisfies HandlersOf<typeof OVERVIEW_MAIL_CALLS>;
}
