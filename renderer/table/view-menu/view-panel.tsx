import { Box, Stack, TextInput, Group, UnstyledButton } from "@mantine/core";
import { useRef, useState, type KeyboardEvent, type ReactNode, type DragEvent } from "react";
import { fold } from "../../../shared/base/text/fold.ts";
import { ITEM_STATUSES, type Resource } from "../../../shared/inventory/resource-names.ts";
import { ALL_VIEW, type NamedView } from "../../../shared/query/views/built-in-views.ts";
import { VIEW_PANEL, VIEW_ACTIONS, VIEWS } from "../views/messages.ts";
import type { Views } from "../views/use-views.ts";
import type { ViewActions } from "./use-view-actions.ts";
import classes from "./view-menu.module.css";
import { useQuery } from "@tanstack/react-query";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { formatCount } from "../../base/format.ts";
import { useTeam } from "../../host/team.ts";
import { facetsQuery } from "../../inventory/records/record-queries.ts";
import { IconCheck, IconDots, IconGripVertical } from "@tabler/icons-react";
import { IconButton, SmallButton } from "../../ui/buttons.tsx";

/** The number of views from which the list has a search box. */
const SEARCHED_FROM = 14;

interface ViewPanelProps {
  readonly resource: Resource;
  readonly views: Views;
  readonly actions: ViewActions;
  readonly onChoose: (view: NamedView) => void;
  readonly onRename: (view: NamedView) => void;
  readonly children: ReactNode;
}

/** The panel with a table's views. The actions on the table's present state are below them. */
export function ViewPanel({ resource, views, actions, onChoose, onRename, children }: ViewPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState("");
  const counts = useStatusCounts(resource);
  const found = (view: NamedView): boolean => fold(view.name).includes(fold(search.trim()));
  const builtIn = views.builtIn.filter(found);
  const own = views.own.filter(found);
  const team = views.team.filter(found);
  const first = [...builtIn, ...own, ...team][0];
  const mayEdit = useTeam()?.state?.right === "annotate";

  const move = (event: KeyboardEvent): void => {
    if (event.altKey || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
    const rows = [...(panel.current?.querySelectorAll<HTMLElement>("[data-view]") ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const to = event.key === "ArrowDown" ? at + 1 : Math.max(at, 1) - 1;
    event.preventDefault();
    rows[Math.min(to, rows.length - 1)]?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows move among the buttons within
    <Stack ref={panel} gap={8} onKeyDown={move}>
      {views.builtIn.length + views.own.length + views.team.length >= SEARCHED_FROM && (
        <TextInput
          aria-label={VIEW_PANEL.find}
          placeholder={VIEW_PANEL.find}
          value={search}
          data-autofocus
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && first) onChoose(first);
          }}
        />
      )}
      <div className={classes.lists}>
        {builtIn.length > 0 && (
          <ul className="sd-list" aria-label={VIEW_PANEL.builtIn}>
            {builtIn.map((view) => (
              <ViewRow
                key={view.id}
                view={view}
                current={view.id === views.current.id}
                count={counts(view.id)}
                onChoose={() => onChoose(view)}
              />
            ))}
          </ul>
        )}
        <OwnViews
          shown={own}
          views={views}
          actions={actions}
          mayEdit={mayEdit}
          onChoose={onChoose}
          onRename={onRename}
        />
        <TeamViews shown={team} views={views} actions={actions} mayEdit={mayEdit} onChoose={onChoose} />
        {first === undefined && (
          <Box component="p" m={8} className="sd-dimmed">
            {VIEWS.noneNamed({ search: search.trim() })}
          </Box>
        )}
      </div>
      {children}
    </Stack>
  );
}

interface ViewListProps extends Pick<ViewPanelProps, "views" | "actions" | "onChoose"> {
  /** The views of the list that the search finds. */
  readonly shown: readonly NamedView[];
  /** Whether this workstation may change the team's views. */
  readonly mayEdit: boolean;
}

function OwnViews({
  shown,
  views,
  actions,
  mayEdit,
  onChoose,
  onRename,
}: ViewListProps & Pick<ViewPanelProps, "onRename">) {
  if (shown.length === 0) return null;
  /** The next view, even if the search hides it; null after the last view. */
  const after = ({ id }: NamedView): string | null =>
    views.own[views.own.findIndex((view) => view.id === id) + 1]?.id ?? null;
  return (
    <>
      <h2>{VIEW_PANEL.own}</h2>
      <ul className="sd-list" aria-label={VIEW_PANEL.own}>
        {shown.map((view) => (
          <ViewRow
            key={view.id}
            view={view}
            current={view.id === views.current.id}
            onChoose={() => onChoose(view)}
            order={{
              onStep: (by) => actions.step(view, by),
              onDrop: (id, side) => actions.place(id, side === "before" ? view.id : after(view)),
            }}
            actions={[
              [VIEW_ACTIONS.rename, () => onRename(view)],
              [VIEW_ACTIONS.duplicate, () => actions.duplicate(view)],
              ...(mayEdit ? [[VIEW_ACTIONS.share, () => void actions.share(view)] as const] : []),
              [VIEW_ACTIONS.delete, () => actions.remove(view)],
            ]}
          />
        ))}
      </ul>
    </>
  );
}

function TeamViews({ shown, views, actions, mayEdit, onChoose }: ViewListProps) {
  if (shown.length === 0) return null;
  return (
    <>
      <h2>{VIEW_PANEL.team}</h2>
      <ul className="sd-list" aria-label={VIEW_PANEL.team}>
        {shown.map((view) => (
          <ViewRow
            key={view.id}
            view={view}
            current={view.id === views.current.id}
            onChoose={() => onChoose(view)}
            actions={[
              [VIEW_ACTIONS.duplicate, () => actions.duplicate(view)],
              ...(mayEdit ? [[VIEW_ACTIONS.delete, () => void actions.removeForAll(view)] as const] : []),
            ]}
          />
        ))}
      </ul>
    </>
  );
}

const STATUSES: ReadonlySet<string> = new Set(ITEM_STATUSES);

/**
 * The numbers of items in "All" and the views by status, from one cheap query. Counting every view would delay the
 * rows.
 */
function useStatusCounts(resource: Resource): (viewId: string) => string | undefined {
  const api = useConnectionApi();
  const facets = useQuery({
    ...facetsQuery(api, "items", EVERYTHING, "status", { search: "", limit: 20 }),
    enabled: resource === "items",
  });
  return (viewId) => {
    if (resource !== "items" || !facets.data) return undefined;
    const { values, empty } = facets.data;
    if (viewId === ALL_VIEW.id) return formatCount(values.reduce((sum, { count }) => sum + count, empty));
    if (!STATUSES.has(viewId)) return undefined;
    return formatCount(values.find(({ value }) => value === viewId)?.count ?? 0);
  };
}

interface RowOrder {
  readonly onStep: (by: -1 | 1) => void;
  readonly onDrop: (id: string, side: DropSide) => void;
}
type DropSide = "before" | "after";

interface Props {
  readonly view: NamedView;
  readonly current: boolean;
  readonly onChoose: () => void;
  readonly count?: string | undefined;
  /** Moves the view; absent if its place is fixed. */
  readonly order?: RowOrder;
  /** The actions in the view's menu, by their labels. */
  readonly actions?: readonly (readonly [label: string, action: () => void])[];
}

const DRAG_TYPE = "application/x-stockdeck-view";

/** A view in the list. A saved view can be moved by dragging or by Alt and arrows, and has a menu of actions. */
function ViewRow({ view, current, onChoose, count, order, actions }: Props) {
  const [open, setOpen] = useState(false);
  const [over, setOver] = useState<DropSide | null>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : null;
    if (!order || !event.altKey || by === null) return;
    event.preventDefault();
    event.stopPropagation();
    order.onStep(by);
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
      draggable={order !== undefined}
      onDragStart={(event) => event.dataTransfer.setData(DRAG_TYPE, view.id)}
      onDragOver={(event) => {
        if (!order || !event.dataTransfer.types.includes(DRAG_TYPE)) return;
        event.preventDefault();
        setOver(sideOf(event));
      }}
      onDragLeave={() => setOver(null)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(null);
        order?.onDrop(event.dataTransfer.getData(DRAG_TYPE), sideOf(event));
      }}
    >
      <div className={classes.row} data-current={current || undefined}>
        {order && <IconGripVertical size={14} className={classes.grip} aria-hidden />}
        <UnstyledButton
          className={classes.name}
          data-view={view.id}
          aria-current={current || undefined}
          aria-keyshortcuts={order ? "Alt+ArrowUp Alt+ArrowDown" : undefined}
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
            label={VIEW_PANEL.actionsFor({ view: view.name })}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          />
        )}
      </div>
      {actions && open && <ActionRow name={view.name} order={order} actions={actions} onAct={act} />}
    </li>
  );
}

interface ActionRowProps {
  /** The name of the view. */
  readonly name: string;
  readonly order: RowOrder | undefined;
  readonly actions: NonNullable<Props["actions"]>;
  readonly onAct: (action: () => void) => void;
}

function ActionRow({ name, order, actions, onAct }: ActionRowProps) {
  return (
    <Group gap={4} p="4px 4px 8px 22px" role="group" aria-label={VIEW_PANEL.actionsFor({ view: name })}>
      {order && (
        <>
          <SmallButton onClick={() => order.onStep(-1)}>{VIEW_ACTIONS.up}</SmallButton>
          <SmallButton onClick={() => order.onStep(1)}>{VIEW_ACTIONS.down}</SmallButton>
        </>
      )}
      {actions.map(([label, action]) => (
        <SmallButton key={label} onClick={() => onAct(action)}>
          {label}
        </SmallButton>
      ))}
    </Group>
  );
}

function sideOf({ currentTarget, clientY }: DragEvent<HTMLElement>): DropSide {
  const { top, height } = currentTarget.getBoundingClientRect();
  return clientY < top + height / 2 ? "before" : "after";
}
