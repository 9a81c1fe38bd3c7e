import { plainText } from "../../../../shared/base/text/texts.ts";
import { Group, Menu, Select, Stack, Box, UnstyledButton } from "@mantine/core";
import {
  IconFolderPlus,
  IconFoldersOff,
  IconPlus,
  IconX,
  IconChevronDown,
  IconChevronRight,
} from "@tabler/icons-react";
import { QUERY_FIELDS, findField } from "../../../../shared/inventory/fields.ts";
import { useOfferedFields } from "../../columns/offered-fields.ts";
import { GROUP_MATCHES, type FieldFilter } from "../../../../shared/query/field-filter.ts";
import type { Query } from "../../../../shared/query/query.ts";
import type { Resource } from "../../../../shared/inventory/resource-names.ts";
import {
  dissolve,
  emptyCondition,
  emptyGroup,
  replaceNode,
  type FilterNode,
  type GroupNode,
  type ConditionNode,
} from "./filter-tree.ts";
import { groupName, MATCH_LABELS, BUILDER, FILTERS } from "../messages.ts";
import classes from "./builder.module.css";
import { IconButton, QuietButton } from "../../../ui/buttons.tsx";
import { useEffect, useRef } from "react";
import { FilterEditor } from "../filter-editor.tsx";
import { useFilterDescription } from "../use-filter-description.ts";

export interface BuilderActions {
  readonly open: string | null;
  readonly onOpen: (id: string | null) => void;
  readonly change: (edit: (tree: GroupNode) => GroupNode) => void;
  readonly canAdd: (groupId: string, part: FilterNode) => boolean;
  readonly add: (groupId: string, part: FilterNode) => void;
  readonly focusAdd: (groupId: string) => void;
}

interface GroupProps {
  readonly resource: Resource;
  readonly group: GroupNode;
  /** The id of the group around this group; null for the outermost group. */
  readonly parent: string | null;
  readonly actions: BuilderActions;
}

/** A group with its parts, and buttons that add parts. */
export function GroupBox({
  resource,
  others,
  group,
  parent,
  level,
  actions,
}: GroupProps & { readonly others: Query; readonly level: number }) {
  const name = groupName(level);
  return (
    <Stack
      role="group"
      gap={6}
      aria-label={name}
      className={classes.group}
      data-nested={parent !== null || undefined}
    >
      <GroupHead name={name} group={group} parent={parent} actions={actions} />
      {group.parts.map((part) =>
        part.kind === "group" ? (
          <GroupBox
            key={part.id}
            resource={resource}
            others={others}
            group={part}
            parent={group.id}
            level={level + 1}
            actions={actions}
          />
        ) : (
          <ConditionRow
            key={part.id}
            resource={resource}
            others={others}
            condition={part}
            open={actions.open === part.id}
            onToggle={() => actions.onOpen(actions.open === part.id ? null : part.id)}
            onChange={(filter) =>
              actions.change((tree) =>
                replaceNode(tree, part.id, (node) =>
                  node.kind === "condition" ? { ...node, filter } : node,
                ),
              )
            }
            onRemove={() => {
              actions.change((tree) => replaceNode(tree, part.id, () => null));
              actions.focusAdd(group.id);
            }}
          />
        ),
      )}
      <GroupAdders resource={resource} group={group} actions={actions} />
    </Stack>
  );
}

function GroupHead({
  name,
  group,
  parent,
  actions,
}: Omit<GroupProps, "resource"> & { readonly name: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Select
        flex={1}
        aria-label={BUILDER.rowsShownIf({ group: name })}
        data={GROUP_MATCHES.map((value) => ({ value, label: MATCH_LABELS[value] }))}
        value={group.match}
        comboboxProps={{ withinPortal: false, floatingStrategy: "fixed" }}
        onChange={(match) =>
          match
          && actions.change((tree) =>
            replaceNode(tree, group.id, (node) => (node.kind === "group" ? { ...node, match } : node)),
          )
        }
      />
      {parent !== null && (
        <>
          <IconButton
            icon={IconFoldersOff}
            label={BUILDER.dissolve}
            title={BUILDER.dissolveHint}
            onClick={() => {
              // The editor is closed first, because an open editor would move the focus to its new place.
              actions.onOpen(null);
              actions.change((tree) => dissolve(tree, group.id));
              actions.focusAdd(parent);
            }}
          />
          <IconButton
            icon={IconX}
            label={BUILDER.remove}
            title={BUILDER.removeHint}
            onClick={() => {
              actions.change((tree) => replaceNode(tree, group.id, () => null));
              actions.focusAdd(parent);
            }}
          />
        </>
      )}
    </Group>
  );
}

function GroupAdders({ resource, group, actions }: Omit<GroupProps, "parent">) {
  const fields = useOfferedFields(resource);
  const condition = emptyCondition(QUERY_FIELDS[resource][0]?.name ?? "name");
  const mayAddCondition = actions.canAdd(group.id, condition);
  const mayAddGroup = actions.canAdd(group.id, { ...emptyGroup(), parts: [condition] });
  return (
    <Group gap={4} wrap="nowrap">
      <Menu
        withinPortal={false}
        floatingStrategy="fixed"
        position="bottom-start"
        returnFocus={false}
        transitionProps={{ duration: 0 }}
      >
        <Menu.Target>
          <QuietButton
            leftSection={<IconPlus size={14} aria-hidden />}
            disabled={!mayAddCondition}
            data-add={group.id}
          >
            {BUILDER.addCondition}
          </QuietButton>
        </Menu.Target>
        <Menu.Dropdown mah="40vh" style={{ overflow: "auto" }}>
          {fields.map((field) => (
            <Menu.Item key={field.name} onClick={() => actions.add(group.id, emptyCondition(field.name))}>
              {field.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <QuietButton
        leftSection={<IconFolderPlus size={14} aria-hidden />}
        disabled={!mayAddGroup}
        onClick={() => actions.add(group.id, emptyGroup(group.match === "all" ? "any" : "all"))}
      >
        {BUILDER.addGroup}
      </QuietButton>
      {!mayAddCondition && <span className={classes.full}>{BUILDER.full}</span>}
      {mayAddCondition && !mayAddGroup && <span className={classes.full}>{BUILDER.tooDeep}</span>}
    </Group>
  );
}

/** One condition as a sentence. A click opens its editor below the sentence. */
function ConditionRow({
  resource,
  others,
  condition,
  open,
  onToggle,
  onChange,
  onRemove,
}: {
  readonly resource: Resource;
  readonly others: Query;
  readonly condition: ConditionNode;
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly onChange: (filter: FieldFilter | null) => void;
  readonly onRemove: () => void;
}) {
  const field = findField(resource, condition.field);
  const description = useFilterDescription(
    resource,
    condition.filter ?? { kind: "presence", field: condition.field, empty: false },
  );
  const button = useRef<HTMLButtonElement>(null);
  const editor = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const { current } = editor;
    (current?.querySelector<HTMLElement>("[data-autofocus]") ?? current?.querySelector("input"))?.focus();
    current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  if (!field) return null;
  const sentence = condition.filter ? plainText(description) : field.label;
  const Chevron = open ? IconChevronDown : IconChevronRight;
  return (
    <div className={classes.condition}>
      <Group gap={0} wrap="nowrap" pe={3}>
        <UnstyledButton
          ref={button}
          className={classes.words}
          aria-expanded={open}
          aria-label={
            condition.filter ? BUILDER.condition({ sentence }) : BUILDER.unfinishedCondition({ sentence })
          }
          title={sentence}
          onClick={onToggle}
        >
          <Chevron size={14} aria-hidden />
          <span className="sd-cut">{sentence}</span>
          {!condition.filter && <span className={classes.unfinished}>{BUILDER.unfinished}</span>}
        </UnstyledButton>
        <IconButton
          icon={IconX}
          label={BUILDER.removeCondition({ sentence })}
          title={FILTERS.remove}
          onClick={onRemove}
        />
      </Group>
      {open && (
        <Box ref={editor} p="4px 10px 10px">
          <FilterEditor
            resource={resource}
            field={field}
            others={others}
            initial={condition.filter}
            onChange={onChange}
            onDone={() => {
              onToggle();
              button.current?.focus();
            }}
          />
        </Box>
      )}
    </div>
  );
}
