/** Whose items a sheet lists, and for what. */
export interface SheetSearch {
  readonly holder?: string;
  readonly team?: string;
  /** The holder or team leaves, so everything is to come back. */
  readonly leaving?: true;
}

/** Reads from the address which sheet to show; empty if it names no holder and no team. */
export function readSheetSearch({ holder, team, leaving }: Record<string, unknown>): SheetSearch {
  return {
    ...(isText(holder) ? { holder: String(holder) } : isText(team) ? { team: String(team) } : {}),
    ...(leaving === true && { leaving }),
  };
}

/** The router parses a text that looks like a number as a number. */
const isText = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && value !== "");
