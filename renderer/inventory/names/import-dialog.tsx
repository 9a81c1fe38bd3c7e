import { Button, FileButton, Select } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { MAX_NAMES_FILE, type FileTable } from "../../../shared/domain/names.ts";
import { NAME_COLUMNS } from "../../../shared/exports/name-file.ts";
import { useLocalCopy } from "../../host/host-context.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { succeeds, valueOrNotice } from "../../ui/notify.tsx";
import { fileAsBase64 } from "./file-as-base64.ts";
import { ImportSummary } from "./import-summary.tsx";
import { guessMapping, previewImport, type ColumnMapping } from "./import-table.ts";
import { FILE_TOO_LARGE, fileRows, IMPORT, importLabel, namesImported, PART_LABELS } from "./messages.ts";
import type { Names } from "./name-queries.ts";
import classes from "./names.module.css";

interface ImportDialogProps {
  readonly names: Names;
  /** Ids that items have. */
  readonly known: ReadonlySet<string>;
  readonly onClose: () => void;
}

interface OpenFile {
  readonly name: string;
  readonly table: FileTable;
}

/** Reads names from a file, shows what would change, and saves that. */
export function ImportDialog({ names, known, onClose }: ImportDialogProps) {
  const { host, profileId } = useLocalCopy();
  const [file, setFile] = useState<OpenFile | null>(null);
  const [mapping, setMapping] = useState<ColumnMapping>(() => guessMapping([]));
  const [withUnknown, setWithUnknown] = useState(true);
  const [busy, setBusy] = useState(false);

  const open = async (chosen: File | null): Promise<void> => {
    if (!chosen) return;
    if (chosen.size > MAX_NAMES_FILE)
      return void notifications.show({ message: FILE_TOO_LARGE, color: "red" });
    const table = await valueOrNotice(host.readNamesFile({ base64: await fileAsBase64(chosen) }));
    if (!table) return;
    setFile({ name: chosen.name, table });
    setMapping(guessMapping(table.columns));
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
        <FileButton accept=".csv,.xlsx" onChange={(chosen) => void open(chosen)}>
          {(props) => (
            <PlainButton {...props} data-autofocus>
              {IMPORT.choose}
            </PlainButton>
          )}
        </FileButton>
        {file && (
          <>
            <p className="sd-wrap">{fileRows(file.name, file.table.rows.length)}</p>
            <MappingFields columns={file.table.columns} mapping={mapping} onChange={setMapping} />
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

interface MappingFieldsProps {
  readonly columns: readonly string[];
  readonly mapping: ColumnMapping;
  readonly onChange: (mapping: ColumnMapping) => void;
}

/** Which column of the file has which part. */
function MappingFields({ columns, mapping, onChange }: MappingFieldsProps) {
  // Two columns of a file may have one heading, or none.
  const data = columns.map((column, at) => ({
    value: String(at),
    label: column.trim() === "" ? `Column ${at + 1}` : column,
  }));
  return (
    <fieldset className={classes.mapping}>
      <legend>{IMPORT.columns}</legend>
      {NAME_COLUMNS.map((part) => (
        <Select
          key={part}
          label={PART_LABELS[part]}
          placeholder={IMPORT.none}
          clearable={part !== "id"}
          data={data}
          value={mapping[part] === null ? null : String(mapping[part])}
          onChange={(at) => onChange({ ...mapping, [part]: at === null ? null : Number(at) })}
        />
      ))}
    </fieldset>
  );
}
