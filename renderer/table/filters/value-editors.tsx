import { Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { QUERY_FIELDS, type Field } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { NumberField } from "../../ui/fields.tsx";
import { durationOf, MOST_OF_SPAN, SPAN_UNITS, spanOf, percentOf } from "./durations.ts";
import { fieldFilterSchema, type FieldFilter } from "../../../shared/query/field-filter.ts";
import classes from "./filters.module.css";
import { EDITOR, PART_LABELS, spanUnit } from "./messages.ts";

type Of<K extends FieldFilter["kind"]> = Extract<FieldFilter, { kind: K }>;
interface EditorProps<K extends FieldFilter["kind"]> {
  readonly field: Field;
  readonly filter: Of<K>;
  readonly onChange: (filter: Of<K>) => void;
}

export function TextEditor({ field, filter, onChange }: EditorProps<"text">) {
  return (
    <TextInput
      aria-label={PART_LABELS.text({ field: field.label })}
      placeholder={EDITOR.text}
      value={filter.value}
      maxLength={500}
      data-autofocus
      onChange={(event) => onChange({ ...filter, value: event.currentTarget.value })}
    />
  );
}

/** The editor for a percentage of another number in the same row. */
export function ShareEditor({
  resource,
  field,
  filter,
  onChange,
}: EditorProps<"share"> & { readonly resource: Resource }) {
  // An empty field or 0 is not a valid share. The field keeps a typed 0, because the user may be typing 0.5.
  const [percent, setPercent] = useState(filter.share === 0 ? null : percentOf(filter.share));
  const others = QUERY_FIELDS[resource].filter(({ kind, name }) => kind === "number" && name !== field.name);
  return (
    <div className={classes.share}>
      <NumberField
        size="xs"
        aria-label={PART_LABELS.perCent({ field: field.label })}
        rightSection="%"
        min={0}
        max={100}
        value={percent}
        data-autofocus
        onChange={(next) => {
          setPercent(next);
          if (!Number.isNaN(next)) onChange({ ...filter, share: (next ?? 0) / 100 });
        }}
      />
      <span>{EDITOR.of}</span>
      <Select
        aria-label={PART_LABELS.shareOf({ field: field.label })}
        placeholder={EDITOR.field}
        data={others.map(({ name, label }) => ({ value: name, label }))}
        value={filter.of === "" ? null : filter.of}
        comboboxProps={{ withinPortal: false }}
        onChange={(of) => of && onChange({ ...filter, of })}
      />
    </div>
  );
}

/** The editor for a span of time that ends now. */
export function RelativeEditor({ field, filter, onChange }: EditorProps<"relative">) {
  const { amount, unit } = spanOf(filter.duration);
  return (
    <div className={classes.span}>
      <NumberField
        size="xs"
        aria-label={PART_LABELS.howMany({ field: field.label })}
        min={1}
        max={MOST_OF_SPAN}
        isWhole
        value={amount}
        data-autofocus
        onChange={(value) =>
          value !== null && value >= 1 && onChange({ ...filter, duration: durationOf(value, unit) })
        }
      />
      <Select
        aria-label={PART_LABELS.unitOfTime({ field: field.label })}
        data={SPAN_UNITS.map((value) => ({ value, label: spanUnit(value, amount) }))}
        value={unit}
        comboboxProps={{ withinPortal: false }}
        onChange={(value) => value && onChange({ ...filter, duration: durationOf(amount, value) })}
      />
    </div>
  );
}

/** The last day that a filter accepts. Without this limit, a date field accepts years with five and six digits. */
const LAST_DAY = "9999-12-31";

/** The editor for a range of calendar days. Either day may be empty. */
export function DaysEditor({ field, filter, onChange }: EditorProps<"days">) {
  const change = (next: Of<"days">): void => {
    // If the schema refuses the day, the view could not be saved or read again.
    if (fieldFilterSchema.safeParse(next).success) onChange(next);
  };
  return (
    <Stack gap={8}>
      <TextInput
        type="date"
        aria-label={PART_LABELS.firstDay({ field: field.label })}
        value={filter.from ?? ""}
        max={filter.to ?? LAST_DAY}
        data-autofocus
        onChange={(event) => change({ ...filter, from: event.currentTarget.value || null })}
      />
      <TextInput
        type="date"
        aria-label={PART_LABELS.lastDay({ field: field.label })}
        value={filter.to ?? ""}
        min={filter.from ?? undefined}
        max={LAST_DAY}
        onChange={(event) => change({ ...filter, to: event.currentTarget.value || null })}
      />
    </Stack>
  );
}
