import { Box, Group, UnstyledButton } from "@mantine/core";
import { IconCheck, IconDots, IconGripVertical } from "@tabler/icons-react";
import { useState, type DragEvent, type KeyboardEvent } from "react";
import type { NamedView } from "../../../shared/query/views/built-in-views.ts";
import classes from "./views.module.css";
import { IconButton, SmallButton } from "../../ui/buttons.tsx";
import { VIEW_ACTIONS, actionsFor } from "./messages.ts";

export interface RowActions {
  readonly onRename: () => void;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
  readonly onStep: (by: -1 | 1) => void;
  readonly onDrop: (id: string, side: DropSide) => void;
}
type DropSide = "before" | "after";

interface Props {
  readonly view: NamedView;
  readonly current: boolean;
  readonly onChoose: () => void;
  readonly count?: string | undefined;
  readonly actions?: RowActions;
}

const DRAGGED = "application/x-stockdeck-view";

/** A view in the list. Saved ones can be dragged or moved with Alt and the arrows, and have their actions behind "…". */
export function ViewRow({ view, current, onChoose, count, actions }: Props) {
  const [open, setOpen] = useState(false);
  const [over, setOver] = useState<DropSide | null>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (!actions || !event.altKey || by === null) return;
    event.preventDefault();
    event.stopPropagation();
    actions.onStep(by);
  };
  const act = (action: () => void): void => {
    setOpen(false);
    action();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging repeats Alt and the arrows
    <li
      className={classes.item}
      data-over={over ?? undefined}
      draggable={actions !== undefined}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, view.id)}
      onDragOver={(event) => {
        if (!actions || !event.dataTransfer.types.includes(DRAGGED)) return;
        event.preventDefault();
        setOver(sideOf(event));
      }}
      onDragLeave={() => setOver(null)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(null);
        actions?.onDrop(event.dataTransfer.getData(DRAGGED), sideOf(event));
      }}
    >
      <div className={classes.row} data-current={current || undefined}>
        {actions && <IconGripVertical size={14} className={classes.grip} aria-hidden />}
        <UnstyledButton
          className={classes.name}
          data-view={view.id}
          aria-current={current || undefined}
          aria-keyshortcuts={actions ? "Alt+ArrowUp Alt+ArrowDown" : undefined}
          title={view.name}
          onClick={onChoose}
          onKeyDown={onKeyDown}
        >
          <span className="sd-cut">{view.name}</span>
          {count !== undefined && (
            <Box component="span" fz={12} className="sd-num sd-dimmed">
              {count}
            </Box>
          )}
          {current && <IconCheck size={14} aria-hidden />}
        </UnstyledButton>
        {actions && (
          <IconButton
            icon={IconDots}
            iconSize={14}
            size="sm"
            label={actionsFor(view.name)}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        )}
      </div>
      {actions && open && (
        <Group gap={4} p="4px 4px 8px 22px" role="group" aria-label={actionsFor(view.name)}>
          <SmallButton onClick={() => act(actions.onRename)}>{VIEW_ACTIONS.rename}</SmallButton>
          <SmallButton onClick={() => act(actions.onDuplicate)}>{VIEW_ACTIONS.duplicate}</SmallButton>
          <SmallButton onClick={() => actions.onStep(-1)}>{VIEW_ACTIONS.up}</SmallButton>
          <SmallButton onClick={() => actions.onStep(1)}>{VIEW_ACTIONS.down}</SmallButton>
          <SmallButton onClick={() => act(actions.onDelete)}>{VIEW_ACTIONS.delete}</SmallButton>
        </Group>
      )}
    </li>
  );
}

function sideOf({ currentTarget, clientY }: DragEvent<HTMLElement>): DropSide {
  const { top, height } = currentTarget.getBoundingClientRect();
  return clientY < top + height / 2 ? "before" : "after";
}
