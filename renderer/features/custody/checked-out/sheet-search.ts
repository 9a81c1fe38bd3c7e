/** The holder or team of a sheet, and its purpose. */
export interface SheetSearch {
  readonly holder?: string;
  readonly team?: string;
  /** True if the holder or team leaves, so all items must be returned. */
  readonly leaving?: true;
}

/** Reads the sheet from the address; empty if the address names no holder and no team. */
export function readSheetSearch({ holder, team, leaving }: Record<string, unknown>): SheetSearch {
  return {
    ...(isText(holder) ? { holder: String(holder) } : isText(team) ? { team: String(team) } : {}),
    ...(leaving === true && { leaving }),
  };
}

/** Accepts a number or a text that is not empty. The router turns the text "123" into a number. */
const isText = (value: unknown): boolean =>
  typeof value === "number" || (typeof value === "string" && value !== "");
