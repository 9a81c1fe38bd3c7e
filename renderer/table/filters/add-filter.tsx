import { Menu, Popover } from "@mantine/core";
import { IconFilterPlus, IconFolders } from "@tabler/icons-react";
import { memo, useRef, useState } from "react";
import type { Field } from "../../../shared/inventory/fields.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { Chip, ChipFilter } from "../../../shared/query/field-filter.ts";
import { useContextualCommands } from "../../commands/contextual-commands.ts";
import { useOfferedFields } from "../columns/offered-fields.ts";
import { FilterBuilder } from "./builder/filter-builder.tsx";
import { FilterEditor } from "./filter-editor.tsx";
import { PlainButton } from "../../ui/buttons.tsx";
import { FILTERS } from "./messages.ts";

interface Props {
  readonly resource: Resource;
  /** The present query of the table, without the new filter. */
  readonly others: () => Query;
  readonly chips: readonly Chip[];
  /** Adds the filter that the user is building, or replaces its last state; null removes it. */
  readonly onDraft: (id: string, filter: ChipFilter | null) => void;
}

/** The button "Add filter". The user chooses a field, then the editor of this field opens in the same place. */
export const AddFilter = memo(function AddFilter({ resource, others, chips, onDraft }: Props) {
  const [choosing, setChoosing] = useState(false);
  const [draft, setDraft] = useState<{
    readonly id: string;
    readonly field: Field | null;
    readonly others: Query;
  } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useContextualCommands({ addFilter: () => setChoosing(true) });
  const close = (): void => {
    setDraft(null);
    button.current?.focus();
  };
  const editor = {
    resource,
    onChange: (filter: ChipFilter | null) => draft && onDraft(draft.id, filter),
    onDone: close,
  };

  return (
    <Popover
      // The editor must not close if its button is hidden in the toolbar for a moment.
      hideDetached={false}
      opened={draft !== null}
      onChange={(opened) => !opened && close()}
      position="bottom-start"
      trapFocus
      closeOnEscape={draft?.field !== null}
      withRoles={false}
      width={draft?.field === null ? 440 : 300}
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
              <PlainButton
                ref={button}
                leftSection={<IconFilterPlus size={15} aria-hidden />}
                title={FILTERS.add}
                data-shrinks
              >
                {FILTERS.add}
              </PlainButton>
            </Menu.Target>
            <Menu.Dropdown mah="60vh" style={{ overflow: "auto" }}>
              <FieldItems
                resource={resource}
                onChoose={(field) => setDraft({ id: crypto.randomUUID(), field, others: others() })}
              />
            </Menu.Dropdown>
          </Menu>
        </span>
      </Popover.Target>
      <Popover.Dropdown>
        {draft?.field === null && (
          <FilterBuilder
            {...editor}
            key={draft.id}
            others={draft.others}
            chips={chips}
            id={draft.id}
            initial={null}
          />
        )}
        {draft?.field && (
          <FilterEditor {...editor} key={draft.id} others={draft.others} field={draft.field} initial={null} />
        )}
      </Popover.Dropdown>
    </Popover>
  );
});

interface FieldItemsProps {
  readonly resource: Resource;
  /** Called with the chosen field; null if the user chose to build a group of several fields. */
  readonly onChoose: (field: Field | null) => void;
}

function FieldItems({ resource, onChoose }: FieldItemsProps) {
  return (
    <>
      <Menu.Item leftSection={<IconFolders size={14} aria-hidden />} onClick={() => onChoose(null)}>
        {FILTERS.several}
      </Menu.Item>
      <Menu.Divider />
      {useOfferedFields(resource).map((field) => (
        <Menu.Item key={field.name} onClick={() => onChoose(field)}>
          {field.label}
        </Menu.Item>
      ))}
    </>
  );
}
