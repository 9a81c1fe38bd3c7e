import { sentences, texts } from "../../../shared/base/text/texts.ts";
import type { MailWords } from "../../../shared/delivery/planned-mails.ts";

export const OVERVIEW_MAIL = texts("overview.mail", {
  title: "Overview by mail",
  intro:
    "The overview of this connection as a PDF, with the cards that you have chosen, on the days you choose. It is made while this connection is open.",
  stop: "Delete",
  stopTitle: "Stop sending the overview?",
  stopText: "Its recipients are forgotten, and the overview is not sent any more.",
  /** The first line of the message's text. */
  line: "The overview of {connection} is attached as PDF.",
  /** The name of the file that recipients get. */
  fileName: "Overview {day}.pdf",
  /** The subject that the form proposes. */
  subject: "Overview of {connection}, {date}",
});

/** The reasons why the overview is not sent. */
export const OVERVIEW_ERRORS = sentences("overview.errors", {
  notPrinted: "The overview could not be printed, so no message was sent. The log has the details.",
  notDrawn: "The overview was not drawn within a minute, so no message was sent.",
  notWhole: "A part of the overview could not be read, so no message was sent.",
  noPrinter: "Only the installed app sends the overview by mail.",
});

/** The names in braces that Stockdeck replaces in a subject. */
const PLACEHOLDERS = { connection: "{connection}", date: "{date}" };

/** The section "overview by mail" of the settings. */
export const OVERVIEW_WORDS: MailWords = {
  title: OVERVIEW_MAIL.title,
  intro: OVERVIEW_MAIL.intro,
  stop: { label: OVERVIEW_MAIL.stop, title: OVERVIEW_MAIL.stopTitle, text: OVERVIEW_MAIL.stopText },
  fields: {
    firstSubject: OVERVIEW_MAIL.subject(PLACEHOLDERS),
    placeholders: Object.values(PLACEHOLDERS),
  },
};
