import { Checkbox } from "@mantine/core";
import type { ReactNode } from "react";
import type { ExportChoice } from "./export-choice.ts";
import classes from "./export.module.css";
import { FormatFields } from "./format-fields.tsx";
import { MANIFEST } from "./messages.ts";

interface FormatChoiceProps {
  readonly choice: ExportChoice;
  readonly change: (part: Partial<ExportChoice>) => void;
  /** What can be ticked beside the manifest. */
  readonly children?: ReactNode;
}

/** The part of the dialog that is the same for rows and changes: format, separators, manifest. */
export function FormatChoice({ choice, change, children }: FormatChoiceProps) {
  return (
    <>
      <FormatFields
        format={choice.format}
        separators={choice.separators}
        onFormat={(format) => change({ format })}
        onSeparators={(separators) => change({ separators })}
      />
      <div className={classes.choices}>
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
