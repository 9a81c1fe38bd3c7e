import { NumberInput, Select, TextInput } from "@mantine/core";
import { QUERY_FIELDS, type Field } from "../../../shared/fields.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import { percentOf } from "./describe-filter.ts";
import { DURATION_PRESETS, durationWords } from "./durations.ts";
import type { FieldFilter } from "../../../shared/field-filter.ts";
import classes from "./filters.module.css";

type Of<K extends FieldFilter["kind"]> = Extract<FieldFilter, { kind: K }>;
interface EditorProps<K extends FieldFilter["kind"]> {
  readonly field: Field;
  readonly filter: Of<K>;
  readonly onChange: (filter: Of<K>) => void;
}

/** A text to compare with. */
export function TextEditor({ field, filter, onChange }: EditorProps<"text">) {
  return (
    <TextInput
      aria-label={`${field.label}: text`}
      placeholder="Text"
      value={filter.value}
      maxLength={500}
      data-autofocus
      onChange={(event) => onChange({ ...filter, value: event.currentTarget.value })}
    />
  );
}

/** Two numbers, either of which may be left out. */
export function RangeEditor({ field, filter, onChange }: EditorProps<"range">) {
  const numberOrNull = (value: string | number): number | null => (typeof value === "number" ? value : null);
  return (
    <div className={classes.pair}>
      <NumberInput
        size="xs"
        hideControls
        aria-label={`${field.label}: at least`}
        placeholder="From"
        value={filter.min ?? ""}
        data-autofocus
        onChange={(value) => onChange({ ...filter, min: numberOrNull(value) })}
      />
      <span aria-hidden>–</span>
      <NumberInput
        size="xs"
        hideControls
        aria-label={`${field.label}: at most`}
        placeholder="To"
        value={filter.max ?? ""}
        onChange={(value) => onChange({ ...filter, max: numberOrNull(value) })}
      />
    </div>
  );
}

/** Per cent of another number of the same row. */
export function ShareEditor({
  resource,
  field,
  filter,
  onChange,
}: EditorProps<"share"> & { readonly resource: Resource }) {
  const others = QUERY_FIELDS[resource].filter(({ kind, name }) => kind === "number" && name !== field.name);
  return (
    <div className={classes.share}>
      <NumberInput
        size="xs"
        hideControls
        aria-label={`${field.label}: per cent`}
        rightSection="%"
        min={0}
        max={100}
        value={percentOf(filter.share)}
        data-autofocus
        onChange={(value) => onChange({ ...filter, share: typeof value === "number" ? value / 100 : 0 })}
      />
      <span>of</span>
      <Select
        aria-label={`${field.label}: share of`}
        placeholder="Field"
        data={others.map(({ name, label }) => ({ value: name, label }))}
        value={filter.of === "" ? null : filter.of}
        comboboxProps={{ withinPortal: false }}
        onChange={(of) => of && onChange({ ...filter, of })}
      />
    </div>
  );
}

/** A span of time that ends now. */
export function RelativeEditor({ field, filter, onChange }: EditorProps<"relative">) {
  const known = DURATION_PRESETS.some(({ duration }) => duration === filter.duration);
  const durations = DURATION_PRESETS.map(({ duration }) => duration as string);
  return (
    <Select
      aria-label={`${field.label}: span`}
      data={(known ? durations : [filter.duration, ...durations]).map((value) => ({
        value,
        label: durationWords(value),
      }))}
      value={filter.duration}
      data-autofocus
      comboboxProps={{ withinPortal: false }}
      onChange={(value) => value && onChange({ ...filter, duration: value })}
    />
  );
}

/** Two calendar days, either of which may be left out. */
export function DaysEditor({ field, filter, onChange }: EditorProps<"days">) {
  return (
    <div className={classes.pair}>
      <TextInput
        type="date"
        aria-label={`${field.label}: first day`}
        value={filter.from ?? ""}
        max={filter.to ?? undefined}
        data-autofocus
        onChange={(event) => onChange({ ...filter, from: event.currentTarget.value || null })}
      />
      <span aria-hidden>–</span>
      <TextInput
        type="date"
        aria-label={`${field.label}: last day`}
        value={filter.to ?? ""}
        min={filter.from ?? undefined}
        onChange={(event) => onChange({ ...filter, to: event.currentTarget.value || null })}
      />
    </div>
  );
}
