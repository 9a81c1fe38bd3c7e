import { CloseButton, Group } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, type RefObject } from "react";
import type { Groups } from "../../../shared/query/grouping.ts";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useContextualCommands } from "../../commands/contextual-commands.ts";
import { commandsOf, useExtensions } from "../extensions.ts";
import classes from "./details.module.css";
import { RecordView } from "./record-view.tsx";
import { usePreviousNext, type Neighbours } from "./use-previous-next.ts";
import { useVerifiedRecord } from "./use-verified-record.ts";
import { DETAILS, FULL_WIDTH, RECORD_STEPS, RECORD } from "./messages.ts";
import { ACTIONS } from "../../ui/messages.ts";
import {
  IconArrowsDiagonal,
  IconChevronDown,
  IconChevronUp,
  IconDownload,
  IconLayoutSidebarRight,
} from "@tabler/icons-react";
import { COMMANDS } from "../../../shared/contract/commands.ts";
import { useHostServices } from "../../host/host-context.ts";
import { IconButton } from "../../ui/buttons.tsx";
import { shortcutLabel } from "../../commands/shortcuts.ts";

interface Props {
  readonly resource: Resource;
  readonly id: string;
  readonly change: number | null;
  /** Whether the panel covers the table. */
  readonly isFullWidth: boolean;
  readonly onToggleFullWidth: () => void;
  readonly query: Query;
  /** The id of a record that was opened by keyboard. Its panel takes the focus; null if no panel should. */
  readonly takeFocus: string | null;
  /** The id of a record that was opened elsewhere, to which the table must scroll; null for no record. */
  readonly sought: string | null;
  /** Called once with the index of this record in the table; null if the table does not contain it. */
  readonly onFound: (line: number | null) => void;
  readonly groups: Groups | null;
  /** Shows another record. `line` is its index in the table; null if its group is closed. */
  readonly onStep: (id: string, line: number | null) => void;
  readonly onExport: (name: string) => void;
  /** Called with the record's index in the table; null if unknown. */
  readonly onClose: (line: number | null) => void;
}

/** All data of one record, next to its table or over it. */
export function DetailsPanel({
  resource,
  id,
  change,
  isFullWidth,
  onToggleFullWidth,
  query,
  groups,
  takeFocus,
  sought,
  onFound,
  onStep,
  onExport,
  onClose,
}: Props) {
  const verified = useVerifiedRecord(resource, id);
  const { record } = verified;
  const name = String(record?.row["name"] ?? id);
  useContextualCommands({
    verifyRecord: () => {
      if (!verified.verifying) verified.verifyAgain();
    },
    exportRecord: record ? () => onExport(name) : null,
    fullWidth: onToggleFullWidth,
    ...commandsOf(useExtensions("recordCommands"), resource, id),
  });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takeFocus === id) heading.current?.focus();
  }, [takeFocus, id]);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // A table that is covered must not keep the focus.
    if (isFullWidth && !panel.current?.contains(document.activeElement)) heading.current?.focus();
  }, [isFullWidth]);
  const neighbours = usePreviousNext({ resource, id, query, groups, record, within: panel, onStep });
  const isFound = sought === id && neighbours.known;
  const found = useEffectEvent(() => onFound(neighbours.line));
  useEffect(() => {
    if (isFound) found();
  }, [isFound]);
  usePanelKeys(panel, isFullWidth, onToggleFullWidth, () => onClose(neighbours.line));

  return (
    <aside
      ref={panel}
      className={classes.panel}
      data-full-width={isFullWidth || undefined}
      // A click on text moves the focus here, because the covered table gets no key presses.
      tabIndex={isFullWidth ? -1 : undefined}
      aria-label={RECORD.label({ resource, name })}
    >
      <RecordView
        resource={resource}
        id={id}
        verified={verified}
        change={change}
        heading={heading}
        tools={
          <>
            <ExportRecordButton resource={resource} disabled={!record} onClick={() => onExport(name)} />
            <FullWidthButton isFullWidth={isFullWidth} onClick={onToggleFullWidth} />
          </>
        }
        actions={
          <>
            <NeighbourButtons neighbours={neighbours} />
            <CloseButton
              aria-label={DETAILS.close}
              title={ACTIONS.closeByKey}
              onClick={() => onClose(neighbours.line)}
            />
          </>
        }
      />
    </aside>
  );
}

/** Ctrl+Enter switches the full width; Escape ends it, then closes the panel. */
function usePanelKeys(
  panel: RefObject<HTMLElement | null>,
  isFullWidth: boolean,
  onToggleFullWidth: () => void,
  onClose: () => void,
): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented) return;
    const isToggle = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (isToggle || (event.key === "Escape" && isFullWidth)) {
      // A focused button or link must not handle the same key.
      event.preventDefault();
      onToggleFullWidth();
    } else if (event.key === "Escape") onClose();
  });
  useEffect(() => {
    const element = panel.current;
    const listen = (event: KeyboardEvent): void => onKeyDown(event);
    element?.addEventListener("keydown", listen);
    return () => element?.removeEventListener("keydown", listen);
  }, [panel]);
}

interface ExportRecordButtonProps {
  readonly resource: Resource;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

function ExportRecordButton({ resource, ...props }: ExportRecordButtonProps) {
  const label = RECORD.export({ resource });
  return <IconButton icon={IconDownload} size="sm" label={label} title={label} {...props} />;
}

interface FullWidthButtonProps {
  readonly isFullWidth: boolean;
  readonly onClick: () => void;
}

/** Switches the details between full width and the side of the table. */
function FullWidthButton({ isFullWidth, onClick }: FullWidthButtonProps) {
  const { boot } = useHostServices();
  const label = isFullWidth ? FULL_WIDTH.end : FULL_WIDTH.begin;
  const shortcut = shortcutLabel(COMMANDS.fullWidth.keyThere, boot.platform);
  return (
    <IconButton
      icon={isFullWidth ? IconLayoutSidebarRight : IconArrowsDiagonal}
      size="sm"
      label={label}
      title={FULL_WIDTH.withShortcut({ label, shortcut })}
      onClick={onClick}
    />
  );
}

/** The buttons that go to the previous and the next record of the table. */
function NeighbourButtons({ neighbours }: { readonly neighbours: Neighbours }) {
  const { place, total, before, after, step } = neighbours;
  return (
    <Group gap={2} wrap="nowrap" flex="none" fz={12}>
      {place !== null && (
        <span className="sd-num sd-dimmed">{RECORD_STEPS.place({ place: place + 1, total })}</span>
      )}
      <IconButton
        icon={IconChevronUp}
        iconSize={16}
        label={RECORD_STEPS.previous}
        title={RECORD_STEPS.previousByKey}
        data-disabled={before === null}
        aria-disabled={before === null}
        onClick={() => step("before")}
      />
      <IconButton
        icon={IconChevronDown}
        iconSize={16}
        label={RECORD_STEPS.next}
        title={RECORD_STEPS.nextByKey}
        data-disabled={after === null}
        aria-disabled={after === null}
        onClick={() => step("after")}
      />
    </Group>
  );
}
