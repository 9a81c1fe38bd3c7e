import type { MailWords } from "../../../shared/delivery/planned-mails.ts";

/** The section of the overview by mail. */
export const OVERVIEW_WORDS: MailWords = {
  title: "Overview by mail",
  intro:
    "The overview of this connection as a PDF, with the cards that you have chosen, on the days you choose. It is made while this connection is open.",
  stop: {
    label: "Delete",
    title: "Stop sending the overview?",
    text: "Its recipients are forgotten, and the overview is not sent any more.",
  },
  fields: {
    firstSubject: "Overview of {connection}, {date}",
    subjectHint: "{connection} and {date} are replaced.",
  },
};

export const NOT_PRINTED =
  "The overview could not be printed, so no message was sent. The log has the details.";
export const NOT_DRAWN = "The overview was not drawn within a minute, so no message was sent.";
export const NOT_WHOLE = "A part of the overview could not be read, so no message was sent.";
export const NO_PRINTER = "Only the installed app sends the overview by mail.";

/** The first line of the message. */
export const overviewLine = (connection: string): string =>
  `The overview of ${connection} is attached as PDF.`;

/** The name of the file that recipients get. @param day "2026-11-28". */
export const overviewFileName = (day: string): string => `Overview ${day}.pdf`;
