import { Popover, UnstyledButton } from "@mantine/core";
import { IconColumnsOff, IconEye, IconEyeOff, IconX } from "@tabler/icons-react";
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
  /** Whether the column of its field is not among those shown. */
  readonly columnHidden: boolean;
  readonly onToggle: () => void;
  /** Only this one, or all again. */
  readonly onSolo: () => void;
  readonly onRemove: () => void;
}

/** A filter in words: press it to edit, switch it off without losing it, or remove it. */
export function FilterChip({
  resource,
  chip,
  others,
  columnHidden,
  onEdit,
  onToggle,
  onSolo,
  onRemove,
}: Props) {
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
        aria-keyshortcuts="Alt+Enter"
        title={`${chip.enabled ? "Switch off without deleting" : "Switch on"} (Alt: only this one)`}
        onClick={(event) => (event.altKey ? onSolo() : onToggle())}
        onKeyDown={(event) => {
          // With Alt held, the Enter key is no click.
          if (event.key !== "Enter" || !event.altKey) return;
          event.preventDefault();
          onSolo();
        }}
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
            aria-label={`Edit filter ${sentence}${columnHidden ? ", column hidden" : ""}`}
            title="Edit this filter"
            onClick={() => {
              complete.current = true;
              setEditing(!editing);
            }}
          >
            {words.field} <span className={classes.chipRelation}>{words.relation}</span>{" "}
            {words.value && <strong>{words.value}</strong>}
            {columnHidden && (
              <span className={classes.chipHidden} title={`The column ${field.label} is hidden`}>
                <IconColumnsOff size={13} aria-hidden /> column hidden
              </span>
            )}
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
