import { useState } from "react";
import { NAME_COLUMNS, nameRecord } from "../../../shared/features/names/names.ts";
import { useSaveRecords } from "../../host/documents.ts";
import { succeeds } from "../../ui/notify.tsx";
import { FileImportDialog } from "../../delivery/file-import/file-import-dialog.tsx";
import { useMappedFile } from "../../delivery/file-import/table-file.tsx";
import { guessMapping, previewImport, type ImportPreview } from "./import-table.ts";
import { IMPORT, importLabel, PART_LABELS, PROBLEMS } from "./messages.ts";
import type { Names } from "../../inventory/names/name-queries.ts";
import { Checkbox } from "@mantine/core";
import { RowList } from "../../delivery/file-import/row-list.tsx";
import { importPreview } from "../../delivery/file-import/messages.ts";

interface ImportDialogProps {
  readonly names: Names;
  /** The ids of all holders of items. */
  readonly known: ReadonlySet<string>;
  readonly onClose: () => void;
}

/** The dialog that imports names from a file, after a preview. */
export function ImportDialog({ names, known, onClose }: ImportDialogProps) {
  const save = useSaveRecords("names");
  const input = useMappedFile(guessMapping, ["id"]);
  const [withUnknown, setWithUnknown] = useState(true);
  const { file, mapping, isMapped } = input;
  const preview = file && isMapped ? previewImport(file.table, mapping, names, known) : null;
  const left = new Set(withUnknown ? [] : preview?.unknown.map(({ id }) => id));
  const entries = preview ? [...preview.added, ...preview.changed].filter(({ id }) => !left.has(id)) : [];
  return (
    <FileImportDialog
      input={input}
      parts={NAME_COLUMNS}
      labels={PART_LABELS}
      texts={IMPORT}
      count={entries.length}
      submitLabel={importLabel(entries.length)}
      savedText={IMPORT.imported({ names: entries.length })}
      onSave={() => succeeds(save(entries.map((entry) => ({ id: entry.id, value: nameRecord(entry) }))))}
      onClose={onClose}
    >
      {preview && (
        <ImportSummary preview={preview} withUnknown={withUnknown} onWithUnknown={setWithUnknown} />
      )}
    </FileImportDialog>
  );
}

interface ImportSummaryProps {
  readonly preview: ImportPreview;
  readonly withUnknown: boolean;
  readonly onWithUnknown: (withUnknown: boolean) => void;
}

/** The preview: the changes that an import would make, and the rows with problems. */
function ImportSummary({ preview, withUnknown, onWithUnknown }: ImportSummaryProps) {
  const { added, changed, same, unknown } = preview;
  return (
    <>
      <p role="status">
        {importPreview(added.length, changed.length, same)}
        {added.length + changed.length > 0 && ` ${IMPORT.emptyCells}`}
      </p>
      <RowList title={IMPORT.replaced} rows={preview.replaced} />
      {(["unreadable", "empty", "duplicate", "tooLong", "unknown"] as const).map((problem) => (
        <RowList key={problem} title={PROBLEMS[problem]} rows={preview[problem]} />
      ))}
      {unknown.length > 0 && (
        <Checkbox
          size="xs"
          label={IMPORT.alsoUnknown}
          checked={withUnknown}
          onChange={(event) => onWithUnknown(event.currentTarget.checked)}
        />
      )}
    </>
  );
}
