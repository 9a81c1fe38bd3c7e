import { Menu } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import type { Field } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { groupOrderId, type GroupOrder } from "../../../shared/query/grouping.ts";
import { QuietButton } from "../../ui/buttons.tsx";
import { useContextualCommands } from "../../commands/contextual-commands.ts";
import { useUnits } from "../units/unit-queries.ts";
import type { UpdateView } from "../views/use-views.ts";
import { Mark } from "./group-menu.tsx";
import { isComparable } from "./group-order.ts";
import { ORDER, orderButtonLabel, orderLabel, GROUPS } from "./messages.ts";
import type { TableGroups } from "./use-groups.ts";

interface Props {
  readonly resource: Resource;
  readonly groups: TableGroups;
  readonly numbers: readonly Field[];
  readonly update: UpdateView;
}

/** The menu for the order of sibling groups. By name, groups follow the order of their column. */
export function GroupOrderMenu({ resource, groups: { levels, tableQuery }, numbers, update }: Props) {
  const units = useUnits();
  const [opened, setOpened] = useState(false);
  useContextualCommands({ orderGroups: () => setOpened(true) });
  const order = tableQuery.groups?.order;
  // Who chooses another figure keeps the direction.
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
            {ORDER.directions[way]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
