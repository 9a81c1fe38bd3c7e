import { MEASURE_LABELS } from "../../../shared/features/low-stock/messages.ts";
import { SegmentedControl } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { MAX_PAGE_ROWS } from "../../../shared/query/query-calls.ts";
import type { Query } from "../../../shared/query/query.ts";
import { LOW_MEASURES, type Threshold, type Thresholds } from "../../../shared/inventory/stock.ts";
import { unwrap } from "../../base/unwrap.ts";
import { recordsQuery, useSaveRecords } from "../../host/documents.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { LOCAL_DATA } from "../../host/query-client.ts";
import { succeeds } from "../../ui/notify.tsx";
import { FileImportDialog } from "../../delivery/file-import/file-import-dialog.tsx";
import { useMappedFile } from "../../delivery/file-import/table-file.tsx";
import {
  guessThresholdMapping,
  previewThresholds,
  THRESHOLD_COLUMNS,
  type NamedType,
  type ImportedThreshold,
  type ThresholdPreview,
} from "./import-thresholds.ts";
import { COLUMN_LABELS, IMPORT, importLabel, CHANGES, changeLabel, PROBLEMS } from "./messages.ts";
import { unitOf } from "../../../shared/inventory/units.ts";
import { RowList, type FileRow } from "../../delivery/file-import/row-list.tsx";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { importPreview } from "../../delivery/file-import/messages.ts";

const BY_ID: Query = { version: 1, sort: [{ field: "id", direction: "asc" }] };

/** The query for the id and name of every material type. */
const namedTypesQuery = ({ host, connectionId }: ConnectionApi) =>
  queryOptions({
    queryKey: [LOCAL_DATA, "types", connectionId, "named"],
    queryFn: async (): Promise<readonly NamedType[]> => {
      const types: NamedType[] = [];
      for (;;) {
        const window = { offset: types.length, limit: MAX_PAGE_ROWS };
        const { rows } = await unwrap(
          host.queryPage({
            connectionId,
            resource: "types",
            query: BY_ID,
            ...window,
          }),
        );
        types.push(...rows.map((row) => ({ id: String(row["id"]), name: String(row["name"] ?? "") })));
        if (rows.length < MAX_PAGE_ROWS) return types;
      }
    },
  });

/** The dialog that imports thresholds from a file, after a preview. */
export function ThresholdImport({ onClose }: { readonly onClose: () => void }) {
  const api = useConnectionApi();
  const thresholds = useQuery(recordsQuery(api, "thresholds")).data;
  const types = useQuery(namedTypesQuery(api)).data;
  if (!thresholds || !types) return null;
  return <ImportForm types={types} before={Object.fromEntries(thresholds)} onClose={onClose} />;
}

interface ImportFormProps {
  readonly types: readonly NamedType[];
  readonly before: Thresholds;
  readonly onClose: () => void;
}

function ImportForm({ types, before, onClose }: ImportFormProps) {
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
      savedText={IMPORT.imported({ thresholds: entries.length })}
      onSave={() => succeeds(saveThresholds(thresholds))}
      onClose={onClose}
    >
      {preview && <ThresholdSummary preview={preview} before={before} />}
    </FileImportDialog>
  );
}

interface ThresholdSummaryProps {
  readonly preview: ThresholdPreview;
  readonly before: Thresholds;
}

/** The preview: the changes that an import would make, and the rows with problems. */
function ThresholdSummary({ preview, before }: ThresholdSummaryProps) {
  const units = useUnits();
  const { added, changed, same } = preview;
  const rowOf = ({ row, type: { id, name }, threshold }: ImportedThreshold): FileRow => {
    const now = Object.hasOwn(before, id) ? before[id] : undefined;
    const unit = (measure: typeof threshold.measure): string =>
      measure === "items" ? "items" : (unitOf(units, measure, id) ?? "");
    return { row, id, name: changeLabel(name, now, threshold, unit) };
  };
  return (
    <>
      <p role="status">{importPreview(added.length, changed.length, same)}</p>
      {(["added", "changed"] as const).map((change) => (
        <RowList key={change} title={CHANGES[change]} rows={preview[change].map(rowOf)} />
      ))}
      {(["unknown", "ambiguous", "duplicate", "invalid", "unreadable", "empty"] as const).map((problem) => (
        <RowList key={problem} title={PROBLEMS[problem]} rows={preview[problem]} />
      ))}
    </>
  );
}
