import fs from "node:fs/promises";
import path from "node:path";

/**
 * The file that an export goes to: the one that the user chose, with the format's ending if they gave it none. The
 * dialog asked about the file that they named, and not about the one with the ending; so they are asked about that here.
 * @returns null if it is not to be replaced.
 */
export async function wholeName(
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
