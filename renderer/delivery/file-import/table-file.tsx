import { FileButton, Select } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { MAX_TABLE_FILE, type FileTable } from "../../../shared/delivery/file-table.ts";
import { useHost } from "../../host/host-context.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";
import type { ColumnMapping } from "./column-mapping.ts";
import classes from "./file-import.module.css";
import { FILE_IMPORT } from "./messages.ts";
import { useState } from "react";

/** The content of a CSV or XLSX file. */
interface OpenFile {
  readonly name: string;
  readonly table: FileTable;
}

/** The button that chooses a CSV or XLSX file and reads it. */
export function TableFileButton({ onOpen }: { readonly onOpen: (file: OpenFile) => void }) {
  const host = useHost();
  const open = async (chosen: File | null): Promise<void> => {
    if (!chosen) return;
    if (chosen.size > MAX_TABLE_FILE)
      return void notifications.show({ message: FILE_IMPORT.tooLarge, color: "red" });
    const table = await valueOrNotice(host.readTableFile({ base64: await fileAsBase64(chosen) }));
    if (table) onOpen({ name: chosen.name, table });
  };
  return (
    <FileButton accept=".csv,.xlsx" onChange={(chosen) => void open(chosen)}>
      {(props) => (
        <PlainButton {...props} data-autofocus>
          {FILE_IMPORT.choose}
        </PlainButton>
      )}
    </FileButton>
  );
}

interface MappingFieldsProps<Part extends string> {
  readonly columns: readonly string[];
  /** The label of each part of an entry. */
  readonly labels: Readonly<Record<Part, string>>;
  readonly parts: readonly Part[];
  readonly required: readonly Part[];
  readonly mapping: ColumnMapping<Part>;
  readonly onChange: (mapping: ColumnMapping<Part>) => void;
}

/** The fields that choose the file's column for each part. */
export function MappingFields<Part extends string>({
  columns,
  labels,
  parts,
  required,
  mapping,
  onChange,
}: MappingFieldsProps<Part>) {
  // Columns are identified by index, because headings may be equal or empty.
  const data = columns.map((column, at) => ({
    value: String(at),
    label: column.trim() === "" ? FILE_IMPORT.column({ column: String(at + 1) }) : column,
  }));
  return (
    <fieldset className={classes.mapping}>
      <legend>{FILE_IMPORT.columns}</legend>
      {parts.map((part) => (
        <Select
          key={part}
          label={labels[part]}
          placeholder={FILE_IMPORT.none}
          clearable={!required.includes(part)}
          data={data}
          value={mapping[part] === null ? null : String(mapping[part])}
          onChange={(at) => onChange({ ...mapping, [part]: at === null ? null : Number(at) })}
        />
      ))}
    </fieldset>
  );
}

/** Reads the content of a file as Base64. @throws DOMException if the file cannot be read. */
function fileAsBase64(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      const url = typeof reader.result === "string" ? reader.result : "";
      resolve(url.slice(url.indexOf(",") + 1));
    });
    reader.addEventListener("error", () => reject(reader.error ?? new Error("the file cannot be read")));
    reader.readAsDataURL(file);
  });
}

/** The file of an import, and its column for each part. */
export interface MappedFile<Part extends string> {
  readonly file: OpenFile | null;
  readonly mapping: ColumnMapping<Part>;
  /** Whether every required part has a column. */
  readonly isMapped: boolean;
  readonly required: readonly Part[];
  readonly open: (file: OpenFile) => void;
  readonly setMapping: (mapping: ColumnMapping<Part>) => void;
}

/** The state of the file in an import. @param guess suggests a mapping from the headings of a file. */
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
