import path from "node:path";
import { invalidInput } from "../../../shared/base/errors.ts";
import { EXPORT_FORMATS } from "../../../shared/features/exports/export-formats.ts";

const ENDINGS: ReadonlySet<string> = new Set(EXPORT_FORMATS.map((format) => `.${format}`));

/**
 * Returns the file if its format is one that Stockdeck exports.
 * @security opening a file of another kind, such as a program or a .desktop file, would run it. The user may have given
 * an export that name, and its contents come from the service.
 * @throws AppFailure `invalid_input` for any other file.
 */
export function openableFile(file: string): string {
  if (ENDINGS.has(path.extname(file).toLowerCase())) return file;
  throw invalidInput(
    "Stockdeck opens files that end with .csv, .xlsx, .json or .ndjson only. Show this one in its folder instead.",
  );
}
