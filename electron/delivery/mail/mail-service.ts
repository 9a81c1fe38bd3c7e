import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import { isMailReady, type MAIL_CALLS } from "../../../shared/delivery/mail.ts";
import type { UserDatabase } from "../../store/user-data/user-database.ts";
import type { MailTable } from "./mail-table.ts";
import type { Remote } from "../../store/database/worker-rpc.ts";
import type { MailJob } from "./mail-job.ts";
import { MailQueue, type MailQueueOptions } from "./mail-queue.ts";
import { MailSettings, type MailSettingsOptions } from "./mail-settings.ts";

export interface MailServiceOptions
  extends Omit<MailSettingsOptions, "store">, Pick<MailQueueOptions, "clock" | "log" | "timeouts"> {
  readonly store: Pick<
    Remote<MailTable & UserDatabase>,
    "get" | "set" | "mails" | "saveMail" | "deleteMails"
  >;
  /** Called when the state of a message has changed. */
  onMailed(message: Pick<MailJob, "connectionId" | "source">): void;
}

/** The app's mail: its settings, and the messages that are sent with these settings. */
export class MailService extends MailQueue {
  readonly settings: MailSettings;

  constructor(options: MailServiceOptions) {
    const settings = new MailSettings(options);
    super({
      ...options,
      access: () => settings.access(),
      onMailed: (message) => options.onMailed(message),
    });
    this.settings = settings;
  }

  /** Whether a message could be sent now. */
  async isReady(): Promise<boolean> {
    return isMailReady(await this.settings.state());
  }
}

interface MailHandlerParts {
  readonly mail: MailService;
  readonly startup: { readonly opened: Promise<void> };
}

/** The handlers of the mail server, its password and test messages. */
export function mailHandlers({ mail, startup: { opened } }: MailHandlerParts) {
  const { settings } = mail;
  return {
    getMail: () => opened.then(() => settings.state()),
    saveMail: (input) => opened.then(() => settings.save(input)),
    chooseMailAuthority: () => settings.chooseAuthority(),
    setMailPassword: (input) => opened.then(() => settings.setPassword(input)),
    forgetMailPassword: () => opened.then(() => settings.forgetPassword()),
    testMail: ({ to }) => opened.then(() => mail.test(to)),
  } satisfies HandlersOf<typeof MAIL_CALLS>;
}
