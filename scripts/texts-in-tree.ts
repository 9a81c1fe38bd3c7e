import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./root.ts";
import { textsOfSource, type SourceText } from "./texts-of-source.ts";
import { TEXT_ROOMS } from "../electron/base/catalogue-file.ts";

/** A source file of the app, with the texts that it declares. */
export interface SourceFile {
  readonly file: string;
  readonly code: string;
  readonly texts: readonly SourceText[];
}

/** Reads all source files of the app and their texts. @throws Error as `textsOfSource`. */
export function textsInTree(): readonly SourceFile[] {
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...TEXT_ROOMS], {
    cwd: ROOT,
    encoding: "utf8",
  });
  return listed
    .split("\n")
    .filter((file) => /\.tsx?$/.test(file) && fs.existsSync(path.join(ROOT, file)))
    .map((file) => {
      const code = fs.readFileSync(path.join(ROOT, file), "utf8");
      return { file, code, texts: textsOfSource(file, code) };
    });
}

/** The file with the translations of a source file's texts. */
export const translationFile = (file: string, language: string): string =>
  path.join(path.dirname(file), `messages.${language}.json`);
