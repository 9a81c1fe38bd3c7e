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
