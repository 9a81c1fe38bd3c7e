import { Select } from "@mantine/core";
import { useState } from "react";
import { assertNever } from "../../../shared/base/errors.ts";
import type { Field } from "../../../shared/inventory/fields.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { ChoiceEditor } from "./choice-editor.tsx";
import type { FieldFilter } from "../../../shared/query/field-filter.ts";
import { RangeEditor } from "./range-editor.tsx";
import { inMode, isComplete, modeOf, modesOf } from "./filter-modes.ts";
import classes from "./filters.module.css";
import { DaysEditor, RelativeEditor, ShareEditor, TextEditor } from "./value-editors.tsx";
import { PlainButton } from "../../ui/buttons.tsx";
import { MODE_LABELS, FILTERS, PART_LABELS } from "./messages.ts";

interface Props {
  readonly resource: Resource;
  readonly field: Field;
  /** The query of the table without the edited filter. */
  readonly others: Query;
  readonly initial: FieldFilter | null;
  /**
   * Called with every complete filter, which applies to the table at once. Called with null for an incomplete filter.
   */
  readonly onChange: (filter: FieldFilter | null) => void;
  readonly onDone: () => void;
}

/** The editor of one filter: first the comparison, then its values. */
export function FilterEditor({ resource, field, others, initial, onChange, onDone }: Props) {
  const modes = modesOf(field);
  const [draft, setDraft] = useState<FieldFilter>(
    () => initial ?? inMode(field.name, modes[0] ?? "notEmpty", null),
  );
  const [touched, setTouched] = useState(initial !== null);
  const change = (next: FieldFilter): void => {
    setDraft(next);
    setTouched(true);
    onChange(isComplete(next) ? next : null);
  };
  const done = (): void => {
    // If the user confirms a preset without changing it ("within the last 7 days"), the preset applies.
    if (!touched && isComplete(draft)) onChange(draft);
    onDone();
  };

  return (
    <form
      className={classes.editor}
      aria-label={FILTERS.filterBy({ field: field.label })}
      onSubmit={(event) => {
        event.preventDefault();
        done();
      }}
    >
      <Select
        label={field.label}
        labelProps={{ mb: 4 }}
        aria-label={PART_LABELS.comparison({ field: field.label })}
        data={[...new Set([modeOf(draft), ...modes])].map((mode) => ({
          value: mode,
          label: MODE_LABELS[mode],
        }))}
        value={modeOf(draft)}
        comboboxProps={{ withinPortal: false }}
        onChange={(mode) => mode && change(inMode(field.name, mode, draft))}
      />
      <ValueEditor resource={resource} field={field} others={others} draft={draft} onChange={change} />
      <PlainButton type="submit" fullWidth>
        {FILTERS.done}
      </PlainButton>
    </form>
  );
}

interface ValueEditorProps {
  readonly resource: Resource;
  readonly field: Field;
  readonly others: Query;
  readonly draft: FieldFilter;
  readonly onChange: (filter: FieldFilter) => void;
}

function ValueEditor({ resource, field, others, draft, onChange }: ValueEditorProps) {
  switch (draft.kind) {
    case "choice":
      return (
        <ChoiceEditor resource={resource} field={field} others={others} filter={draft} onChange={onChange} />
      );
    case "text":
      return <TextEditor field={field} filter={draft} onChange={onChange} />;
    case "range":
      return (
        <RangeEditor resource={resource} field={field} others={others} filter={draft} onChange={onChange} />
      );
    case "relative":
      return <RelativeEditor field={field} filter={draft} onChange={onChange} />;
    case "days":
      return <DaysEditor field={field} filter={draft} onChange={onChange} />;
    case "share":
      return <ShareEditor resource={resource} field={field} filter={draft} onChange={onChange} />;
    case "today":
    case "presence":
      return null;
    default:
      return assertNever(draft, "unknown kind of filter");
  }
}
