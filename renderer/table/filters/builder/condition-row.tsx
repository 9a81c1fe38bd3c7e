import { Box, Group, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconX } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import type { FieldFilter } from "../../../../shared/query/field-filter.ts";
import { findField } from "../../../../shared/inventory/fields.ts";
import type { Query } from "../../../../shared/query/query.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import { FilterEditor } from "../filter-editor.tsx";
import { useFilterDescription } from "../use-filter-description.ts";
import classes from "./builder.module.css";
import type { ConditionNode } from "./filter-tree.ts";
import { IconButton } from "../../../ui/buttons.tsx";
import { sentenceOf, BUILDER, FILTERS, conditionLabel, removeCondition } from "../messages.ts";

/** One condition in words; pressing it opens its editor below. */
export function ConditionRow({
  resource,
  others,
  condition,
  open,
  onToggle,
  onChange,
  onRemove,
}: {
  readonly resource: Resource;
  readonly others: Query;
  readonly condition: ConditionNode;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onChange: (filter: FieldFilter | null) => void;
  readonly onRemove: () => void;
}) {
  const field = findField(resource, condition.field);
  const description = useFilterDescription(
    resource,
    condition.filter ?? { kind: "presence", field: condition.field, empty: false },
  );
  const button = useRef<HTMLButtonElement>(null);
  const editor = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const { current } = editor;
    (current?.querySelector<HTMLElement>("[data-autofocus]") ?? current?.querySelector("input"))?.focus();
    current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  if (!field) return null;
  const sentence = condition.filter ? sentenceOf(description) : field.label;
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <div className={classes.condition}>
      <Group gap={0} wrap="nowrap" pr={3}>
        <UnstyledButton
          ref={button}
          className={classes.words}
          aria-expanded={open}
          aria-label={conditionLabel(sentence, condition.filter !== null)}
          title={sentence}
          onClick={onToggle}
        >
          <Chevron size={14} aria-hidden />
          <span className="sd-cut">{sentence}</span>
          {!condition.filter && <span className={classes.unfinished}>{BUILDER.unfinished}</span>}
        </UnstyledButton>
        <IconButton
          icon={IconX}
          label={removeCondition(sentence)}
          title={FILTERS.remove}
          onClick={onRemove}
        />
      </Group>
      {open && (
        <Box ref={editor} p="4px 10px 10px">
          <FilterEditor
            resource={resource}
            field={field}
            others={others}
            initial={condition.filter}
            onChange={onChange}
            onDone={() => {
              onToggle();
              button.current?.focus();
            }}
          />
        </Box>
      )}
    </div>
  );
}
