import type { HandlersOf } from "../../../shared/contract/declarations.ts";
import type { MAIL_CALLS } from "../../../shared/features/mail/mail.ts";
import type { MailService } from "./mail-service.ts";

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
