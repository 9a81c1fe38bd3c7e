import { Checkbox, Group, Popover, SegmentedControl } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconColumns3 } from "@tabler/icons-react";
import { memo, useState } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { DENSITIES } from "../../../shared/query/views/views.ts";
import { useContextualCommands } from "../../commands/contextual-commands.ts";
import {
  columnsOf,
  DEFAULT_LAYOUT,
  moveColumn,
  resolveLayout,
  showColumn,
} from "../columns/column-layout.ts";
import type { Density } from "../columns/density.ts";
import classes from "./table.module.css";
import { arrangeColumns, type UpdateView } from "../views/use-views.ts";
import type { ViewState } from "../views/view-state.ts";
import { IconButton, PlainButton } from "../../ui/buttons.tsx";
import { useOfferedFields } from "../columns/offered-fields.ts";
import { COLUMN_MENU, DENSITY_LABELS } from "../columns/messages.ts";

interface ColumnMenuProps {
  readonly resource: Resource;
  readonly arranged: ViewState["columns"];
  readonly density: Density;
  readonly update: UpdateView;
}

/** The menu for the row height, the shown columns and their order. Each resource has its own settings. */
export const ColumnMenu = memo(function ColumnMenu({ resource, arranged, density, update }: ColumnMenuProps) {
  const [opened, setOpened] = useState(false);
  const columns = columnsOf(resource);
  const offered = new Set(useOfferedFields(resource).map(({ name }) => name));
  const isOffered = (id: string): boolean =>
    columns.some((column) => column.id === id && offered.has(column.field.name));
  const layout = resolveLayout(columns, arranged);
  const arrange = arrangeColumns(resource, update);
  const setDensity = (chosen: Density): void => update((now) => ({ ...now, density: chosen }));
  const reset = (): void => arrange(() => DEFAULT_LAYOUT);
  const offerOf = (chosen: Density): (() => void) | null =>
    chosen === density ? null : () => setDensity(chosen);
  useContextualCommands({
    columns: () => setOpened(true),
    resetColumns: reset,
    rowsCompact: offerOf("compact"),
    rowsNormal: offerOf("normal"),
    rowsComfortable: offerOf("comfortable"),
  });
  const labelOf = (id: string): string => columns.find((column) => column.id === id)?.label ?? id;

  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus width={290}>
      <Popover.Target>
        <IconButton
          icon={IconColumns3}
          iconSize={16}
          variant="default"
          size={30}
          label={COLUMN_MENU.title}
          title={COLUMN_MENU.title}
          onClick={() => setOpened(!opened)}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <SegmentedControl
          fullWidth
          size="xs"
          mb={8}
          aria-label={COLUMN_MENU.density}
          value={density}
          onChange={setDensity}
          data={DENSITIES.map((density) => ({ value: density, label: DENSITY_LABELS[density] }))}
        />
        <ul className={`${classes.columnList} sd-list`} aria-label={COLUMN_MENU.title}>
          {layout.order.filter(isOffered).map((id) => (
            <ColumnEntry
              key={id}
              id={id}
              label={labelOf(id)}
              isShown={layout.visibility[id] === true}
              arrange={arrange}
            />
          ))}
        </ul>
        <PlainButton fullWidth mt={8} onClick={reset}>
          {COLUMN_MENU.reset}
        </PlainButton>
      </Popover.Dropdown>
    </Popover>
  );
});

interface ColumnEntryProps {
  readonly id: string;
  readonly label: string;
  readonly isShown: boolean;
  readonly arrange: ReturnType<typeof arrangeColumns>;
}

/** The menu entry that shows or hides a column, or moves a shown column. */
function ColumnEntry({ id, label, isShown, arrange }: ColumnEntryProps) {
  return (
    <li>
      <Checkbox
        size="xs"
        label={label}
        checked={isShown}
        disabled={id === "name"}
        onChange={(event) => {
          const { checked } = event.currentTarget;
          arrange((now) => showColumn(now, id, checked));
        }}
      />
      {isShown && (
        <Group gap={0} wrap="nowrap">
          <IconButton
            icon={IconChevronUp}
            iconSize={14}
            size="sm"
            label={COLUMN_MENU.moveUp({ column: label })}
            onClick={() => arrange((now) => moveColumn(now, id, -1))}
          />
          <IconButton
            icon={IconChevronDown}
            iconSize={14}
            size="sm"
            label={COLUMN_MENU.moveDown({ column: label })}
            onClick={() => arrange((now) => moveColumn(now, id, 1))}
          />
        </Group>
      )}
    </li>
  );
}
