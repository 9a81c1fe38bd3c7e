import { Menu, UnstyledButton } from "@mantine/core";
import { IconArrowLeft, IconStack2, IconX, IconChevronDown } from "@tabler/icons-react";
import { findField, type Field } from "../../../shared/inventory/fields.ts";
import type { GroupLevel } from "../../../shared/query/group-levels.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useContextualCommands } from "../../commands/contextual-commands.ts";
import filters from "../filters/filters.module.css";
import type { UpdateView } from "../views/use-views.ts";
import {
  levelLabel,
  byStep,
  GROUPS,
  LEVEL,
  ORDER,
  orderButtonLabel,
  orderLabel,
  ORDER_DIRECTIONS,
} from "./messages.ts";
import { addLevel, dropLevel, levelsOfField, moveLevel, Mark } from "./group-menu.tsx";
import type { TableGroups } from "./use-groups.ts";
import { QuietButton } from "../../ui/buttons.tsx";
import { useState } from "react";
import { groupOrderId, type GroupOrder } from "../../../shared/query/grouping.ts";
import { useUnits } from "../../inventory/units/unit-queries.ts";
import { isComparable } from "./group-query.ts";

interface GroupBarProps {
  readonly resource: Resource;
  readonly groups: TableGroups;
  /** The number fields that have a column on screen. */
  readonly numbers: readonly Field[];
  readonly update: UpdateView;
}

/**
 * The bar of group levels, the outermost level first. Users change, remove and order levels, and open and close all
 * groups.
 */
export function GroupBar({ resource, groups, numbers, update }: GroupBarProps) {
  const { levels } = groups;
  const grouped = levels.length > 0;
  useContextualCommands({
    openGroups: grouped ? groups.openAll : null,
    closeGroups: grouped ? groups.closeAll : null,
    ungroup: grouped
      ? () => update((now) => levels.reduce((view, { field }) => dropLevel(resource, view, field), now))
      : null,
  });
  if (!grouped) return null;
  return (
    <div className={filters.chips} role="group" aria-label={GROUPS.label}>
      <IconStack2 size={15} aria-hidden />
      {levels.map((level, at) => (
        <Level key={level.field} resource={resource} level={level} outermost={at === 0} update={update} />
      ))}
      <GroupOrderMenu resource={resource} groups={groups} numbers={numbers} update={update} />
      <QuietButton onClick={groups.openAll}>{GROUPS.openAll}</QuietButton>
      <QuietButton onClick={groups.closeAll}>{GROUPS.closeAll}</QuietButton>
    </div>
  );
}

interface LevelProps {
  readonly resource: Resource;
  readonly level: GroupLevel;
  readonly outermost: boolean;
  readonly update: UpdateView;
}

function Level({ resource, level, outermost, update }: LevelProps) {
  const label = levelLabel(resource, level);
  const field = findField(resource, level.field);
  const steps = field?.kind === "date" ? levelsOfField(field) : [];
  const words = <span className={filters.chipSentence}>{label}</span>;
  return (
    <div className={filters.chip} role="group" aria-label={LEVEL.label({ level: label })}>
      {!outermost && (
        <UnstyledButton
          className={filters.chipButton}
          aria-label={LEVEL.outwards({ level: label })}
          title={GROUPS.outwards}
          onClick={() => update((now) => moveLevel(resource, now, level.field, -1))}
        >
          <IconArrowLeft size={14} aria-hidden />
        </UnstyledButton>
      )}
      {steps.length === 0 ? (
        <span className={filters.chipWords}>{words}</span>
      ) : (
        <Menu position="bottom-start" transitionProps={{ duration: 0 }}>
          <Menu.Target>
            <UnstyledButton
              className={filters.chipWords}
              title={GROUPS.otherSpan}
              aria-label={LEVEL.otherSpan({ level: label })}
            >
              {words}
            </UnstyledButton>
          </Menu.Target>
          <Menu.Dropdown>
            {steps.map((other) => (
              <Menu.Item
                key={other.step}
                disabled={other.step === level.step}
                onClick={() => update((now) => addLevel(resource, now, other))}
              >
                {byStep(other.step)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <UnstyledButton
        className={filters.chipButton}
        aria-label={LEVEL.remove({ level: label })}
        title={GROUPS.remove}
        onClick={() => update((now) => dropLevel(resource, now, level.field))}
      >
        <IconX size={14} aria-hidden />
      </UnstyledButton>
    </div>
  );
}

interface Props {
  readonly resource: Resource;
  readonly groups: TableGroups;
  readonly numbers: readonly Field[];
  readonly update: UpdateView;
}

/** The menu for the order of sibling groups. In the order "by name", groups are sorted like their column. */
function GroupOrderMenu({ resource, groups: { levels, tableQuery }, numbers, update }: Props) {
  const units = useUnits();
  const [opened, setOpened] = useState(false);
  useContextualCommands({ orderGroups: () => setOpened(true) });
  const order = tableQuery.groups?.order;
  // The direction stays the same if the user chooses another figure.
  const direction = order?.direction ?? "desc";
  const figures: readonly (GroupOrder | undefined)[] = [
    undefined,
    { by: "count", direction },
    ...numbers
      .filter((field) => isComparable(field, levels, tableQuery.query, units))
      .map(({ name }) => ({ by: "sum", field: name, direction }) as const),
  ];
  const choose = (next: GroupOrder | undefined): void =>
    update(({ groupOrder: _before, ...view }) => (next ? { ...view, groupOrder: groupOrderId(next) } : view));
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-start" transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <QuietButton rightSection={<IconChevronDown size={12} aria-hidden />}>
          {orderButtonLabel(resource, order)}
        </QuietButton>
      </Menu.Target>
      <Menu.Dropdown aria-label={ORDER.title}>
        <Menu.Label>{ORDER.title}</Menu.Label>
        {figures.map((figure) => {
          const label = orderLabel(resource, figure);
          return (
            <Menu.Item
              key={label}
              leftSection={<Mark shown={label === orderLabel(resource, order)} label={GROUPS.chosen} />}
              onClick={() => choose(figure)}
            >
              {label}
            </Menu.Item>
          );
        })}
        <Menu.Divider />
        {(["desc", "asc"] as const).map((way) => (
          <Menu.Item
            key={way}
            disabled={!order}
            leftSection={<Mark shown={order?.direction === way} label={GROUPS.chosen} />}
            onClick={() => order && choose({ ...order, direction: way })}
          >
            {ORDER_DIRECTIONS[way]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
