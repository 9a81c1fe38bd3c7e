/** The command line is wrong; the message is one line for the person who typed it. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
