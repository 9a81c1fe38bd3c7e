import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import { LOW_MEASURES, type Threshold, type Thresholds } from "../../../shared/inventory/stock.ts";
import { useSaveRecords } from "../../host/documents.ts";
import { succeeds } from "../../ui/notify.tsx";
import { FileImportDialog } from "../file-import/file-import-dialog.tsx";
import { useMappedFile } from "../file-import/use-mapped-file.ts";
import {
  guessThresholdMapping,
  previewThresholds,
  THRESHOLD_COLUMNS,
  type NamedType,
} from "./import-thresholds.ts";
import { COLUMN_LABELS, IMPORT, importLabel, MEASURE_LABELS, thresholdsImported } from "./messages.ts";
import { ThresholdSummary } from "./threshold-summary.tsx";

interface ThresholdImportProps {
  readonly types: readonly NamedType[];
  readonly before: Thresholds;
  readonly onClose: () => void;
}

/** Reads thresholds from a file, shows what would change, and saves that. */
export function ThresholdImport({ types, before, onClose }: ThresholdImportProps) {
  const saveThresholds = useSaveRecords("thresholds");
  const input = useMappedFile(guessThresholdMapping, ["type", "below"]);
  const [measure, setMeasure] = useState<Threshold["measure"]>("items");
  const { file, mapping, isMapped } = input;
  const preview = file && isMapped ? previewThresholds(file.table, mapping, measure, types, before) : null;
  const entries = preview ? [...preview.added, ...preview.changed] : [];
  const thresholds = entries.map(({ type, threshold }) => ({ id: type.id, value: threshold }));
  return (
    <FileImportDialog
      input={input}
      parts={THRESHOLD_COLUMNS}
      labels={COLUMN_LABELS}
      texts={IMPORT}
      options={
        <div>
          <p className="sd-note">{mapping.measure === null ? IMPORT.measureOfAll : IMPORT.measureOfRest}</p>
          <SegmentedControl
            aria-label={COLUMN_LABELS.measure}
            value={measure}
            onChange={setMeasure}
            data={LOW_MEASURES.map((value) => ({ value, label: MEASURE_LABELS[value] }))}
          />
        </div>
      }
      count={entries.length}
      submitLabel={importLabel(entries.length)}
      savedText={thresholdsImported(entries.length)}
      onSave={() => succeeds(saveThresholds(thresholds))}
      onClose={onClose}
    >
      {preview && <ThresholdSummary preview={preview} before={before} />}
    </FileImportDialog>
  );
}
