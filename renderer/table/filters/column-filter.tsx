import { Popover } from "@mantine/core";
import { useState, type ReactElement } from "react";
import type { Field } from "../../../shared/inventory/fields.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useShownDay } from "../../host/past-day.ts";
import type { UpdateView } from "../views/use-views.ts";
import type { ViewState } from "../views/view-state.ts";
import { applyChip, dropChip } from "./chip-list.ts";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";
import { FilterEditor } from "./filter-editor.tsx";

interface ColumnFilterProps {
  readonly resource: Resource;
  readonly field: Field;
  readonly view: ViewState;
  readonly update: UpdateView;
  readonly onClose: () => void;
  readonly children: ReactElement;
}

/**
 * The editor of a column's filter, which opens at the column's header. It edits the column's last active filter, else
 * the column's last filter, else a new filter. A change switches the edited filter on, because the user expects the
 * rows to change.
 */
export function ColumnFilter({ resource, field, view, update, onClose, children }: ColumnFilterProps) {
  const [edited] = useState(() => {
    // A group of filters is edited at its chip only.
    const own = view.chips.flatMap(({ id: chipId, enabled, filter }) =>
      filter.kind !== "group" && filter.field === field.name ? [{ id: chipId, enabled, filter }] : [],
    );
    return own.findLast(({ enabled }) => enabled) ?? own.at(-1) ?? null;
  });
  const day = useShownDay();
  const [id] = useState(() => edited?.id ?? crypto.randomUUID());
  return (
    <Popover
      opened
      onChange={(opened) => !opened && onClose()}
      position="bottom-start"
      trapFocus
      withRoles={false}
      width={300}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown>
        <FilterEditor
          resource={resource}
          field={field}
          others={compileQuery({ search: view.search, chips: dropChip(view.chips, id), sort: [] }, day)}
          initial={edited?.filter ?? null}
          onChange={(filter) =>
            update((now) => ({
              ...now,
              chips: filter ? applyChip(now.chips, id, filter) : dropChip(now.chips, id),
            }))
          }
          onDone={onClose}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
