import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { NAME_COLUMNS } from "../../../shared/exports/name-file.ts";
import { useLocalCopy } from "../../host/host-context.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { succeeds } from "../../ui/notify.tsx";
import type { ColumnMapping } from "../file-import/column-mapping.ts";
import classes from "../file-import/file-import.module.css";
import { fileRows } from "../file-import/messages.ts";
import { MappingFields, TableFileButton, type OpenFile } from "../file-import/table-file.tsx";
import { ImportSummary } from "./import-summary.tsx";
import { guessMapping, previewImport, type NameColumn } from "./import-table.ts";
import { IMPORT, importLabel, namesImported, PART_LABELS } from "./messages.ts";
import type { Names } from "./name-queries.ts";

interface ImportDialogProps {
  readonly names: Names;
  /** Ids that items have. */
  readonly known: ReadonlySet<string>;
  readonly onClose: () => void;
}

/** Reads names from a file, shows what would change, and saves that. */
export function ImportDialog({ names, known, onClose }: ImportDialogProps) {
  const { host, profileId } = useLocalCopy();
  const [file, setFile] = useState<OpenFile | null>(null);
  const [mapping, setMapping] = useState<ColumnMapping<NameColumn>>(() => guessMapping([]));
  const [withUnknown, setWithUnknown] = useState(true);
  const [busy, setBusy] = useState(false);

  const open = (opened: OpenFile): void => {
    setFile(opened);
    setMapping(guessMapping(opened.table.columns));
  };
  const preview = file && mapping.id !== null ? previewImport(file.table, mapping, names, known) : null;
  const left = new Set(withUnknown ? [] : preview?.unknown.map(({ id }) => id));
  const entries = preview ? [...preview.added, ...preview.changed].filter(({ id }) => !left.has(id)) : [];
  const save = async (): Promise<void> => {
    setBusy(true);
    const saved = await succeeds(host.saveNames({ profileId, entries }));
    setBusy(false);
    if (!saved) return;
    notifications.show({ message: namesImported(entries.length) });
    onClose();
  };

  return (
    <Dialog onClose={onClose} title={IMPORT.title} size="lg" closeLabel="Cancel">
      <form
        className={`sd-form ${classes.form}`}
        onSubmit={(event) => {
          event.preventDefault();
          if (entries.length > 0) void save();
        }}
      >
        <p className="sd-note">{IMPORT.intro}</p>
        <TableFileButton onOpen={open} />
        {file && (
          <>
            <p className="sd-wrap">{fileRows(file.name, file.table.rows.length)}</p>
            <MappingFields
              columns={file.table.columns}
              labels={PART_LABELS}
              parts={NAME_COLUMNS}
              required={["id"]}
              mapping={mapping}
              onChange={setMapping}
            />
          </>
        )}
        {file && mapping.id === null && <p className="sd-problem">{IMPORT.noId}</p>}
        {preview && (
          <ImportSummary preview={preview} withUnknown={withUnknown} onWithUnknown={setWithUnknown} />
        )}
        <FormButtons>
          <PlainButton onClick={onClose}>Cancel</PlainButton>
          <Button type="submit" loading={busy} disabled={entries.length === 0}>
            {importLabel(entries.length)}
          </Button>
        </FormButtons>
      </form>
    </Dialog>
  );
}
