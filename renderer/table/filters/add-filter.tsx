import { Button, Menu, Popover } from "@mantine/core";
import { IconFilterPlus } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { QUERY_FIELDS, type Field } from "../../../shared/fields.ts";
import type { Query } from "../../../shared/query.ts";
import type { Resource } from "../../../shared/resource-names.ts";
import type { FieldFilter } from "../../../shared/field-filter.ts";
import { FilterEditor } from "./filter-editor.tsx";
import classes from "./filters.module.css";

interface Props {
  readonly resource: Resource;
  readonly query: Query;
  /** Adds the filter that is being built, or replaces its last state; null takes it away again. */
  readonly onDraft: (id: string, filter: FieldFilter | null) => void;
}

/** "Add filter": first the field, then its editor in the same place. */
export function AddFilter({ resource, query, onDraft }: Props) {
  const [choosing, setChoosing] = useState(false);
  const [draft, setDraft] = useState<{
    readonly id: string;
    readonly field: Field;
    readonly others: Query;
  } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setDraft(null);
    button.current?.focus();
  };

  return (
    <Popover
      opened={draft !== null}
      onChange={(opened) => !opened && close()}
      position="bottom-start"
      trapFocus
      withRoles={false}
      width={300}
    >
      <Popover.Target>
        <span>
          <Menu
            opened={choosing}
            onChange={setChoosing}
            position="bottom-start"
            returnFocus={false}
            transitionProps={{ duration: 0 }}
          >
            <Menu.Target>
              <Button ref={button} variant="default" leftSection={<IconFilterPlus size={15} aria-hidden />}>
                Add filter
              </Button>
            </Menu.Target>
            <Menu.Dropdown className={classes.fieldMenu}>
              {QUERY_FIELDS[resource].map((field) => (
                <Menu.Item
                  key={field.name}
                  onClick={() => setDraft({ id: crypto.randomUUID(), field, others: query })}
                >
                  {field.label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        </span>
      </Popover.Target>
      <Popover.Dropdown>
        {draft && (
          <FilterEditor
            key={draft.id}
            resource={resource}
            field={draft.field}
            others={draft.others}
            initial={null}
            onChange={(filter) => onDraft(draft.id, filter)}
            onDone={close}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
