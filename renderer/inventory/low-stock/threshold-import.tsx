import { Button, SegmentedControl } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useState } from "react";
import { LOW_MEASURES, type Threshold, type Thresholds } from "../../../shared/domain/stock.ts";
import { useLocalCopy } from "../../host/host-context.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { succeeds } from "../../ui/notify.tsx";
import classes from "../file-import/file-import.module.css";
import { fileRows } from "../file-import/messages.ts";
import { MappingFields, TableFileButton, type OpenFile } from "../file-import/table-file.tsx";
import {
  guessThresholdMapping,
  previewThresholds,
  THRESHOLD_COLUMNS,
  type NamedType,
  type ThresholdMapping,
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
  const { host, profileId } = useLocalCopy();
  const [file, setFile] = useState<OpenFile | null>(null);
  const [mapping, setMapping] = useState<ThresholdMapping>(() => guessThresholdMapping([]));
  const [measure, setMeasure] = useState<Threshold["measure"]>("items");
  const [busy, setBusy] = useState(false);
  const isMapped = mapping.type !== null && mapping.below !== null;
  const preview = file && isMapped ? previewThresholds(file.table, mapping, measure, types, before) : null;
  const entries = preview ? [...preview.added, ...preview.changed] : [];
  const save = async (): Promise<void> => {
    setBusy(true);
    // fromEntries defines properties, so a type called "__proto__" stays a type.
    const thresholds = Object.fromEntries(entries.map(({ type, threshold }) => [type.id, threshold]));
    const saved = await succeeds(host.saveThresholds({ profileId, thresholds }));
    setBusy(false);
    if (!saved) return;
    notifications.show({ message: thresholdsImported(entries.length) });
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
        <TableFileButton
          onOpen={(opened) => {
            setFile(opened);
            setMapping(guessThresholdMapping(opened.table.columns));
          }}
        />
        {file && (
          <>
            <p className="sd-wrap">{fileRows(file.name, file.table.rows.length)}</p>
            <MappingFields
              columns={file.table.columns}
              labels={COLUMN_LABELS}
              parts={THRESHOLD_COLUMNS}
              required={["type", "below"]}
              mapping={mapping}
              onChange={setMapping}
            />
            <div>
              <p className="sd-note">
                {mapping.measure === null ? IMPORT.measureOfAll : IMPORT.measureOfRest}
              </p>
              <SegmentedControl
                aria-label={COLUMN_LABELS.measure}
                value={measure}
                onChange={setMeasure}
                data={LOW_MEASURES.map((value) => ({ value, label: MEASURE_LABELS[value] }))}
              />
            </div>
          </>
        )}
        {file && !isMapped && <p className="sd-problem">{IMPORT.notMapped}</p>}
        {preview && <ThresholdSummary preview={preview} before={before} />}
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
