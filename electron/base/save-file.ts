/**
 * Asks the user for a file, and writes it.
 * @param content made once the user has chosen.
 * @returns the file's name; null if the user cancelled.
 * @throws AppFailure `policy` for a folder that an administrator does not allow; `store`.
 */
export type SaveFile = (
  suggestedName: string,
  content: () => string | Promise<Uint8Array>,
) => Promise<{ readonly file: string | null }>;
