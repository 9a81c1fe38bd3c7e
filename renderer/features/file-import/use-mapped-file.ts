import { useState } from "react";
import type { ColumnMapping } from "./column-mapping.ts";
import type { OpenFile } from "./table-file.tsx";

/** The file of an import, and which of its columns has which part. */
export interface MappedFile<Part extends string> {
  readonly file: OpenFile | null;
  readonly mapping: ColumnMapping<Part>;
  /** Whether every part has a column without which nothing can be imported. */
  readonly isMapped: boolean;
  readonly required: readonly Part[];
  readonly open: (file: OpenFile) => void;
  readonly setMapping: (mapping: ColumnMapping<Part>) => void;
}

/** No file yet. @param guess the mapping that a file's headings suggest. */
export function useMappedFile<Part extends string>(
  guess: (columns: readonly string[]) => ColumnMapping<Part>,
  required: readonly NoInfer<Part>[],
): MappedFile<Part> {
  const [file, setFile] = useState<OpenFile | null>(null);
  const [mapping, setMapping] = useState(() => guess([]));
  return {
    file,
    mapping,
    isMapped: required.every((part) => mapping[part] !== null),
    required,
    open: (opened) => {
      setFile(opened);
      setMapping(guess(opened.table.columns));
    },
    setMapping,
  };
}
