import { Checkbox, Select } from "@mantine/core";
import { EXPORT_FORMATS } from "../../../shared/delivery/export-formats.ts";
import type { ExportChoice } from "./export-choice.ts";
import type { ReactNode } from "react";
import { FORMAT_FIELDS, FORMAT_LABELS, SEPARATOR_LABELS } from "./messages.ts";

const FORMATS = EXPORT_FORMATS.map((value) => ({ value, label: FORMAT_LABELS[value] }));
const SEPARATORS = (["comma", "semicolon", "tab"] as const).map((value) => ({
  value,
  label: SEPARATOR_LABELS[value],
}));

interface FormatFieldsProps {
  readonly choice: Pick<ExportChoice, "format" | "separators">;
  readonly change: (part: Partial<Pick<ExportChoice, "format" | "separators">>) => void;
}

/** The fields for the file format of an export and the separators of a CSV. */
export function FormatFields({ choice: { format, separators }, change }: FormatFieldsProps) {
  return (
    <div className="sd-pair">
      <Select
        label={FORMAT_FIELDS.format}
        data={FORMATS}
        value={format}
        onChange={(chosen) => chosen && change({ format: chosen })}
      />
      {format === "csv" && (
        <Select
          label={FORMAT_FIELDS.separators}
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

/** The fields that exports of rows and exports of changes share: format, separators, manifest. */
export function FormatChoice({ choice, change, children }: FormatChoiceProps) {
  return (
    <>
      <FormatFields choice={choice} change={change} />
      <div className="sd-choices">
        {children}
        <Checkbox
          label={FORMAT_FIELDS.manifest}
          checked={choice.manifest}
          onChange={(event) => change({ manifest: event.currentTarget.checked })}
        />
      </div>
    </>
  );
}
