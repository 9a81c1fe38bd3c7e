import { SegmentedControl } from "@mantine/core";
import { MEASURES, type Measure } from "../../table/figures/measures.ts";
import { MEASURE } from "./messages.ts";
import { MEASURE_LABELS } from "../../table/figures/messages.ts";

interface MeasureChoiceProps<M extends Measure> {
  readonly value: M;
  readonly onChange: (measure: M) => void;
  readonly among?: readonly M[];
}

/** The choice between items, length and weight. */
export function MeasureChoice<M extends Measure>({ value, onChange, among }: MeasureChoiceProps<M>) {
  const offered: readonly Measure[] = among ?? MEASURES;
  return (
    <SegmentedControl
      size="xs"
      aria-label={MEASURE}
      value={value}
      onChange={(measure) => onChange(measure as M)}
      data={offered.map((measure) => ({ value: measure, label: MEASURE_LABELS[measure] }))}
    />
  );
}
