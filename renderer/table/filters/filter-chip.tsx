import { Popover, UnstyledButton } from "@mantine/core";
import { IconEye, IconEyeOff, IconX } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { findField } from "../../../shared/fields.ts";
import type { Query } from "../../../shared/query.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import { useValueNames } from "../data/use-value-names.ts";
import { describeFilter } from "./describe-filter.ts";
import type { Chip, FieldFilter } from "../../../shared/field-filter.ts";
import { FilterEditor } from "./filter-editor.tsx";
import classes from "./filters.module.css";

interface Props {
  readonly resource: Resource;
  readonly chip: Chip;
  /** The table's query without this chip. */
  readonly others: Query;
  readonly onEdit: (filter: FieldFilter) => void;
  readonly onToggle: () => void;
  readonly onRemove: () => void;
}

/** A filter in words: press it to edit, switch it off without losing it, or remove it. */
export function FilterChip({ resource, chip, others, onEdit, onToggle, onRemove }: Props) {
  const [editing, setEditing] = useState(false);
  // What the editor has come to; a chip whose filter was emptied goes when the editor closes, not under the hand.
  const complete = useRef(true);
  const field = findField(resource, chip.filter.field);
  const nameOf = useValueNames(
    field ?? { name: chip.filter.field, kind: "text", label: chip.filter.field },
    chip.filter.kind === "choice" ? chip.filter.values : [],
  );
  if (!field) return null;
  const words = describeFilter(chip.filter, (name) => findField(resource, name)?.label ?? name, nameOf);
  const sentence = [words.field, words.relation, words.value].filter(Boolean).join(" ");
  const close = (): void => {
    setEditing(false);
    if (!complete.current) onRemove();
  };

  return (
    <div className={classes.chip} data-off={!chip.enabled || undefined} role="group" aria-label={sentence}>
      <UnstyledButton
        className={classes.chipButton}
        aria-pressed={chip.enabled}
        aria-label={`Filter ${sentence}`}
        title={chip.enabled ? "Switch off without deleting" : "Switch on"}
        onClick={onToggle}
      >
        {chip.enabled ? <IconEye size={14} aria-hidden /> : <IconEyeOff size={14} aria-hidden />}
      </UnstyledButton>
      <Popover
        opened={editing}
        onChange={(opened) => !opened && close()}
        position="bottom-start"
        trapFocus
        returnFocus
        width={300}
      >
        <Popover.Target>
          <UnstyledButton
            className={classes.chipWords}
            aria-label={`Edit filter ${sentence}`}
            title="Edit this filter"
            onClick={() => {
              complete.current = true;
              setEditing(!editing);
            }}
          >
            {words.field} <span className={classes.chipRelation}>{words.relation}</span>{" "}
            {words.value && <strong>{words.value}</strong>}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <FilterEditor
            resource={resource}
            field={field}
            others={others}
            initial={chip.filter}
            onChange={(filter) => {
              complete.current = filter !== null;
              if (filter) onEdit(filter);
            }}
            onDone={close}
          />
        </Popover.Dropdown>
      </Popover>
      <UnstyledButton
        className={classes.chipButton}
        aria-label={`Remove filter ${sentence}`}
        title="Remove"
        onClick={onRemove}
      >
        <IconX size={14} aria-hidden />
      </UnstyledButton>
    </div>
  );
}
