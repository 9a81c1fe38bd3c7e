import { useEffect } from "react";
import type { CommandName } from "../../shared/contract/commands.ts";

/** Commands that can be carried out only while something on screen offers to. */
const OFFERED = [
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
  "groupRows",
  "openGroups",
  "closeGroups",
  "ungroup",
  "columns",
  "resetColumns",
  "rowsCompact",
  "rowsNormal",
  "rowsComfortable",
  "totals",
  "applyHeld",
  "selectAll",
  "clearSelection",
  "copyTabs",
  "copyTabsWithHeader",
  "copyTable",
  "copyMarkdown",
  "copyJson",
  "copyIds",
  "verifySelected",
  "verifyRecord",
  "exportRecord",
  "recordWindow",
] as const satisfies readonly CommandName[];
export type OfferedCommand = (typeof OFFERED)[number];

/** How commands are carried out; null for one that would make no sense now. */
export type Offers = Partial<Readonly<Record<OfferedCommand, (() => void) | null>>>;

const offers = new Map<CommandName, () => void>();

/** Offers to carry out commands for as long as the component is on screen. */
export function useOffers(made: Offers): void {
  useEffect(() => {
    const those = Object.entries(made).filter(
      (offer): offer is [OfferedCommand, () => void] => offer[1] !== null,
    );
    for (const [name, run] of those) offers.set(name, run);
    return () => {
      // Another one may have offered it meanwhile.
      for (const [name, run] of those) if (offers.get(name) === run) offers.delete(name);
    };
  });
}

/** Has a command carried out by what offers it; nothing happens where that has gone. */
export function takeOffer(name: OfferedCommand): void {
  offers.get(name)?.();
}

/** Whether a command is one of a table or a record, and leaves the keyboard there. */
export function isOfferedCommand(name: CommandName): name is OfferedCommand {
  return OFFERED.some((offered) => offered === name);
}

/** Whether a command can be carried out on the present screen. */
export function canCarryOut(name: CommandName): boolean {
  return offers.has(name) || !isOfferedCommand(name);
}
