import { useEffect, useSyncExternalStore } from "react";
import { Emitter } from "../base/emitter.ts";
import { COMMAND_NAMES, type CommandName } from "../../shared/contract/commands.ts";

/** Commands that exist only while a component on screen provides them. */
const CONTEXTUAL = [
  "addFilter",
  "clearFilters",
  "saveView",
  "saveViewAs",
  "discardView",
  "renameView",
  "duplicateView",
  "deleteView",
  "exportView",
  "copyViewLink",
  "watchView",
  "groupRows",
  "openGroups",
  "closeGroups",
  "orderGroups",
  "ungroup",
  "columns",
  "resetColumns",
  "rowsCompact",
  "rowsNormal",
  "rowsComfortable",
  "totals",
  "applyPending",
  "selectAll",
  "clearSelection",
  "scanToSelect",
  "printLabels",
  "copyTabs",
  "copyTabsWithHeader",
  "copyTable",
  "copyMarkdown",
  "copyJson",
  "copyIds",
  "verifySelected",
  "verifyRecord",
  "exportRecord",
  "watchRecord",
  "fullWidth",
] as const satisfies readonly CommandName[];
export type ContextualCommand = (typeof CONTEXTUAL)[number];

/** The action of each command; null if the command is not available now. */
export type ContextualCommands = Partial<Readonly<Record<ContextualCommand, (() => void) | null>>>;

const provided = new Map<CommandName, () => void>();
const changes = new Emitter();

/** Reports in a microtask, because a render removes its commands and adds them again. That is not a change. */
function reportChange(): void {
  queueMicrotask(changes.emit);
}

/** Provides commands for as long as the component is on screen. */
export function useContextualCommands(commands: ContextualCommands): void {
  useEffect(() => {
    const available = Object.entries(commands).filter(
      (entry): entry is [ContextualCommand, () => void] => entry[1] !== null,
    );
    for (const [name, run] of available) provided.set(name, run);
    reportChange();
    return () => {
      // Another component may have provided the command in the meantime.
      for (const [name, run] of available) if (provided.get(name) === run) provided.delete(name);
      reportChange();
    };
  });
}

/** Runs a command. If no component provides the command, nothing happens. */
export function runContextualCommand(name: ContextualCommand): void {
  provided.get(name)?.();
}

/** Whether a command acts on the table or record on screen. The focus stays there. */
export function isContextualCommand(name: CommandName): name is ContextualCommand {
  return CONTEXTUAL.some((contextual) => contextual === name);
}

/** The commands that are available on the current screen. The component renders again when they change. */
export function useAvailableCommands(): readonly CommandName[] {
  const names = useSyncExternalStore(changes.subscribe, providedNames);
  return COMMAND_NAMES.filter((name) => !isContextualCommand(name) || names.split(" ").includes(name));
}

/** The names of the provided commands as one text, which React can compare. */
function providedNames(): string {
  return [...provided.keys()].toSorted().join(" ");
}
