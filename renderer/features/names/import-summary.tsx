import { Checkbox } from "@mantine/core";
import { FILE_IMPORT, importCounts } from "../file-import/messages.ts";
import { RowList } from "../file-import/row-list.tsx";
import type { ImportPreview } from "./import-table.ts";
import { ALSO_UNKNOWN, IMPORT, PROBLEMS } from "./messages.ts";

interface ImportSummaryProps {
  readonly preview: ImportPreview;
  readonly withUnknown: boolean;
  readonly onWithUnknown: (withUnknown: boolean) => void;
}

/** The changes that an import would make, and the rows with problems. */
export function ImportSummary({ preview, withUnknown, onWithUnknown }: ImportSummaryProps) {
  const { added, changed, same, unknown } = preview;
  return (
    <>
      <p role="status">
        {added.length + changed.length === 0
          ? FILE_IMPORT.nothing
          : `${importCounts(added.length, changed.length, same)}. ${IMPORT.emptyCells}`}
      </p>
      {(["empty", "duplicate", "tooLong", "unknown"] as const).map((problem) => (
        <RowList key={problem} title={PROBLEMS[problem]} rows={preview[problem]} />
      ))}
      {unknown.length > 0 && (
        <Checkbox
          size="xs"
          label={ALSO_UNKNOWN}
          checked={withUnknown}
          onChange={(event) => onWithUnknown(event.currentTarget.checked)}
        />
      )}
    </>
  );
}
