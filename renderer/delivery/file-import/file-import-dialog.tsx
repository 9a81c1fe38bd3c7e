import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState, type ReactNode } from "react";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import classes from "./file-import.module.css";
import { FILE_IMPORT } from "./messages.ts";
import { MappingFields, TableFileButton, type MappedFile } from "./table-file.tsx";
import { ACTIONS } from "../../ui/messages.ts";

interface FileImportDialogProps<Part extends string> {
  readonly input: MappedFile<Part>;
  readonly parts: readonly Part[];
  /** The label of each part of an entry. */
  readonly labels: Readonly<Record<Part, string>>;
  readonly texts: { readonly title: string; readonly intro: string; readonly notMapped: string };
  /** Further fields, which are shown once a file is open. */
  readonly options?: ReactNode;
  /** The preview of the changes that the import would make. */
  readonly children: ReactNode;
  /** The number of entries that would be saved. */
  readonly count: number;
  readonly submitLabel: string;
  /** The message after saving; null if `onSave` itself shows a message. */
  readonly savedText: string | null;
  /** Saves the entries. @returns whether saving succeeded. */
  readonly onSave: () => Promise<boolean>;
  readonly onClose: () => void;
}

/** The dialog of an import. Its steps are the file, the columns, the preview and saving. */
export function FileImportDialog<Part extends string>({
  input: { file, mapping, isMapped, required, open, setMapping },
  parts,
  labels,
  texts,
  options,
  children,
  count,
  submitLabel,
  savedText,
  onSave,
  onClose,
}: FileImportDialogProps<Part>) {
  const [busy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const saved = await onSave();
    setBusy(false);
    if (!saved) return;
    if (savedText !== null) notifications.show({ message: savedText });
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={texts.title} size="lg" closeAs="cancel">
      <form
        className={`sd-form ${classes.form}`}
        onSubmit={(event) => {
          event.preventDefault();
          if (count > 0) void save();
        }}
      >
        <p className="sd-note">{texts.intro}</p>
        <TableFileButton onOpen={open} />
        {file && (
          <>
            <p className="sd-wrap">{FILE_IMPORT.file({ file: file.name, rows: file.table.rows.length })}</p>
            <MappingFields
              columns={file.table.columns}
              labels={labels}
              parts={parts}
              required={required}
              mapping={mapping}
              onChange={setMapping}
            />
            {options}
          </>
        )}
        {file && !isMapped && <p className="sd-problem">{texts.notMapped}</p>}
        {children}
        <FormButtons>
          <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
          <Button type="submit" loading={busy} disabled={count === 0}>
            {submitLabel}
          </Button>
        </FormButtons>
      </form>
    </Dialog>
  );
}
