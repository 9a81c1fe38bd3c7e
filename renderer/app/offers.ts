import { useEffect } from "react";
import type { CommandName } from "../../shared/commands.ts";

/** Commands that can be carried out only while something on screen offers to. */
const OFFERED = [
  "saveView",
  "saveViewAs",
  "copyViewLink",
  "groupRows",
  "columns",
  "totals",
  "verifySelected",
  "verifyRecord",
] as const satisfies readonly CommandName[];
export type OfferedCommand = (typeof OFFERED)[number];

const offers = new Map<CommandName, () => void>();

/** Offers to carry out a command for as long as the component is on screen; null while it would make no sense. */
export function useOffer(name: OfferedCommand, run: (() => void) | null): void {
  useEffect(() => {
    if (run) offers.set(name, run);
    return () => {
      // Another one may have offered it meanwhile.
      if (offers.get(name) === run) offers.delete(name);
    };
  }, [name, run]);
}

/** Has a command carried out by what offers it; nothing happens where that has gone. */
export function takeOffer(name: OfferedCommand): void {
  offers.get(name)?.();
}

/** Whether a command is one of a table or a record, and leaves the keyboard there. */
export function isOfferedCommand(name: CommandName): boolean {
  return OFFERED.some((offered) => offered === name);
}

/** Whether a command can be carried out on the present screen. */
export function canCarryOut(name: CommandName): boolean {
  return offers.has(name) || !isOfferedCommand(name);
}
