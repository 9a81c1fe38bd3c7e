import type { Thresholds } from "../../../shared/inventory/stock.ts";
import { unitOf } from "../../../shared/inventory/units.ts";
import { FILE_IMPORT, importCounts } from "../file-import/messages.ts";
import { RowList, type FileRow } from "../file-import/row-list.tsx";
import { useUnits } from "../../table/units/unit-queries.ts";
import type { ImportedThreshold, ThresholdPreview } from "./import-thresholds.ts";
import { CHANGES, changeLabel, PROBLEMS } from "./messages.ts";

interface ThresholdSummaryProps {
  readonly preview: ThresholdPreview;
  readonly before: Thresholds;
}

/** The changes that an import would make, and the rows with problems. */
export function ThresholdSummary({ preview, before }: ThresholdSummaryProps) {
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
      <p role="status">
        {added.length + changed.length === 0
          ? FILE_IMPORT.nothing
          : `${importCounts(added.length, changed.length, same)}.`}
      </p>
      {(["added", "changed"] as const).map((change) => (
        <RowList key={change} title={CHANGES[change]} rows={preview[change].map(rowOf)} />
      ))}
      {(["unknown", "ambiguous", "duplicate", "invalid", "empty"] as const).map((problem) => (
        <RowList key={problem} title={PROBLEMS[problem]} rows={preview[problem]} />
      ))}
    </>
  );
}
