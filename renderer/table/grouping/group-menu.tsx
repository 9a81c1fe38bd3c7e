import { ActionIcon, Menu } from "@mantine/core";
import { IconCheck, IconStack2 } from "@tabler/icons-react";
import { memo, useState } from "react";
import { findField, type Field } from "../../../shared/inventory/fields.ts";
import { groupableFields, levelId, levelsOf, type GroupLevel } from "../../../shared/query/group-levels.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useContextualCommands } from "../../commands/contextual-commands.ts";
import { MENU_ICON } from "../../grid/popup-menu.tsx";
import type { UpdateView } from "../views/use-views.ts";
import type { ViewState } from "../views/view-state.ts";
import { addLevel, dropLevel, levelsOfField } from "./level-choice.ts";
import { byStep, fieldBy, GROUPS } from "./messages.ts";

interface Props {
  readonly resource: Resource;
  readonly grouping: ViewState["grouping"];
  readonly update: UpdateView;
}

/** The menu "Group": the fields that rows can be grouped by. Present levels are marked. */
export const GroupMenu = memo(function GroupMenu({ resource, grouping, update }: Props) {
  const [opened, setOpened] = useState(false);
  useContextualCommands({ groupRows: () => setOpened(true) });
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={GROUPS.add} title={GROUPS.addHint}>
          <IconStack2 size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={GROUPS.by}>
        {groupableFields(resource).map((field) => (
          <GroupMenuItem
            key={field.name}
            label={field.label}
            field={field}
            resource={resource}
            grouping={grouping}
            update={update}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
});

/** Groups by a field, or stops grouping by it; dates have a choice of spans. */
export function GroupMenuItem({
  label,
  field,
  resource,
  grouping,
  update,
}: Props & { readonly label: string; readonly field: Field }) {
  const present = levelsOf(resource, grouping).find((level) => level.field === field.name);
  const choices = levelsOfField(field);
  const choose = (level: GroupLevel): void =>
    update((now) =>
      present && levelId(present) === levelId(level)
        ? dropLevel(resource, now, field.name)
        : addLevel(resource, now, level),
    );
  const [only] = choices;
  if (only && choices.length === 1)
    return (
      <Menu.Item leftSection={<Mark shown={present !== undefined} />} onClick={() => choose(only)}>
        {label}
      </Menu.Item>
    );
  return (
    <Menu.Sub transitionProps={{ duration: 0 }}>
      <Menu.Sub.Target>
        <Menu.Sub.Item leftSection={<Mark shown={present !== undefined} />}>{label}</Menu.Sub.Item>
      </Menu.Sub.Target>
      <Menu.Sub.Dropdown aria-label={fieldBy(field.label)}>
        {choices.map((level) => (
          <Menu.Item
            key={levelId(level)}
            leftSection={<Mark shown={present?.step === level.step} />}
            onClick={() => choose(level)}
          >
            {byStep(level.step)}
          </Menu.Item>
        ))}
      </Menu.Sub.Dropdown>
    </Menu.Sub>
  );
}

/** The field of that name, if rows can be grouped by it. */
export function groupableField(resource: Resource, name: string): Field | undefined {
  const field = findField(resource, name);
  return field && groupableFields(resource).includes(field) ? field : undefined;
}

/** A mark before an entry of a menu, or the room for it. */
export function Mark({ shown, label = "grouped" }: { readonly shown: boolean; readonly label?: string }) {
  return shown ? <IconCheck {...MENU_ICON} aria-label={label} /> : <span style={{ width: MENU_ICON.size }} />;
}
