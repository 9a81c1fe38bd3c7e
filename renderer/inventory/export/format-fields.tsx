import { Select } from "@mantine/core";
import type { ExportFormat } from "../../../shared/exports/export-formats.ts";
import type { ExportChoice } from "./export-choice.ts";
import classes from "./export.module.css";

const FORMATS: readonly { readonly value: ExportFormat; readonly label: string }[] = [
  { value: "csv", label: "CSV, for spreadsheets and programs" },
  { value: "xlsx", label: "XLSX, for Excel" },
  { value: "json", label: "JSON, one object" },
  { value: "ndjson", label: "NDJSON, one record a line" },
];
const SEPARATORS: readonly { readonly value: ExportChoice["separators"]; readonly label: string }[] = [
  { value: "comma", label: "Commas, 1.5" },
  { value: "semicolon", label: "Semicolons, 1,5" },
  { value: "tab", label: "Tabs, 1.5" },
];

/** What a file is written as, and for CSV how it is separated. */
export function FormatFields({
  format,
  separators,
  onFormat,
  onSeparators,
}: {
  readonly format: ExportFormat;
  readonly separators: ExportChoice["separators"];
  readonly onFormat: (format: ExportFormat) => void;
  readonly onSeparators: (separators: ExportChoice["separators"]) => void;
}) {
  return (
    <div className={classes.row}>
      <Select
        label="Format"
        data={FORMATS}
        value={format}
        allowDeselect={false}
        onChange={(chosen) => chosen && onFormat(chosen)}
      />
      {format === "csv" && (
        <Select
          label="Separators and decimals"
          data={SEPARATORS}
          value={separators}
          allowDeselect={false}
          onChange={(chosen) => chosen && onSeparators(chosen)}
        />
      )}
    </div>
  );
}
