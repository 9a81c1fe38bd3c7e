import { Checkbox, Select } from "@mantine/core";
import { EXPORT_FORMATS, type ExportFormat } from "../../../shared/features/exports/export-formats.ts";
import type { ExportChoice } from "./export-choice.ts";
import type { ReactNode } from "react";
import { MANIFEST } from "./messages.ts";

const FORMAT_LABELS: Readonly<Record<ExportFormat, string>> = {
  csv: "CSV, for spreadsheets and programs",
  xlsx: "XLSX, for Excel",
  json: "JSON, one object",
  ndjson: "NDJSON, one record a line",
};
const FORMATS = EXPORT_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }));
const SEPARATORS: readonly { readonly value: ExportChoice["separators"]; readonly label: string }[] = [
  { value: "comma", label: "Commas, 1.5" },
  { value: "semicolon", label: "Semicolons, 1,5" },
  { value: "tab", label: "Tabs, 1.5" },
];

interface FormatFieldsProps {
  readonly choice: Pick<ExportChoice, "format" | "separators">;
  readonly change: (part: Partial<Pick<ExportChoice, "format" | "separators">>) => void;
}

/** Fields for an export's file format and a CSV's separators. */
export function FormatFields({ choice: { format, separators }, change }: FormatFieldsProps) {
  return (
    <div className="sd-pair">
      <Select
        label="Format"
        data={FORMATS}
        value={format}
        onChange={(chosen) => chosen && change({ format: chosen })}
      />
      {format === "csv" && (
        <Select
          label="Separators and decimals"
          data={SEPARATORS}
          value={separators}
          onChange={(chosen) => chosen && change({ separators: chosen })}
        />
      )}
    </div>
  );
}

interface FormatChoiceProps {
  readonly choice: ExportChoice;
  readonly change: (part: Partial<ExportChoice>) => void;
  readonly children?: ReactNode;
}

/** The part of the dialog that is the same for rows and changes: format, separators, manifest. */
export function FormatChoice({ choice, change, children }: FormatChoiceProps) {
  return (
    <>
      <FormatFields choice={choice} change={change} />
      <div className="sd-choices">
        {children}
        <Checkbox
          label={MANIFEST}
          checked={choice.manifest}
          onChange={(event) => change({ manifest: event.currentTarget.checked })}
        />
      </div>
    </>
  );
}
