import { Checkbox, Select } from "@mantine/core";
import type { ReactNode } from "react";
import type { ExportFormat } from "../../../shared/export-formats.ts";
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

/** The part of the dialog that is the same for rows and changes: format, separators, manifest. */
export function FormatChoice({
  choice,
  change,
  children,
}: {
  readonly choice: ExportChoice;
  readonly change: (part: Partial<ExportChoice>) => void;
  /** What can be ticked beside the manifest. */
  readonly children?: ReactNode;
}) {
  return (
    <>
      <div className={classes.row}>
        <Select
          label="Format"
          data={FORMATS}
          value={choice.format}
          allowDeselect={false}
          onChange={(format) => format && change({ format })}
        />
        {choice.format === "csv" && (
          <Select
            label="Separators and decimals"
            data={SEPARATORS}
            value={choice.separators}
            allowDeselect={false}
            onChange={(separators) => separators && change({ separators })}
          />
        )}
      </div>
      <div className={classes.choices}>
        {children}
        <Checkbox
          label="A manifest beside the file: where it comes from, and its SHA-256"
          checked={choice.manifest}
          onChange={(event) => change({ manifest: event.currentTarget.checked })}
        />
      </div>
    </>
  );
}
