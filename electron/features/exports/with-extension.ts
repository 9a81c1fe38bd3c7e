import fs from "node:fs/promises";
import path from "node:path";

/**
 * The file of an export: the one that the user chose, with the format's extension if it had none. The dialog asked
 * about the name without the extension, so the user is asked here about the name with it.
 * @returns null if an existing file must not be replaced.
 */
export async function withExtension(
  chosen: string,
  ending: string,
  confirmReplace: (file: string) => Promise<boolean>,
): Promise<string | null> {
  if (path.extname(chosen) !== "") return chosen;
  const whole = `${chosen}.${ending}`;
  const mayWrite = !(await isThere(whole)) || (await confirmReplace(whole));
  return mayWrite ? whole : null;
}

/** A dangling link counts as a file, too. */
function isThere(file: string): Promise<boolean> {
  return fs.lstat(file).then(
    () => true,
    () => false,
  );
}
