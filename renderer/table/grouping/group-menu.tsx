import { DATE_STEPS } from "../../../shared/base/time/date-steps.ts";
import { findField, type Field } from "../../../shared/inventory/fields.ts";
import {
  levelId,
  levelsOf,
  MAX_LEVELS,
  groupableFields,
  type GroupLevel,
} from "../../../shared/query/group-levels.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import type { ViewState } from "../views/view-state.ts";
import { ActionIcon, Menu } from "@mantine/core";
import { IconCheck, IconStack2 } from "@tabler/icons-react";
import { memo, useState } from "react";
import { useContextualCommands } from "../../commands/contextual-commands.ts";
import { MENU_ICON } from "../../grid/popup-menu.tsx";
import type { UpdateView } from "../views/use-views.ts";
import { byStep, GROUPS, LEVEL } from "./messages.ts";

/** The group levels that are possible for a field: one for each span of the calendar for a date, else one level. */
export function levelsOfField({ name, kind }: Field): readonly GroupLevel[] {
  return kind === "date" ? DATE_STEPS.map((step) => ({ field: name, step })) : [{ field: name }];
}

/** Adds a group level. If the field already has a level, only its span of dates is replaced. */
export function addLevel(resource: Resource, view: ViewState, level: GroupLevel): ViewState {
  const levels = levelsOf(resource, view.grouping);
  const at = levels.findIndex(({ field }) => field === level.field);
  if (at < 0 && levels.length === MAX_LEVELS) return view;
  return withLevels(view, at < 0 ? [...levels, level] : levels.with(at, level));
}

/** Stops grouping by a field. */
export function dropLevel(resource: Resource, view: ViewState, field: string): ViewState {
  return withLevels(
    view,
    levelsOf(resource, view.grouping).filter((level) => level.field !== field),
  );
}

/** Moves a level outwards or inwards by one place. */
export function moveLevel(resource: Resource, view: ViewState, field: string, by: -1 | 1): ViewState {
  const levels = levelsOf(resource, view.grouping);
  const at = levels.findIndex((level) => level.field === field);
  const [level, other] = [levels[at], levels[at + by]];
  if (!level || !other) return view;
  return withLevels(view, levels.with(at, other).with(at + by, level));
}

/** Gives a view these levels. Without levels, the order of groups is removed too. */
function withLevels(view: ViewState, levels: readonly GroupLevel[]): ViewState {
  if (levels.length > 0) return { ...view, grouping: levels.map(levelId) };
  const { grouping: _grouping, groupOrder: _groupOrder, ...ungrouped } = view;
  return ungrouped;
}

interface Props {
  readonly resource: Resource;
  readonly grouping: ViewState["grouping"];
  readonly update: UpdateView;
}

/** The menu "Group" with the fields by which rows can be grouped. Present levels are marked. */
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

/** The menu entry that groups by a field, or stops grouping by it. For dates the user chooses a span. */
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
      <Menu.Sub.Dropdown aria-label={LEVEL.by({ field: field.label })}>
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

/** The field with a name, if rows can be grouped by this field. */
export function groupableField(resource: Resource, name: string): Field | undefined {
  const field = findField(resource, name);
  return field && groupableFields(resource).includes(field) ? field : undefined;
}

/** A mark before a menu entry, or a space of the same width. */
export function Mark({ shown, label = "grouped" }: { readonly shown: boolean; readonly label?: string }) {
  return shown ? <IconCheck {...MENU_ICON} aria-label={label} /> : <span style={{ width: MENU_ICON.size }} />;
}
