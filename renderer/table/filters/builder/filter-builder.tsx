import { useEffect, useRef, useState } from "react";
import { today } from "../../../base/clock.ts";
import type { Chip, FilterGroup } from "../../../../shared/query/field-filter.ts";
import { MAX_LEVELS } from "../../../../shared/query/group-levels.ts";
import { isWithinBounds, type Query } from "../../../../shared/query/query.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import { compileQuery } from "../../../../shared/query/views/compile-view.ts";
import { putChip } from "../chip-list.ts";
import {
  addPart,
  emptyGroup,
  filterOf,
  treeOf,
  worstOf,
  type FilterNode,
  type GroupNode,
} from "./filter-tree.ts";
import { GroupBox, type BuilderActions } from "./group-box.tsx";
import classes from "./builder.module.css";
import { PlainButton } from "../../../ui/buttons.tsx";
import { Stack } from "@mantine/core";
import { FILTERS } from "../messages.ts";

const TAKES_ESCAPE = "[role=menu], [aria-haspopup][aria-expanded=true]";

/**
 * The size that stays free for conditions that the table itself adds: the selected rows, and up to two conditions for
 * each group level.
 */
const RESERVE = { depth: 2, conditions: 2 * MAX_LEVELS };

/** Edits a group of filters, as deep as the query model allows. Every change applies to the table at once. */
export function FilterBuilder({
  resource,
  others,
  chips,
  id,
  initial,
  onChange,
  onDone,
}: {
  readonly resource: Resource;
  /** The query of the table without this group. */
  readonly others: Query;
  /**
   * The chips of the table. Together with the edited chip, whose id is `id`, they must stay within the limits of the
   * query model.
   */
  readonly chips: readonly Chip[];
  readonly id: string;
  readonly initial: FilterGroup | null;
  /** Called with the complete conditions of the group; null if no condition is complete. */
  readonly onChange: (filter: FilterGroup | null) => void;
  readonly onDone: () => void;
}) {
  const [tree, setTree] = useState<GroupNode>(() => (initial ? treeOf(initial) : emptyGroup()));
  const [open, setOpen] = useState<string | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = panel.current;
    // Escape first closes an open editor in the builder, before the popover around the builder.
    const onKeyDown = (event: KeyboardEvent): void => {
      const within = event.target instanceof Element && event.target.closest(TAKES_ESCAPE);
      if (event.key === "Escape" && !within) onDone();
    };
    element?.addEventListener("keydown", onKeyDown);
    return () => element?.removeEventListener("keydown", onKeyDown);
  }, [onDone]);
  const change = (next: GroupNode): void => {
    setTree(next);
    onChange(filterOf(next));
  };
  const actions: BuilderActions = {
    open,
    onOpen: setOpen,
    change: (edit) => change(edit(tree)),
    canAdd: (groupId, part) => fits(chips, id, tree, groupId, part),
    add: (groupId, part: FilterNode) => {
      change(addPart(tree, groupId, part));
      setOpen(part.kind === "condition" ? part.id : null);
    },
    focusAdd: (groupId) =>
      panel.current?.querySelector<HTMLElement>(`[data-add="${groupId}"]`)?.focus({ preventScroll: true }),
  };
  return (
    <Stack ref={panel} gap={10}>
      <div className={classes.tree}>
        <GroupBox
          resource={resource}
          others={others}
          group={tree}
          parent={null}
          level={1}
          actions={actions}
        />
      </div>
      <PlainButton fullWidth onClick={onDone}>
        {FILTERS.done}
      </PlainButton>
    </Stack>
  );
}

/**
 * True if a query has space for one more part of the largest size. The conditions that the table adds need space too.
 */
export function fits(
  chips: readonly Chip[],
  id: string,
  tree: GroupNode,
  groupId: string,
  part: FilterNode,
): boolean {
  const filter = worstOf(addPart(tree, groupId, part));
  if (!filter) return true;
  const all = putChip(chips, id, filter).map((chip) => ({ ...chip, enabled: true }));
  const compiled = compileQuery({ search: "", chips: all, sort: [] }, today());
  return !compiled.filter || isWithinBounds(compiled.filter, RESERVE);
}
